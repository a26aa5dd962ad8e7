import { createHash, timingSafeEqual } from "node:crypto";
import { Gauge, Registry } from "prom-client";
import { AppError, notFound } from "#platform/app-error.ts";
import type { Platform } from "#platform/platform.ts";
import { countJobs, countWork, type QueueCounts, secondsSinceCount, type WorkCounts } from "./metrics.queries.ts";

type MetricsDeps = Pick<Platform, "config" | "clock" | "database" | "metrics">;

const sha256 = (text: string): Buffer => createHash("sha256").update(text).digest();

/** Without METRICS_TOKEN there is no metrics page. */
export const requireMetricsToken = ({ config: { metricsToken } }: MetricsDeps, token: string | undefined): void => {
  if (!metricsToken) throw notFound();
  if (!token || !timingSafeEqual(sha256(token), sha256(metricsToken)))
    throw new AppError("unauthenticated", "Hiervoor is het token van METRICS_TOKEN nodig.");
};

const addGauge = (registry: Registry, name: string, help: string, value: number): void =>
  new Gauge({ name, help, registers: [registry] }).set(value);

type Sample = { labels: Record<string, string>; value: number };

const addLabelledGauge = (registry: Registry, name: string, help: string, samples: readonly Sample[]): void => {
  const labelNames = Object.keys(samples[0]?.labels ?? {});
  const gauge = new Gauge({ name, help, labelNames, registers: [registry] });
  for (const { labels, value } of samples) gauge.set(labels, value);
};

const addConnections = (registry: Registry, { database }: MetricsDeps): void =>
  addLabelledGauge(
    registry,
    "usa_database_connections",
    "Connections to the database, and requests that wait for one.",
    Object.entries(database.connections()).flatMap(([role, { total, idle, waiting }]) => [
      { labels: { role, state: "busy" }, value: total - idle },
      { labels: { role, state: "idle" }, value: idle },
      { labels: { role, state: "waited_for" }, value: waiting },
    ]),
  );

const addQueues = (registry: Registry, queues: readonly QueueCounts[]): void =>
  addLabelledGauge(
    registry,
    "usa_jobs",
    "Jobs in each queue, as last counted by the workers.",
    queues.flatMap(({ name: queue, ...counts }) =>
      Object.entries(counts).map(([state, value]) => ({ labels: { queue, state }, value })),
    ),
  );

const addWork = (registry: Registry, work: WorkCounts): void => {
  const addStates = (name: string, help: string, counts: Record<string, number>) =>
    addLabelledGauge(
      registry,
      name,
      help,
      Object.entries(counts).map(([state, value]) => ({ labels: { state }, value })),
    );
  addLabelledGauge(registry, "usa_sessions", "Sessions that have not ended.", [
    { labels: { session_kind: "main" }, value: work.sessionsMain },
    { labels: { session_kind: "admin" }, value: work.sessionsAdmin },
  ]);
  addStates("usa_airtable_outbox", "Edits on their way to Airtable.", {
    waiting: work.outboxWaiting,
    parked: work.outboxParked,
  });
  addGauge(
    registry,
    "usa_airtable_outbox_oldest_seconds",
    "Age of the oldest edit that could have been sent.",
    work.outboxOldestSeconds,
  );
  addStates("usa_sync_companies", "Companies connected with Airtable, and those whose last sync run failed.", {
    connected: work.syncConnected,
    failing: work.syncFailing,
  });
  addStates("usa_sync_runs", "Sync runs that have not ended.", { running: work.syncRunning, queued: work.syncQueued });
  addGauge(
    registry,
    "usa_sync_oldest_seconds",
    "Time since the last sync run of the company that has waited longest.",
    work.syncOldestSeconds,
  );
  addStates("usa_deliveries", "Queued messages, and those that wait for a person.", {
    waiting: work.queueWaiting,
    parked: work.queueParked,
  });
};

/** While the database is unavailable, the metrics of the process itself still are. */
const readDatabaseMetrics = async (deps: MetricsDeps): Promise<Registry> => {
  const registry = new Registry();
  const scope = { db: deps.database.platform };
  const addUp = (value: number) => addGauge(registry, "usa_database_up", "Whether the database responded.", value);
  addConnections(registry, deps);
  try {
    const [queues, countedSeconds, work] = await Promise.all([
      countJobs(scope),
      secondsSinceCount(scope),
      countWork(scope, deps.clock.now()),
    ]);
    addUp(1);
    addQueues(registry, queues);
    addGauge(registry, "usa_jobs_counted_seconds", "Time since a worker last counted the jobs.", countedSeconds);
    if (work) addWork(registry, work);
  } catch (error) {
    if (!(error instanceof AppError && error.code === "unavailable")) throw error;
    addUp(0);
  }
  return registry;
};

export const METRICS_CONTENT_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;

/** In Prometheus' text format. */
export const readMetrics = async (deps: MetricsDeps): Promise<string> => {
  const text = await Registry.merge([deps.metrics.registry, await readDatabaseMetrics(deps)]).metrics();
  // prom-client writes a blank line between two metrics, which the format does not provide for.
  return text.replaceAll("\n\n", "\n");
};
