import { readConfig } from "#platform/config.ts";
import { createLog } from "#platform/log.ts";
import { startDatabase } from "#server/start-database.ts";
import type { ProductProcess } from "#testing/product-process.ts";
import { type Receiver, startReceiver } from "#testing/receiver.ts";
import { type ProductProcesses, prepareProduct } from "../product.ts";
import { Balancer, type RequestOutcome } from "./balancer.ts";

/** The database of the product, which the test stops and starts. */
interface ClusterDatabase {
  readonly url: string;
  close(): Promise<void>;
}

/** A deliberate outage; errors that this component causes are expected during it. */
interface Outage {
  component: "database" | "web";
  from: number;
  to: number;
}

interface NamedProcess {
  name: string;
  running: ProductProcess;
}

// After an outage of the database, hanging connections time out and are reopened.
const DATABASE_RECOVERY_MS = 20_000;
const WEB_RECOVERY_MS = 2_000;

export const isFailure = ({ status }: RequestOutcome): boolean => status === "connection_failed" || status >= 500;

/** The product as separate processes that a test can kill or restart: web processes, workers and a webhook receiver. */
export class ProductCluster {
  readonly balancer = new Balancer();
  private readonly outages: Outage[] = [];
  private readonly webProcesses: NamedProcess[] = [];
  private readonly workers: NamedProcess[] = [];
  private readonly database: ClusterDatabase;
  readonly product: ProductProcesses;
  readonly receiver: Receiver;

  private constructor(database: ClusterDatabase, product: ProductProcesses, receiver: Receiver) {
    this.database = database;
    this.product = product;
    this.receiver = receiver;
  }

  static async open(
    database: ClusterDatabase,
    { webs, workers }: { webs: number; workers: number },
  ): Promise<ProductCluster> {
    await startDatabase(readConfig({ DATABASE_URL: database.url }), createLog("silent"));
    const product = await prepareProduct({ LOG_LEVEL: "error" }, database.url);
    const cluster = new ProductCluster(database, product, await startReceiver());
    for (let index = 0; index < webs; index++) await cluster.startWeb(index);
    for (let index = 0; index < workers; index++) await cluster.startWorker(index);
    return cluster;
  }

  *processes(): Iterable<{ name: string; pid: number }> {
    for (const { name, running } of [...this.webProcesses, ...this.workers]) yield { name, pid: running.pid };
  }

  private async startWeb(index: number, checkout?: string): Promise<void> {
    const running = await this.product.startWeb({}, checkout);
    this.webProcesses[index] = { name: `web ${index}`, running };
    this.balancer.addServer(index, running.url);
  }

  private async startWorker(index: number, checkout?: string): Promise<void> {
    this.workers[index] = { name: `worker ${index}`, running: await this.product.startWorker({}, checkout) };
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

  /** Rolling restart: each process is taken out of the load balancer, then stopped. `checkout`: upgrades to that version. */
  async restartAll(checkout?: string): Promise<void> {
    for (const index of this.webProcesses.keys()) {
      await this.recordOutage("web", WEB_RECOVERY_MS, async () => {
        this.balancer.removeServer(index);
        await this.webProcesses[index]?.running.stop();
        await this.startWeb(index, checkout);
      });
    }
    for (const index of this.workers.keys()) {
      await this.workers[index]?.running.stop();
      await this.startWorker(index, checkout);
    }
  }

  /** The database is not available while `work` runs. */
  duringDatabaseOutage(work: () => Promise<void>): Promise<void> {
    return this.recordOutage("database", DATABASE_RECOVERY_MS, work);
  }

  isDuringOutage({ at, ms }: RequestOutcome, component: Outage["component"]): boolean {
    return this.outages.some((outage) => outage.component === component && at + ms >= outage.from && at <= outage.to);
  }

  /**
   * Expected failures: a 503 or a failed connection during an outage of the database or of a web process. Anything else, or
   * at any other time, fails the test.
   */
  isExpectedFailure(outcome: RequestOutcome): boolean {
    return (
      (outcome.status === 503 || outcome.status === "connection_failed") &&
      (this.isDuringOutage(outcome, "database") || this.isDuringOutage(outcome, "web"))
    );
  }

  /** The keys of the messages that the receiver got, in order. */
  deliveredKeys(): string[] {
    return this.receiver.received.map(({ body }) => String(body["idempotencyKey"]));
  }

  async close(): Promise<void> {
    this.balancer.close();
    await this.product.close();
    await this.receiver.close();
    await this.database.close();
  }
}
