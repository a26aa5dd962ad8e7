import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort } from "#e2e/product/product.ts";
import type { JobDefinition } from "#platform/jobs/jobs.ts";
import { allJobs } from "#server/all-jobs.ts";
import { AirtableSandbox } from "#server/features/airtable/airtable-sandbox.fixture.ts";
import { delayedDeliveryJob } from "#server/features/automation/job-definitions.ts";
import type { ProductProcess } from "#testing/product-process.ts";
import { type Sandbox, startSandbox } from "#testing/sandbox.ts";
import type { TestServer } from "#testing/test-server.ts";
import { releaseWork } from "../faults/expire-leases.ts";
import { type ProductProcesses, prepareProduct } from "../product.ts";

const PROGRAM = "trials/month/clocked-product.program.ts";
/** After this real time a step goes on, with the jobs that still run. */
const IDLE_TIMEOUT_MS = 30_000;
const DAY = 86_400_000;

const isFrequent = ({ schedule }: JobDefinition): boolean => schedule?.cron.startsWith("*") ?? false;
const isRare = (job: JobDefinition): boolean => job.schedule !== undefined && !isFrequent(job);

/** The product as one process that can be killed, with the sandbox, both by a clock that moves in steps. */
export class ClockedProduct {
  readonly sandbox: Sandbox;
  readonly airtable: AirtableSandbox;
  private readonly product: ProductProcesses;
  private readonly port: string;
  private process: ProductProcess | undefined;
  private startedAt = 0;
  /** Requests that were open at this time may fail. */
  private killedAt = Number.NEGATIVE_INFINITY;
  private maintainedOn = 0;
  kills = 0;
  slowSteps = 0;

  private constructor(sandbox: Sandbox, product: ProductProcesses, port: string) {
    this.sandbox = sandbox;
    this.airtable = new AirtableSandbox(sandbox.url);
    this.product = product;
    this.port = port;
  }

  static async open(start: Date): Promise<ClockedProduct> {
    const sandbox = await startSandbox();
    const port = String(await findFreePort());
    const settings = { AIRTABLE_URL: sandbox.url, LOG_LEVEL: "error", PUBLIC_URL: `http://127.0.0.1:${port}` };
    const clocked = new ClockedProduct(sandbox, await prepareProduct(settings), port);
    await clocked.start();
    await clocked.moveTo(start.getTime());
    return clocked;
  }

  /** Its clients send their requests to the process. */
  get server(): TestServer {
    if (!this.process) throw new Error("the product does not run");
    return this.product.testServerFor(this.process);
  }

  get query(): TestServer["query"] {
    return this.product.server.query;
  }

  get now(): number {
    return this.product.server.clock.now().getTime();
  }

  *processes(): Iterable<{ name: string; pid: number }> {
    if (this.process) yield { name: "product", pid: this.process.pid };
  }

  /** Since the last start, in real time. */
  get runningSince(): number {
    return this.startedAt;
  }

  private async start(): Promise<void> {
    this.process = await this.product.startProgram(PROGRAM, { PORT: this.port });
    this.startedAt = Date.now();
    await this.process.ask({ now: new Date(this.now) });
  }

  /** SIGKILL, and a new process that continues. */
  async kill(): Promise<void> {
    this.kills += 1;
    this.killedAt = Number.POSITIVE_INFINITY;
    await this.process?.kill();
    await releaseWork({ query: this.query });
    await this.start();
    this.killedAt = Date.now();
  }

  /** A request that began at this real time may have met a process that was killed. */
  mayHaveFailed(since: number): boolean {
    return since <= this.killedAt;
  }

  /** Advances the clocks of the product and the sandbox. Retry delays, which run in real time, are ended by a step of minutes. */
  async moveTo(time: number): Promise<void> {
    const { clock } = this.product.server;
    clock.advance(time - clock.now().getTime());
    const now = clock.now();
    await this.sandbox.control("POST", "clock", { now: now.toISOString() });
    await this.process?.ask({ now });
    await this.query("update pgboss.job set start_after = now() where state < 'active' and start_after <= $1", [now]);
    await this.query(
      "update airtable_rate_limits set blocked_until = null, slowdown = 1 where blocked_until is not null",
    );
  }

  private async enqueue(jobs: readonly JobDefinition[]): Promise<void> {
    const { platform } = this.product.server;
    for (const job of jobs) await platform.jobs.enqueue(platform.database.platform, job, job.schedule?.data ?? {});
  }

  /** Asks the gateway what has changed. */
  async poll(): Promise<void> {
    await this.enqueue(allJobs.filter((job) => isFrequent(job) && job.name.startsWith("linkedin.")));
    await this.untilIdle();
  }

  /** Runs the other scheduled jobs, `during` beside them; those of the night once a day. */
  async runSchedule(during: () => Promise<unknown> = () => Promise.resolve()): Promise<void> {
    const today = Math.floor(this.now / DAY);
    if (today !== this.maintainedOn) await this.enqueue(allJobs.filter(isRare));
    this.maintainedOn = today;
    await this.enqueue(allJobs.filter((job) => isFrequent(job) && !job.name.startsWith("linkedin.")));
    await during();
    await this.untilIdle();
  }

  private async countDueJobs(): Promise<number> {
    const [found] = await this.query<{ n: number }>(
      "select count(*)::int as n from pgboss.job where state < 'completed' and start_after <= now() and name <> $1",
      // Waits for the end of an undo period; the schedule finds the same work.
      [delayedDeliveryJob.name],
    );
    return found?.n ?? 0;
  }

  private async untilIdle(): Promise<void> {
    const until = Date.now() + IDLE_TIMEOUT_MS;
    while ((await this.countDueJobs()) > 0) {
      if (Date.now() > until) {
        this.slowSteps += 1;
        return;
      }
      await sleep(20);
    }
  }

  async close(): Promise<void> {
    await this.product.close();
    await this.sandbox.stop();
  }
}
