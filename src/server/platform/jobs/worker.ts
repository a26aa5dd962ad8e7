import { type Job, PgBoss } from "pg-boss";
import { listenWithReconnect } from "../database/notification-listener.ts";
import { poolSession } from "../database/session-settings.ts";
import type { Logger } from "../log.ts";
import type { Metrics } from "../metrics.ts";
import { FAILED_QUEUE, logBossErrors, SCHEMA } from "./boss.ts";

interface NotifySubscription {
  close(): Promise<void>;
}

interface WakeDeps {
  url: string;
  log: Logger;
  boss: PgBoss;
  name: string;
  channel: string;
}

// Every worker receives every notification. The first in a second creates the job, which starts when that second is over.
const DEBOUNCE_SECONDS = 1;

const readPayload = (text: string): object | undefined => {
  try {
    const payload: unknown = JSON.parse(text);
    return typeof payload === "object" && payload !== null ? payload : undefined;
  } catch {
    return undefined;
  }
};

/** Enqueues a job for each NOTIFY. One that arrives while no worker listens is lost, so the job also needs a schedule. */
const wakeOnNotify = ({ url, log, boss, name, channel }: WakeDeps): NotifySubscription => {
  const enqueue = async (text: string): Promise<void> => {
    const payload = readPayload(text);
    if (!payload) return log.warn({ channel }, "notification without a valid job payload");
    await boss.send(name, payload, {
      startAfter: DEBOUNCE_SECONDS,
      singletonSeconds: DEBOUNCE_SECONDS,
      singletonKey: text,
    });
  };
  return listenWithReconnect({
    url,
    channel,
    log,
    onListening: () => undefined,
    onMessage: (text) =>
      void enqueue(text).catch((error: unknown) => log.warn({ err: error, job: name }, "a job could not be enqueued")),
  });
};

interface Handler {
  readonly job: { readonly name: string; readonly concurrency: number; readonly wakeOn: string | undefined };
  handle(data: unknown, signal: AbortSignal): Promise<unknown>;
}

export interface Worker {
  start(handlers: readonly Handler[]): Promise<void>;
  stop(graceSeconds: number): Promise<void>;
}

interface WorkerDeps {
  url: string;
  log: Logger;
  metrics: Pick<Metrics, "recordJob"> | undefined;
}

// New jobs are announced by NOTIFY. Jobs that become due later, such as retries, are found by polling.
const POLLING = { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 2 };

const openBoss = (url: string): PgBoss =>
  new PgBoss({
    schema: SCHEMA,
    connectionString: url,
    // pg-boss passes its options on to the pool of the driver.
    ...poolSession("usa_worker"),
    max: 5,
    migrate: false,
    useListenNotify: true,
    // How soon the jobs of a killed process are noticed, together with their heartbeat.
    superviseIntervalSeconds: 10,
    monitorIntervalSeconds: 10,
    // Only the owner may rebuild an index.
    reindex: false,
  });

// An error may contain a whole request; the queue stores its message only.
const messageOnly = (error: unknown): Error => new Error(error instanceof Error ? error.message : String(error));

const runHandler = async (
  { job, handle }: Handler,
  run: Job<unknown>,
  { log, metrics }: Pick<WorkerDeps, "log" | "metrics">,
  stopping: AbortSignal,
): Promise<void> => {
  const startedAt = performance.now();
  const count = (outcome: "done" | "failed") =>
    metrics?.recordJob({ queue: job.name, outcome, seconds: (performance.now() - startedAt) / 1000 });
  try {
    await handle(run.data, AbortSignal.any([run.signal, stopping]));
    count("done");
  } catch (error) {
    count("failed");
    log.warn({ err: error, job: job.name, id: run.id, attempt: run.retryCount + 1 }, "job failed");
    throw messageOnly(error);
  }
};

const startHandler = async (boss: PgBoss, handler: Handler, deps: WorkerDeps, stopping: AbortSignal): Promise<void> => {
  const id: string = await boss.work(handler.job.name, POLLING, async ([run]) => {
    if (!run) return;
    // There may be more jobs whose NOTIFY came while this one was fetched, so poll again right after it.
    boss.notifyWorker(id);
    await runHandler(handler, run, deps, stopping);
  });
};

const logFailedJobs = (boss: PgBoss, log: Logger): Promise<string> =>
  boss.work(FAILED_QUEUE, { ...POLLING, includeMetadata: true }, async ([failed]) => {
    if (!failed) return;
    log.error(
      {
        job: failed.sourceName,
        id: failed.sourceId,
        attempts: (failed.sourceRetryCount ?? 0) + 1,
        payload: failed.data,
        reason: failed.sourceOutput,
      },
      "job given up",
    );
  });

export const openWorker = (deps: WorkerDeps): Worker => {
  const { url, log } = deps;
  const boss = openBoss(url);
  const wakeups: NotifySubscription[] = [];
  const stopping = new AbortController();
  logBossErrors(boss, log);
  return {
    start: async (handlers) => {
      await boss.start();
      await logFailedJobs(boss, log);
      for (const handler of handlers) {
        for (let nth = 0; nth < handler.job.concurrency; nth++)
          await startHandler(boss, handler, deps, stopping.signal);
        const { name, wakeOn } = handler.job;
        if (wakeOn) wakeups.push(wakeOnNotify({ url, log, boss, name, channel: wakeOn }));
      }
    },
    stop: async (graceSeconds) => {
      await Promise.all(wakeups.map((wakeup) => wakeup.close()));
      const stopped = boss.stop({ timeout: graceSeconds * 1000 });
      // Handlers are aborted at once, so that they can release leases within the grace period.
      stopping.abort(new Error("the worker is stopping"));
      await stopped;
    },
  };
};
