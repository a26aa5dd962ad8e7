import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfig } from "#platform/config.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "#platform/database/embedded/embedded-postgres.ts";
import { createLog } from "#platform/log.ts";
import { startDatabase } from "#server/start-database.ts";
import type { ProductProcess } from "#testing/product-process.ts";
import { type Receiver, startReceiver } from "#testing/receiver.ts";
import { type ProductProcesses, prepareProduct } from "../product.ts";
import { Balancer } from "./balancer.ts";

/** A deliberate outage; errors that this component causes are expected during it. */
export interface Outage {
  component: "database" | "web";
  from: number;
  to: number;
}

interface NamedProcess {
  name: string;
  running: ProductProcess;
}

// After a database restart, hanging connections time out and are reopened.
const DATABASE_RECOVERY_MS = 20_000;
const WEB_RECOVERY_MS = 2_000;

/**
 * The product as separate processes that a test can kill or restart: its own PostgreSQL, web processes, workers and a
 * webhook receiver.
 */
export class ProductCluster {
  readonly balancer = new Balancer();
  readonly outages: Outage[] = [];
  private readonly webProcesses: NamedProcess[] = [];
  private readonly workers: NamedProcess[] = [];
  private readonly dataDir: string;
  readonly product: ProductProcesses;
  readonly receiver: Receiver;
  private postgres: EmbeddedPostgres;

  private constructor(dataDir: string, postgres: EmbeddedPostgres, product: ProductProcesses, receiver: Receiver) {
    this.dataDir = dataDir;
    this.postgres = postgres;
    this.product = product;
    this.receiver = receiver;
  }

  static async open({ webs, workers }: { webs: number; workers: number }): Promise<ProductCluster> {
    const dataDir = await mkdtemp(join(tmpdir(), "usa-load-"));
    const postgres = await startEmbeddedPostgres({ dataDir });
    await startDatabase(readConfig({ DATABASE_URL: postgres.connectionString() }), createLog("silent"));
    const product = await prepareProduct({ LOG_LEVEL: "error" }, postgres.connectionString());
    const cluster = new ProductCluster(dataDir, postgres, product, await startReceiver());
    for (let index = 0; index < webs; index++) await cluster.startWeb(index);
    for (let index = 0; index < workers; index++) await cluster.startWorker(index);
    return cluster;
  }

  *processes(): Iterable<{ name: string; pid: number }> {
    for (const { name, running } of [...this.webProcesses, ...this.workers]) yield { name, pid: running.pid };
  }

  private async startWeb(index: number): Promise<void> {
    const running = await this.product.startWeb();
    this.webProcesses[index] = { name: `web ${index}`, running };
    this.balancer.addServer(index, running.url);
  }

  private async startWorker(index: number): Promise<void> {
    this.workers[index] = { name: `worker ${index}`, running: await this.product.startWorker() };
  }

  /** Records an outage: errors are expected while `work` runs and for `graceMs` after it. */
  private async recordOutage(
    component: Outage["component"],
    graceMs: number,
    work: () => Promise<void>,
  ): Promise<void> {
    const outage: Outage = { component, from: Date.now(), to: Number.POSITIVE_INFINITY };
    this.outages.push(outage);
    await work();
    outage.to = Date.now() + graceMs;
  }

  /** SIGKILL, as in a power failure: the load balancer keeps routing requests there. */
  killWeb(index: number): Promise<void> {
    return this.recordOutage("web", WEB_RECOVERY_MS, async () => {
      await this.webProcesses[index]?.running.kill();
      await this.startWeb(index);
    });
  }

  async killWorker(index: number): Promise<void> {
    await this.workers[index]?.running.kill();
    await this.startWorker(index);
  }

  /** Rolling restart, as in an upgrade: each process is taken out of the load balancer, then stopped. */
  async restartAll(): Promise<void> {
    for (const index of this.webProcesses.keys()) {
      await this.recordOutage("web", WEB_RECOVERY_MS, async () => {
        this.balancer.removeServer(index);
        await this.webProcesses[index]?.running.stop();
        await this.startWeb(index);
      });
    }
    for (const index of this.workers.keys()) {
      await this.workers[index]?.running.stop();
      await this.startWorker(index);
    }
  }

  restartDatabase(downtimeMs: number): Promise<void> {
    return this.recordOutage("database", DATABASE_RECOVERY_MS, async () => {
      await this.postgres.stop();
      await new Promise((resolve) => setTimeout(resolve, downtimeMs));
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
