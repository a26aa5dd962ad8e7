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
  /** Makes the workers of this process look for a job at that time. */
  lookAt(at: number): void;
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
const wakeOnNotify = ({ url, log, boss, name, channel, lookAt }: WakeDeps): NotifySubscription => {
  const enqueue = async (text: string): Promise<void> => {
    const payload = readPayload(text);
    if (!payload) return log.warn({ channel }, "notification without a valid job payload");
    const id = await boss.send(name, payload, {
      startAfter: DEBOUNCE_SECONDS,
      singletonSeconds: DEBOUNCE_SECONDS,
      singletonKey: text,
    });
    if (id) lookAt(Date.now() + DEBOUNCE_SECONDS * 1000);
  };
  return listenWithReconnect({
    url,
    channel,
    log,
    onListening: () => undefined,
    onNotification: (text) =>
      void enqueue(text).catch((error: unknown) => log.warn({ err: error, job: name }, "a job could not be enqueued")),
  });
};

interface Handler {
  readonly job: { readonly name: string; readonly concurrency: number; readonly wakeOn: string | undefined };
  handle(data: unknown, signal: AbortSignal): Promise<unknown>;
}

export interface Worker {
  start(handlers: readonly Handler[]): Promise<void>;
  /** Makes the workers of this process look for a job of that name at that time. */
  lookAt(name: string, at: number): void;
  stop(graceSeconds: number): Promise<void>;
}

interface WorkerDeps {
  url: string;
  log: Logger;
  metrics: Pick<Metrics, "recordJob"> | undefined;
}

// New jobs are announced by NOTIFY. Jobs that become due later, such as retries, are found by polling. The process that enqueues
// such a job looks for it when it is due, so that it starts on time unless that process is busy or dies. One query looks at all
// queues: if each polled by itself, an idle process would send dozens of queries a second. pg-boss polls every two seconds only
// while it cannot listen.
const POLL_INTERVAL_MS = 2_000;
const POLLING = { pollingIntervalSeconds: POLL_INTERVAL_MS / 1000, notifyPollingIntervalSeconds: 30 };

const QUEUES_WITH_DUE_JOBS = `
  select queue.name from unnest($1::text[]) as queue (name)
  where exists (select from ${SCHEMA}.job_common j
    where j.name = queue.name and j.state < 'active' and not j.blocked and j.start_after <= ${SCHEMA}.job_now())`;

/** Calls `look` for each queue that has a job to start. Returns a function that stops it. */
const pollQueues = (boss: PgBoss, names: readonly string[], look: (name: string) => void): (() => void) => {
  let isPolling = false;
  const poll = async (): Promise<void> => {
    if (isPolling) return;
    isPolling = true;
    try {
      const { rows } = await boss.getDb().executeSql(QUEUES_WITH_DUE_JOBS, [names]);
      for (const { name } of rows as { name: string }[]) look(name);
    } catch (error) {
      boss.emit("error", error as Error);
    } finally {
      isPolling = false;
    }
  };
  const timer = setInterval(() => void poll(), POLL_INTERVAL_MS).unref();
  return () => clearInterval(timer);
};

/** Beyond this the delay of the polling does not matter. */
const MAX_LOOK_AHEAD_MS = 60_000;
/** The database's clock decides whether a job is due. */
const CLOCK_TOLERANCE_MS = 20;

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

const startHandler = async (
  boss: PgBoss,
  handler: Handler,
  deps: WorkerDeps,
  stopping: AbortSignal,
): Promise<string> => {
  const id: string = await boss.work(handler.job.name, POLLING, async ([run]) => {
    if (!run) return;
    // There may be more jobs whose NOTIFY came while this one was fetched, so poll again right after it.
    boss.notifyWorker(id);
    await runHandler(handler, run, deps, stopping);
  });
  return id;
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
  const workerIds = new Map<string, string[]>();
  logBossErrors(boss, log);
  let stopPolling = () => {};
  const look = (name: string): void => {
    for (const id of workerIds.get(name) ?? []) boss.notifyWorker(id);
  };
  const lookAt = (name: string, at: number): void => {
    const delayMs = at - Date.now();
    if (delayMs > 0 && delayMs < MAX_LOOK_AHEAD_MS) setTimeout(() => look(name), delayMs + CLOCK_TOLERANCE_MS).unref();
  };
  return {
    lookAt,
    start: async (handlers) => {
      await boss.start();
      workerIds.set(FAILED_QUEUE, [await logFailedJobs(boss, log)]);
      for (const handler of handlers) {
        const { name, wakeOn, concurrency } = handler.job;
        const ids: string[] = [];
        workerIds.set(name, ids);
        for (let nth = 0; nth < concurrency; nth++) ids.push(await startHandler(boss, handler, deps, stopping.signal));
        if (wakeOn)
          wakeups.push(wakeOnNotify({ url, log, boss, name, channel: wakeOn, lookAt: (at) => lookAt(name, at) }));
      }
      stopPolling = pollQueues(boss, [...workerIds.keys()], look);
    },
    stop: async (graceSeconds) => {
      stopPolling();
      await Promise.all(wakeups.map((wakeup) => wakeup.close()));
      const stopped = boss.stop({ timeout: graceSeconds * 1000 });
      // Handlers are aborted at once, so that they can release leases within the grace period.
      stopping.abort(new Error("the worker is stopping"));
      await stopped;
    },
  };
};
