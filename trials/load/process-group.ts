import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfig } from "#platform/config.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "#platform/database/embedded/embedded-postgres.ts";
import { createLog } from "#platform/log.ts";
import { type Receiver, startReceiver } from "#server/features/automation/receiver.fixture.ts";
import { startDatabase } from "#server/start-database.ts";
import type { ProductProcess } from "#testing/product-process.ts";
import { openProduct, type RunningProduct } from "../product.ts";
import { Balancer } from "./balancer.ts";

/** When something was taken away on purpose, and which trouble that excuses. */
export interface OutageWindow {
  excuse: "database" | "web";
  from: number;
  to: number;
}

interface ProcessKind {
  name: string;
  running: ProductProcess;
}

// After the database is back, connections that hang are given up and opened anew.
const RECOVERY_MS = 20_000;
const SETTLING_MS = 2_000;

/** The whole product in parts that can be taken away: a PostgreSQL of its own, web processes, workers, a receiver. */
export class ProcessGroup {
  readonly balancer = new Balancer();
  readonly windows: OutageWindow[] = [];
  private readonly webs: ProcessKind[] = [];
  private readonly workers: ProcessKind[] = [];
  private readonly dataDir: string;
  readonly product: RunningProduct;
  readonly receiver: Receiver;
  private postgres: EmbeddedPostgres;

  private constructor(dataDir: string, postgres: EmbeddedPostgres, product: RunningProduct, receiver: Receiver) {
    this.dataDir = dataDir;
    this.postgres = postgres;
    this.product = product;
    this.receiver = receiver;
  }

  static async open({ webs, workers }: { webs: number; workers: number }): Promise<ProcessGroup> {
    const dataDir = await mkdtemp(join(tmpdir(), "usa-load-"));
    const postgres = await startEmbeddedPostgres({ dataDir });
    await startDatabase(readConfig({ DATABASE_URL: postgres.connectionString() }), createLog("silent"));
    const product = await openProduct({ LOG_LEVEL: "error" }, postgres.connectionString());
    const stage = new ProcessGroup(dataDir, postgres, product, await startReceiver());
    for (let nth = 0; nth < webs; nth++) await stage.startWeb(nth);
    for (let nth = 0; nth < workers; nth++) await stage.startWorker(nth);
    return stage;
  }

  *parts(): Iterable<{ name: string; pid: number }> {
    for (const { name, running } of [...this.webs, ...this.workers]) yield { name, pid: running.pid };
  }

  private async startWeb(place: number): Promise<void> {
    const running = await this.product.startWeb();
    this.webs[place] = { name: `web ${place}`, running };
    this.balancer.put(place, running.url);
  }

  private async startWorker(place: number): Promise<void> {
    this.workers[place] = { name: `worker ${place}`, running: await this.product.startWorker() };
  }

  /** For as long as it lasts and a little after, this kind of trouble is expected. */
  private async during(excuse: OutageWindow["excuse"], after: number, work: () => Promise<void>): Promise<void> {
    const window: OutageWindow = { excuse, from: Date.now(), to: Number.POSITIVE_INFINITY };
    this.windows.push(window);
    await work();
    window.to = Date.now() + after;
  }

  /** Without a word, as when the power fails: the proxy still sends people there until it notices. */
  killWeb(place: number): Promise<void> {
    return this.during("web", SETTLING_MS, async () => {
      await this.webs[place]?.running.kill();
      await this.startWeb(place);
    });
  }

  async killWorker(place: number): Promise<void> {
    await this.workers[place]?.running.kill();
    await this.startWorker(place);
  }

  /** One after the other, as at an upgrade: the proxy is told first, then the process. */
  async restartAll(): Promise<void> {
    for (const place of this.webs.keys()) {
      await this.during("web", SETTLING_MS, async () => {
        this.balancer.takeOut(place);
        await this.webs[place]?.running.stop();
        await this.startWeb(place);
      });
    }
    for (const place of this.workers.keys()) {
      await this.workers[place]?.running.stop();
      await this.startWorker(place);
    }
  }

  restartDatabase(awayMs: number): Promise<void> {
    return this.during("database", RECOVERY_MS, async () => {
      await this.postgres.stop();
      await new Promise((resolve) => setTimeout(resolve, awayMs));
      this.postgres = await startEmbeddedPostgres({ dataDir: this.dataDir });
    });
  }

  async close(): Promise<void> {
    this.balancer.close();
    await this.product.close();
    await this.receiver.close();
    await this.postgres.stop();
    await rm(this.dataDir, { recursive: true, force: true });
  }
}
