import { type Db as BossDatabase, PgBoss } from "pg-boss";
import type { z } from "zod";
import type { Db } from "../database/db.ts";
import { poolSession } from "../database/session-settings.ts";
import type { Logger } from "../log.ts";
import type { Metrics } from "../metrics.ts";
import { logBossErrors, SCHEMA } from "./boss.ts";
import { openWorker, type Worker } from "./worker.ts";

interface JobSender {
  send(db: Db, name: string, data: object, options: { startAfter?: Date; singletonKey?: string }): Promise<void>;
  close(): Promise<void>;
}

// pg-boss builds its own statements; this runs them in the transaction of the caller.
const asBossDatabase = (db: Db): BossDatabase => ({
  executeSql: async (text, values = []) => ({ rows: await db.rows({ parts: [text], values }) }),
});

/** Inserts jobs over the connection of the caller; its own connection only reads the settings of the queues. */
const openJobSender = (url: string, log: Logger): JobSender => {
  const boss = new PgBoss({
    schema: SCHEMA,
    connectionString: url,
    ...poolSession("usa_platform"),
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

interface JobOptions<Payload extends object> {
  /** The name of the queue: `<feature>.<job>`. */
  name: string;
  /**
   * Ids and plain values, never a secret. A job enqueued in a company's scope has its `companyId`: the database refuses a
   * job for another company.
   */
  payload: z.ZodType<Payload>;
  /** In the time zone of Amsterdam. Runs missed because no worker ran are caught up once. */
  schedule?: { cron: string; data?: Payload };
  /** Retries of a failed job, with exponential backoff: within 2, 4, 8 … seconds. */
  retryLimit?: number;
  /** A handler that takes longer is aborted and counts as failed. */
  expireInSeconds?: number;
  /**
   * At most one job (per `singletonKey`, where given) waits or runs; enqueueing another has no effect. Not for a job that
   * processes a change: the running one may have read the old state.
   */
  singleton?: boolean;
  /** How many of these jobs one process runs at the same time. */
  concurrency?: number;
  /**
   * A NOTIFY channel that enqueues the job, for code that has a transaction but no `Jobs`. The notification's payload is
   * that of the job, as JSON. Equal notifications within a second become one job.
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
 * A job with its handler. It runs at least once: after a crash, a lost connection or an expiry it runs again, perhaps while
 * the first run is still going on. So claim what you change in one conditional update, and stop when the signal says that
 * this run has expired or that the process stops.
 */
export const bindJob = <Payload extends object>(
  job: JobDefinition<Payload>,
  handle: (payload: Payload, signal: AbortSignal) => Promise<unknown>,
): BoundJob => ({ job, handle: async (data, signal) => handle(job.payload.parse(data), signal) });

interface EnqueueOptions {
  startAfter?: Date;
  /** At most one job per key, for example a company's id. */
  singletonKey?: string;
}

export interface Jobs {
  /** With the `db` of a transaction the job is part of it: it starts after the commit, or not at all. */
  enqueue<Payload extends object>(
    db: Db,
    job: JobDefinition<Payload>,
    payload: NoInfer<Payload>,
    options?: EnqueueOptions,
  ): Promise<void>;
  startWorker(handlers: readonly BoundJob[]): Promise<void>;
  /** Takes no new jobs, aborts the running ones, waits for them, and returns those that do not end in time to the queue. */
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
      if (options.singletonKey && !singleton)
        throw new Error(`Job ${name} is not a singleton, so it has no singleton key`);
      schema.parse(payload);
      await sender.send(db, name, payload, options);
      if (options.startAfter) worker?.lookAt(name, options.startAfter.getTime());
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
