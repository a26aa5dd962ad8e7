import { type StartedSync, SYNCED_TABLES, type SyncedTable } from "#contract/airtable.ts";
import { AppError } from "#platform/app-error.ts";
import { type Scope, transaction } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { isConnected } from "#server/features/companies/connections.service.ts";
import { syncJob } from "./job-definitions.ts";
import { findTextRequestedAt, openRun } from "./runs.queries.ts";
import type { SyncPlatform } from "./sync-turn.ts";

export const NOT_CONNECTED = "Airtable is nog niet ingesteld voor dit bedrijf.";

const STARTED = "De synchronisatie met Airtable is gestart.";
const JOINED = "Er loopt al een synchronisatie met Airtable; je kijkt daarmee mee.";

/** Starts a run or joins the open one. The work itself is done by a job. */
export const startSync = async (
  { database, jobs, clock, events }: Pick<Platform, "database" | "jobs" | "clock" | "events">,
  scope: Scope,
  tables: readonly SyncedTable[] = SYNCED_TABLES,
): Promise<StartedSync> => {
  if (!(await isConnected({ db: database.platform }, scope.companyId))) throw new AppError("conflict", NOT_CONNECTED);
  return transaction(scope, async (scope) => {
    const run = await openRun(scope, tables, scope.actor.name, clock.now());
    await jobs.enqueue(scope.db, syncJob, { companyId: scope.companyId });
    await events.publish(scope.db, scope.companyId, { topic: "sync", id: run.id });
    return { runId: run.id, status: run.status, message: run.isNew ? STARTED : JOINED };
  });
};

/** The company's automation needs at least this long to write a new text. */
const FIRST_TEXT_CHECK_MS = 3_000;
/** After this time the text is left to the scheduled runs. */
const TEXT_WAIT_LIMIT_MS = 120_000;

/** Time since the latest request for a new text that has not arrived; undefined when there is none. */
const msSinceTextRequest = async ({ database }: SyncPlatform, scope: Scope, now: Date): Promise<number | undefined> => {
  const requestedAt = await findTextRequestedAt(scope, new Date(now.getTime() - TEXT_WAIT_LIMIT_MS));
  if (!requestedAt || !(await isConnected({ db: database.platform }, scope.companyId))) return undefined;
  return now.getTime() - requestedAt.getTime();
};

/** A user who requested a new text is waiting for it, so messages are read without waiting for the schedule. */
export const openRunForRequestedText = async (platform: SyncPlatform, scope: Scope): Promise<void> => {
  const now = platform.clock.now();
  const elapsedMs = await msSinceTextRequest(platform, scope, now);
  if (elapsedMs === undefined || elapsedMs < FIRST_TEXT_CHECK_MS) return;
  await transaction(scope, async (scope) => {
    const run = await openRun(scope, ["messages"], null, now);
    await platform.events.publish(scope.db, scope.companyId, { topic: "sync", id: run.id });
  });
};

/** Doubles the time between checks. */
export const delayUntilTextCheck = async (platform: SyncPlatform, scope: Scope): Promise<number | undefined> => {
  const elapsedMs = await msSinceTextRequest(platform, scope, platform.clock.now());
  return elapsedMs === undefined ? undefined : Math.max(FIRST_TEXT_CHECK_MS, elapsedMs);
};
