import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { SYNCED_TABLES } from "#contract/airtable.ts";
import type { Scope } from "#platform/database/scope.ts";
import { findAccess } from "#server/features/companies/airtable-access.service.ts";
import { AirtableProblem } from "../client/problems.ts";
import { eraseAll } from "../erase/erase.ts";
import { pushAll } from "../push/push.ts";
import { askHolder, dropLease, type Lease, leaveLease, noteAsked, takeLease } from "../turn/lease.queries.ts";
import { AIRTABLE, keep, type SyncPlatform, type Turn, TurnOver } from "../turn/turn.ts";
import { openAwaitedRun, waitForText } from "./awaited-text.ts";
import { syncJob } from "./job-definitions.ts";
import { openTurn } from "./open-turn.ts";
import { pullAll, summarise } from "./run.ts";
import {
  endRun,
  findRunTables,
  forgetOldRuns,
  isDue,
  noteSuccess,
  openScheduledRun,
  startRun,
} from "./runs.queries.ts";
import { NOT_CONNECTED } from "./start-sync.ts";
import { fail, giveUp, tellRun, type Work, weather } from "./trouble.ts";

const OWNER = `${hostname()}:${process.pid}`;

/** Ends the run well, unless tables were added to it meanwhile. */
const finish = (turn: Turn, runId: string): Promise<boolean> =>
  keep(turn, async (scope) => {
    const { platform, requests } = turn;
    const at = platform.clock.now();
    const tables = await findRunTables(scope, runId);
    const isOver = await endRun(scope, runId, { status: "succeeded", message: summarise(turn), requests, at });
    if (!isOver) return false;
    await noteSuccess(scope, at, tables.length === SYNCED_TABLES.length);
    await forgetOldRuns(scope, at);
    await tellRun({ platform, scope }, runId);
    return true;
  });

/** Sends what waits, and if a run is open, reads what is new. */
const doWork = async (
  { platform, scope, lease, signal }: Work,
  access: { baseId: string; token: string },
): Promise<void> => {
  const turn = await openTurn({ platform, scope, lease, signal, ...access });
  const run = await startRun(scope);
  if (run) {
    turn.runId = run.id;
    for (const table of SYNCED_TABLES) {
      const counts = run.progress[table];
      if (counts) turn.progress.set(table, counts);
    }
  }
  await eraseAll(turn);
  await pushAll(turn);
  if (!run) return;
  await pullAll(turn, run);
  await pushAll(turn);
  const isOver = await finish(turn, run.id);
  if (!isOver) throw new TurnOver("tables were added");
  platform.log.info({ companyId: scope.companyId, run: run.id }, summarise(turn));
};

/** Later, without keeping a worker waiting. */
const comeBack = ({ platform, scope }: Work, waitMs: number): Promise<void> =>
  platform.jobs.enqueue(
    platform.database.platform,
    syncJob,
    { companyId: scope.companyId },
    waitMs > 0 ? { startAfter: new Date(Date.now() + waitMs) } : {},
  );

const UNREADABLE =
  "Het opgeslagen toegangstoken kan niet meer worden gelezen. Laat het bij de bedrijfsinstellingen opnieuw invullen.";

/** How long to wait before going on, when something is left to do; undefined when nothing is. */
const workOnce = async (work: Work): Promise<number | undefined> => {
  try {
    const access = await findAccess(work.platform, work.scope.companyId);
    if (!access) await fail(work, NOT_CONNECTED);
    else if (access.token === null) await fail(work, UNREADABLE);
    else await doWork(work, { baseId: access.baseId, token: access.token });
    return undefined;
  } catch (error) {
    if (error instanceof AirtableProblem) return weather(work, error);
    if (error instanceof TurnOver) return 0;
    throw error;
  }
};

const openDueRun = async (platform: SyncPlatform, scope: Scope): Promise<void> => {
  const now = platform.clock.now();
  const due = await isDue({ db: platform.database.platform }, scope.companyId, now);
  if (due) await openScheduledRun(scope, now);
  else await openAwaitedRun(platform, scope);
};

/** Somebody else may hold the lease: then they are asked to look again before they leave, which comes to the same. */
const acquire = async (scope: Scope): Promise<Lease | undefined> => {
  for (let attempt = 0; attempt < 3; attempt++) {
    const lease = await takeLease(scope, `${OWNER}:${randomUUID()}`);
    if (lease) return lease;
    if (await askHolder(scope)) return undefined;
  }
  return undefined;
};

/** Until nothing is left to do, or what is left must wait. */
const workOn = async (work: Work): Promise<number | undefined> => {
  const { platform, scope, lease } = work;
  for (;;) {
    await openDueRun(platform, scope);
    const wait = await workOnce(work);
    if (wait !== undefined) return wait;
    if ((await leaveLease(scope, lease)) || !(await noteAsked(scope, lease))) return waitForText(platform, scope);
  }
};

/** Works on one company until nothing is left to do, its time is up, or Airtable is in trouble. */
export const workOnCompany = async (platform: SyncPlatform, companyId: string, signal: AbortSignal): Promise<void> => {
  const scope: Scope = { db: platform.database.tenant(companyId), companyId, actor: AIRTABLE };
  const lease = await acquire(scope);
  if (!lease) return;
  const work = { platform, scope, lease, signal };
  let wait: number | undefined;
  try {
    wait = await workOn(work);
  } catch (error) {
    await giveUp(work, error);
  } finally {
    // Whoever comes for what is left must find the lease free: first it is given back, then they are called.
    const isWanted = await dropLease(scope, lease);
    if (wait !== undefined || isWanted) await comeBack(work, wait ?? 0);
  }
};
