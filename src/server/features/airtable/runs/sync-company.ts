import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { SYNCED_TABLES } from "#contract/airtable.ts";
import type { Scope } from "#platform/database/scope.ts";
import { findAccess } from "#server/features/companies/connections.service.ts";
import { AirtableProblem } from "../client/airtable-problem.ts";
import { pullAll, summarise } from "../pull/pull.ts";
import { eraseRequested } from "../push/erase-records.ts";
import { pushAll } from "../push/push.ts";
import { beginTurn } from "./begin-turn.ts";
import { type CompanySync, failRun, handleUnexpected, publishRun, retryOrFail } from "./failures.ts";
import { syncJob } from "./job-definitions.ts";
import {
  deleteOldRuns,
  endRun,
  findRunTables,
  isRunDue,
  openScheduledRun,
  recordSuccess,
  startRun,
} from "./runs.queries.ts";
import { delayUntilTextCheck, NOT_CONNECTED, openRunForRequestedText } from "./start-run.ts";
import {
  acceptAnotherPass,
  type Lease,
  releaseLease,
  releaseLeaseUnlessWanted,
  requestAnotherPass,
  takeLease,
} from "./sync-turn.queries.ts";
import { AIRTABLE_ACTOR, type SyncPlatform, type SyncTurn, TurnEnded, turnTransaction } from "./sync-turn.ts";

const LEASE_OWNER = `${hostname()}:${process.pid}`;

/** Ends the run well, unless tables were added to it meanwhile. */
const finishRun = (turn: SyncTurn, runId: string): Promise<boolean> =>
  turnTransaction(turn, async (scope) => {
    const { platform, requests } = turn;
    const at = platform.clock.now();
    const tables = await findRunTables(scope, runId);
    const isOver = await endRun(scope, runId, { status: "succeeded", message: summarise(turn), requests, at });
    if (!isOver) return false;
    await recordSuccess(scope, at, tables.length === SYNCED_TABLES.length);
    await deleteOldRuns(scope, at);
    await publishRun({ platform, scope }, runId);
    return true;
  });

/** Sends what waits, and if a run is open, reads what is new. */
const syncOnce = async (
  { platform, scope, lease, signal }: CompanySync,
  access: { baseId: string; token: string },
): Promise<void> => {
  const turn = await beginTurn({ platform, scope, lease, signal, ...access });
  const run = await startRun(scope);
  if (run) {
    turn.runId = run.id;
    for (const table of SYNCED_TABLES) {
      const counts = run.progress[table];
      if (counts) turn.progress.set(table, counts);
    }
  }
  await eraseRequested(turn);
  await pushAll(turn);
  if (!run) return;
  await pullAll(turn, run);
  await pushAll(turn);
  const isOver = await finishRun(turn, run.id);
  if (!isOver) throw new TurnEnded("tables were added");
  platform.log.info({ companyId: scope.companyId, run: run.id }, summarise(turn));
};

/** Later, without keeping a worker waiting. */
const enqueueNextTurn = ({ platform, scope }: CompanySync, waitMs: number): Promise<void> =>
  platform.jobs.enqueue(
    platform.database.platform,
    syncJob,
    { companyId: scope.companyId },
    waitMs > 0 ? { startAfter: new Date(Date.now() + waitMs) } : {},
  );

const TOKEN_UNREADABLE =
  "Het opgeslagen toegangstoken kan niet meer worden gelezen. Laat het bij de bedrijfsinstellingen opnieuw invullen.";

/** How long to wait before going on, when something is left to do; undefined when nothing is. */
const runTurn = async (work: CompanySync): Promise<number | undefined> => {
  try {
    const access = await findAccess(work.platform, work.scope.companyId);
    if (!access) await failRun(work, NOT_CONNECTED);
    else if (access.token === null) await failRun(work, TOKEN_UNREADABLE);
    else await syncOnce(work, { baseId: access.baseId, token: access.token });
    return undefined;
  } catch (error) {
    if (error instanceof AirtableProblem) return retryOrFail(work, error);
    if (error instanceof TurnEnded) return 0;
    throw error;
  }
};

const openDueRun = async (platform: SyncPlatform, scope: Scope): Promise<void> => {
  const now = platform.clock.now();
  const due = await isRunDue({ db: platform.database.platform }, scope.companyId, now);
  if (due) await openScheduledRun(scope, now);
  else await openRunForRequestedText(platform, scope);
};

/** Somebody else may hold the lease: then they are asked to look again before they leave, which comes to the same. */
const acquireLease = async (scope: Scope): Promise<Lease | undefined> => {
  for (let attempt = 0; attempt < 3; attempt++) {
    const lease = await takeLease(scope, `${LEASE_OWNER}:${randomUUID()}`);
    if (lease) return lease;
    if (await requestAnotherPass(scope)) return undefined;
  }
  return undefined;
};

/** Until nothing is left to do, or what is left must wait. */
const syncUntilDone = async (work: CompanySync): Promise<number | undefined> => {
  const { platform, scope, lease } = work;
  for (;;) {
    await openDueRun(platform, scope);
    const wait = await runTurn(work);
    if (wait !== undefined) return wait;
    if ((await releaseLeaseUnlessWanted(scope, lease)) || !(await acceptAnotherPass(scope, lease)))
      return delayUntilTextCheck(platform, scope);
  }
};

/** Works on one company until nothing is left to do, its time is up, or Airtable is in trouble. */
export const syncCompany = async (platform: SyncPlatform, companyId: string, signal: AbortSignal): Promise<void> => {
  const scope: Scope = { db: platform.database.tenant(companyId), companyId, actor: AIRTABLE_ACTOR };
  const lease = await acquireLease(scope);
  if (!lease) return;
  const work = { platform, scope, lease, signal };
  let wait: number | undefined;
  try {
    wait = await syncUntilDone(work);
  } catch (error) {
    await handleUnexpected(work, error);
  } finally {
    // Whoever comes for what is left must find the lease free: first it is given back, then they are called.
    const isWanted = await releaseLease(scope, lease);
    if (wait !== undefined || isWanted) await enqueueNextTurn(work, wait ?? 0);
  }
};
