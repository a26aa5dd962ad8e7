import { type Db as BossDatabase, PgBoss } from "pg-boss";
import type { z } from "zod";
import type { Db } from "../database/db.ts";
import type { Logger } from "../log.ts";
import type { Metrics } from "../metrics.ts";
import { logBossErrors, SCHEMA } from "./boss.ts";
import { openWorker, type Worker } from "./worker.ts";

interface JobSender {
  send(db: Db, name: string, data: object, options: { startAfter?: Date; singletonKey?: string }): Promise<void>;
  close(): Promise<void>;
}

// The library writes its own statements; as one part with its values apart they are ours to run in any transaction.
const asBossDatabase = (db: Db): BossDatabase => ({
  executeSql: async (text, values = []) => ({ rows: await db.rows({ parts: [text], values }) }),
});

/** Inserts jobs over the connection it is handed. Its own only reads how the queues are set. */
const openJobSender = (url: string, log: Logger): JobSender => {
  const boss = new PgBoss({
    schema: SCHEMA,
    connectionString: url,
    options: "-c role=usa_platform -c statement_timeout=30000 -c timezone=UTC",
    application_name: "usa_platform",
    max: 1,
    migrate: false,
    schedule: false,
    supervise: false,
  });
  logBossErrors(boss, log);
  return {
    send: async (db, name, data, options) => {
      await boss.start();
      await boss.send(name, data, { ...options, db: asBossDatabase(db) });
    },
    close: () => boss.stop(),
  };
};

export { migrateJobs } from "./migrate-jobs.ts";

interface JobOptions<Payload extends object> {
  /** The queue's name: `<feature>.<what>`. */
  name: string;
  /**
   * Ids and plain values, never a secret. What a company's scope enqueues carries its `companyId`: the database
   * refuses a job in another company's name.
   */
  payload: z.ZodType<Payload>;
  /** Wall-clock time of Amsterdam. A turn that was missed because no worker ran is caught up once. */
  schedule?: { cron: string; data?: Payload };
  /** How often a failed job is tried again before it is given up, ever later: within 2, 4, 8 … seconds. */
  retryLimit?: number;
  /** A handler that takes longer is aborted and counts as failed. */
  expireInSeconds?: number;
  /**
   * At most one job (of a `singletonKey`, where that is given) waits or runs: enqueueing another joins it. Not for a
   * job that carries a change: the one it would join may have read the old state already.
   */
  singleton?: boolean;
  /** How many of these one process runs at the same time. */
  concurrency?: number;
  /**
   * A channel of NOTIFY. Whoever has a transaction but no jobs at hand asks for the job there, with its payload as JSON:
   * it starts a moment after the commit, once however often it was asked for in that moment.
   */
  wakeOn?: string;
}

export interface JobDefinition<Payload extends object = object> {
  readonly name: string;
  readonly payload: z.ZodType<Payload>;
  readonly schedule: { readonly cron: string; readonly data: object } | undefined;
  readonly retryLimit: number;
  readonly expireInSeconds: number;
  readonly singleton: boolean;
  readonly concurrency: number;
  readonly wakeOn: string | undefined;
}

export const defineJob = <Payload extends object>(options: JobOptions<Payload>): JobDefinition<Payload> => {
  const {
    name,
    payload,
    schedule,
    retryLimit = 8,
    expireInSeconds = 900,
    singleton = false,
    concurrency = 1,
    wakeOn,
  } = options;
  return {
    name,
    payload,
    schedule: schedule && { cron: schedule.cron, data: payload.parse(schedule.data ?? {}) },
    retryLimit,
    expireInSeconds,
    singleton,
    concurrency,
    wakeOn,
  };
};

export interface BoundJob {
  readonly job: JobDefinition;
  handle(data: unknown, signal: AbortSignal): Promise<unknown>;
}

/**
 * A job with what it does. It runs at least once: after a crash, a lost connection or an expiry it runs again, perhaps
 * while the first run has not noticed. So claim what you change in one conditional update, and stop when the signal
 * says that the claim on this run is gone, or that the process leaves.
 */
export const bindJob = <Payload extends object>(
  job: JobDefinition<Payload>,
  handle: (payload: Payload, signal: AbortSignal) => Promise<unknown>,
): BoundJob => ({ job, handle: async (data, signal) => handle(job.payload.parse(data), signal) });

interface EnqueueOptions {
  startAfter?: Date;
  /** What a singleton job is the only one of, such as a company's id. */
  singletonKey?: string;
}

export interface Jobs {
  /** Inside a transaction's `db` the job is part of the transaction: it starts at the commit, or never was. */
  enqueue<Payload extends object>(
    db: Db,
    job: JobDefinition<Payload>,
    payload: NoInfer<Payload>,
    options?: EnqueueOptions,
  ): Promise<void>;
  startWorker(handlers: readonly BoundJob[]): Promise<void>;
  /** Takes nothing new, asks what runs to end, waits for it, and gives back what is not ready in time. */
  stop(graceSeconds?: number): Promise<void>;
}

interface JobsDeps {
  url: string;
  log: Logger;
  metrics?: Pick<Metrics, "recordJob">;
}

export const createJobs = ({ url, log, metrics }: JobsDeps): Jobs => {
  const sender = openJobSender(url, log);
  let worker: Worker | undefined;
  return {
    enqueue: async (db, { name, payload: schema, singleton }, payload, options = {}) => {
      if (options.singletonKey && !singleton) throw new Error(`Job ${name} is no singleton, so a key has no meaning`);
      schema.parse(payload);
      await sender.send(db, name, payload, options);
    },
    startWorker: async (handlers) => {
      if (worker) throw new Error("The worker has been started already");
      worker = openWorker({ url, log, metrics });
      await worker.start(handlers);
    },
    stop: async (graceSeconds = 6) => {
      await worker?.stop(graceSeconds);
      await sender.close();
    },
  };
};
