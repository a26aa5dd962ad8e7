import { createHash, timingSafeEqual } from "node:crypto";
import { AppError, notFound } from "#platform/app-error.ts";
import { type Family, gauge, writeExposition } from "#platform/metrics.ts";
import type { Platform } from "#platform/platform.ts";
import { countJobs, countWork, type QueueFigures, type WorkFigures } from "./metrics.queries.ts";

type MetricsDeps = Pick<Platform, "config" | "clock" | "database" | "metrics">;

const sha256 = (text: string): Buffer => createHash("sha256").update(text).digest();

/** Only for who has the token; an installation that has set none has no such page. */
export const requireMetricsToken = ({ config: { metricsToken } }: MetricsDeps, given: string | undefined): void => {
  if (!metricsToken) throw notFound();
  if (!given || !timingSafeEqual(sha256(given), sha256(metricsToken)))
    throw new AppError("unauthenticated", "Hiervoor is het token van METRICS_TOKEN nodig.");
};

const poolFamilies = ({ database }: MetricsDeps): Family[] => {
  const pools = Object.entries(database.connections());
  const samples = pools.flatMap(([role, { total, idle, waiting }]) => [
    { labels: { role, state: "busy" }, value: total - idle },
    { labels: { role, state: "idle" }, value: idle },
    { labels: { role, state: "waited_for" }, value: waiting },
  ]);
  return [gauge("usa_database_connections", "Connections to the database, and requests that wait for one.", samples)];
};

const queueFamily = (queues: QueueFigures[]): Family =>
  gauge(
    "usa_jobs",
    "Jobs in each queue, as the workers last counted them.",
    queues.flatMap(({ name: queue, ...counts }) =>
      Object.entries(counts).map(([state, value]) => ({ labels: { queue, state }, value })),
    ),
  );

const states = (counts: Record<string, number>) =>
  Object.entries(counts).map(([state, value]) => ({ labels: { state }, value }));

const workFamilies = (work: WorkFigures): Family[] => [
  gauge("usa_sessions", "Sessions that have not ended.", [
    { labels: { side: "main" }, value: work.sessionsMain },
    { labels: { side: "admin" }, value: work.sessionsAdmin },
  ]),
  gauge(
    "usa_airtable_outbox",
    "Edits on their way to Airtable.",
    states({ waiting: work.outboxWaiting, parked: work.outboxParked }),
  ),
  gauge("usa_airtable_outbox_oldest_seconds", "Age of the oldest edit that waits.", work.outboxOldestSeconds),
  gauge(
    "usa_sync_companies",
    "Companies that are connected with Airtable, and those whose last run failed.",
    states({ connected: work.syncConnected, failing: work.syncFailing }),
  ),
  gauge(
    "usa_sync_runs",
    "Synchronisations that have not ended.",
    states({ running: work.syncRunning, queued: work.syncQueued }),
  ),
  gauge("usa_sync_oldest_seconds", "Since when the company that waits longest has had no run.", work.syncOldestSeconds),
  gauge(
    "usa_deliveries",
    "Queued messages, and those that wait for a person.",
    states({ waiting: work.queueWaiting, parked: work.queueParked }),
  ),
];

/** While the database is away the process still tells about itself. */
const databaseFamilies = async ({ database, clock }: MetricsDeps): Promise<Family[]> => {
  const scope = { db: database.platform };
  const up = (value: number) => gauge("usa_database_up", "Whether the database answered.", value);
  try {
    const [queues, work] = await Promise.all([countJobs(scope), countWork(scope, clock.now())]);
    return [up(1), queueFamily(queues), ...(work ? workFamilies(work) : [])];
  } catch (error) {
    if (error instanceof AppError && error.code === "unavailable") return [up(0)];
    throw error;
  }
};

export const readMetrics = async (needs: MetricsDeps): Promise<string> =>
  writeExposition([...needs.metrics.families(), ...poolFamilies(needs), ...(await databaseFamilies(needs))]);
