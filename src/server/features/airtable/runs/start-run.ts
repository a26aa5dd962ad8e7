import type { StartedSync, SyncPause } from "#contract/airtable.ts";
import { SYNCED_TABLES, type SyncedTable } from "#contract/synced-tables.ts";
import { AppError } from "#platform/app-error.ts";
import { type Scope, transaction } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { isConnected } from "#server/features/companies/connections.service.ts";
import { findPause } from "../status/settings.queries.ts";
import { syncJob } from "./job-definitions.ts";
import { insertAwaitedOutcome } from "./outcome-polling.queries.ts";
import { openRun } from "./runs.queries.ts";
import { forgetFailures } from "./schedule.queries.ts";
import { AIRTABLE_ACTOR } from "./sync-turn.ts";

export const NOT_CONNECTED = "Airtable is nog niet ingesteld voor dit bedrijf.";

const STARTED = "De synchronisatie met Airtable is gestart.";
const JOINED = "Er loopt al een synchronisatie met Airtable; je kijkt daarmee mee.";

const explainPause = ({ by, reason }: SyncPause): string =>
  `De synchronisatie is gepauzeerd (${by}: ${reason}). Een beheerder kan haar hervatten bij Bedrijf Beheer.`;

/** Lets the next run begin at once, however long the back-off was after runs that failed with the token before. */
export const syncWithNewToken = async (
  { database, jobs }: Pick<Platform, "database" | "jobs">,
  companyId: string,
): Promise<void> => {
  await forgetFailures({ db: database.tenant(companyId), companyId, actor: AIRTABLE_ACTOR });
  await jobs.enqueue(database.platform, syncJob, { companyId });
};

/** Starts a run or joins the open one. The work itself is done by a job. */
export const startSync = async (
  { database, jobs, clock, events }: Pick<Platform, "database" | "jobs" | "clock" | "events">,
  scope: Scope,
  { tables = SYNCED_TABLES, follow = false }: { tables?: readonly SyncedTable[]; follow?: boolean } = {},
): Promise<StartedSync> => {
  if (!(await isConnected({ db: database.platform }, scope.companyId))) {
    if (follow) return { runId: null, status: "succeeded", message: NOT_CONNECTED };
    throw new AppError("conflict", NOT_CONNECTED);
  }
  const paused = await findPause(scope);
  if (paused) throw new AppError("conflict", explainPause(paused));
  return transaction(scope, async (scope) => {
    if (follow) await insertAwaitedOutcome(scope, true);
    const run = await openRun(scope, tables, scope.actor.name, clock.now());
    await jobs.enqueue(scope.db, syncJob, { companyId: scope.companyId });
    await events.publish(scope.db, scope.companyId, { topic: "sync", id: run.id });
    return { runId: run.id, status: run.status, message: run.isNew ? STARTED : JOINED };
  });
};
