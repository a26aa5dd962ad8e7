import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { SYNCED_TABLES } from "#contract/synced-tables.ts";
import type { Scope } from "#platform/database/scope.ts";
import { type AirtableAccess, findAccess } from "#server/features/companies/connections.service.ts";
import { AirtableProblem, isProblem } from "../client/airtable-problem.ts";
import { readFeed } from "../pull/feed.ts";
import { pullAll } from "../pull/pull.ts";
import { eraseRequested } from "../push/erase-records.ts";
import { cancelRequestedItems } from "../push/outbox.queries.ts";
import { pushAll } from "../push/push.ts";
import { writeAppIds } from "../push/write-app-ids.ts";
import { applyConfirmedDeletions, applyFoundDeletions } from "../reconcile/held-deletions.ts";
import { deleteOldChanges } from "../reconcile/history.queries.ts";
import { beginTurn, belongsInSlowLane, checkFeedOnly, keepSchema, type TurnPlace } from "./begin-turn.ts";
import { type CompanySync, failRun, handleUnexpected, publishRun, retryOrFail, stopRun } from "./failures.ts";
import { requestFeedCheck, takeFeedCheck } from "./feed-checks.queries.ts";
import { requestDueFeedCheck } from "./feed-checks.ts";
import { type Lane, syncJob, syncSlowBaseJob, TURNS_AT_ONCE } from "./job-definitions.ts";
import { leaveMistakenBases } from "./mistaken-base.ts";
import { claimDelayUntilPoll, openPollingRun } from "./outcome-polling.ts";
import { comparisonText, summarise } from "./run-outcome.ts";
import {
  deleteOldRuns,
  endRun,
  findRunTables,
  type OpenRun,
  openScheduledRun,
  recordComparison,
  recordSuccess,
  startRun,
} from "./runs.queries.ts";
import { isNightlyComparisonDue, isRunDue } from "./schedule.queries.ts";
import { NOT_CONNECTED } from "./start-run.ts";
import {
  acceptRequestedTurn,
  findBaseCondition,
  hasUnreadRecords,
  hasWork,
  type Lease,
  releaseLease,
  releaseLeaseUnlessTurnRequested,
  requestTurn,
  setSlowBase,
  takeLease,
} from "./sync-turn.queries.ts";
import { AIRTABLE_ACTOR, layoutOf, type SyncPlatform, type SyncTurn, TurnEnded, turnTransaction } from "./sync-turn.ts";
import { forgetReadFailures } from "./unread-tables.queries.ts";
import { loadUnreadTables, namesOfUnread, requireTablesRead } from "./unread-tables.ts";

const LEASE_OWNER = `${hostname()}:${process.pid}`;

/** False when the base has leads or messages that could not be read: the writer would write them a second time. */
const hasReadMessages = (turn: SyncTurn): boolean =>
  (["leads", "messages"] as const).every(
    (table) =>
      !turn.unreadTables.has(table) &&
      (layoutOf(turn, table) || isProblem(turn.layout[table], "table_left_out", "table_missing")),
  );

/** Returns its outcome for users. */
const endComparison = async (turn: SyncTurn, scope: Scope, runId: string, at: Date): Promise<string> => {
  const isComplete = turn.unreadTables.size === 0;
  return comparisonText(await recordComparison(scope, runId, { at, isComplete }), namesOfUnread(turn));
};

/** False when tables were added to the run in the meantime. */
const finishRun = (turn: SyncTurn, { id: runId, isComparison }: OpenRun): Promise<boolean> =>
  turnTransaction(turn, async (scope) => {
    const { platform, requests } = turn;
    const at = platform.clock.now();
    const tables = await findRunTables(scope, runId);
    const outcome = summarise(turn);
    const suffix = isComparison ? ` ${await endComparison(turn, scope, runId, at)}` : "";
    const unread = [...turn.unreadTables.values()].map(({ problem }) => problem.kind);
    const [problem = null] = [...turn.problems, ...unread];
    const end = { ...outcome, message: outcome.message + suffix, problem, requests, at };
    const hasEnded = await endRun(scope, runId, end);
    if (!hasEnded) return false;
    const isComplete = tables.length === SYNCED_TABLES.length;
    await forgetReadFailures(
      scope,
      tables.filter((table) => !turn.unreadTables.has(table)),
    );
    await recordSuccess(scope, at, { isComplete, hasReadMessages: hasReadMessages(turn) });
    await deleteOldRuns(scope, at);
    if (isComparison) await deleteOldChanges(scope, at);
    await publishRun({ platform, scope }, runId);
    return true;
  });

/** False when the change feed was lost. A check that does not end is requested again, so that the next turn continues it. */
const readWholeFeed = async (turn: SyncTurn): Promise<boolean> => {
  try {
    const isRead = await readFeed(turn);
    if (isRead) await applyFoundDeletions(turn);
    return isRead;
  } catch (error) {
    await requestFeedCheck(turn.scope);
    throw error;
  }
};

/** Without a run only the change feed is read, when that was requested or a turn has left records unread. */
const checkFeed = async (turn: SyncTurn): Promise<void> => {
  const { scope, platform } = turn;
  if (!turn.hasChangeFeed) return;
  if (!(await takeFeedCheck(scope)) && !(await hasUnreadRecords(scope))) return;
  if (await readWholeFeed(turn)) return pushAll(turn);
  await openScheduledRun(scope, platform.clock.now(), false);
  throw new TurnEnded("the change feed was lost, so that everything is read");
};

/** Pushes pending edits and, if a run is open, pulls changes. */
const doWork = async (turn: SyncTurn): Promise<void> => {
  const { platform, scope } = turn;
  const run = await startRun(scope);
  if (run) {
    turn.runId = run.id;
    for (const table of SYNCED_TABLES) {
      const counts = run.progress[table];
      if (counts) turn.progress.set(table, counts);
    }
  }
  await loadUnreadTables(turn);
  await turnTransaction(turn, cancelRequestedItems);
  await eraseRequested(turn);
  await applyConfirmedDeletions(turn);
  await pushAll(turn);
  if (!run) {
    await checkFeed(turn);
    return requireTablesRead(turn, []);
  }
  await takeFeedCheck(scope);
  await pullAll(turn, run);
  await leaveMistakenBases(turn);
  await pushAll(turn);
  requireTablesRead(turn, await findRunTables(scope, run.id));
  await writeAppIds(turn, run);
  if (!(await finishRun(turn, run))) throw new TurnEnded("tables were added to the run");
  platform.log.info({ companyId: scope.companyId, run: run.id }, summarise(turn).message);
};

const syncOnce = async (sync: CompanySync, access: { baseId: string; token: string }): Promise<void> => {
  if (await checkFeedOnly({ ...sync, ...access })) return;
  const turn = await beginTurn({ ...sync, ...access });
  try {
    await doWork(turn);
  } catch (error) {
    if (error instanceof TurnEnded) keepSchema(turn);
    throw error;
  }
};

const enqueueTurn = (
  { platform, scope }: Pick<CompanySync, "platform" | "scope">,
  lane: Lane,
  delayMs: number,
): Promise<void> =>
  platform.jobs.enqueue(
    platform.database.platform,
    lane === "slow" ? syncSlowBaseJob : syncJob,
    { companyId: scope.companyId },
    delayMs > 0 ? { startAfter: new Date(Date.now() + delayMs) } : {},
  );

const TOKEN_UNREADABLE =
  "Het opgeslagen toegangstoken kan niet meer worden gelezen. Laat het bij de bedrijfsinstellingen opnieuw invullen.";

/** The base or the token was changed since the turn began. */
const isReplaced = async ({ platform, scope }: CompanySync, { baseId, token }: AirtableAccess): Promise<boolean> => {
  const now = await findAccess(platform, scope.companyId);
  return now !== undefined && (now.baseId !== baseId || now.token !== token);
};

/** Returns the delay until the next turn in milliseconds, or undefined when no work is left. */
const runTurn = async (sync: CompanySync): Promise<number | undefined> => {
  const access = await findAccess(sync.platform, sync.scope.companyId);
  if (!access || access.token === null) {
    if (access) await failRun(sync, TOKEN_UNREADABLE, "wrong_token");
    else await stopRun(sync, NOT_CONNECTED);
    return undefined;
  }
  try {
    await syncOnce(sync, { baseId: access.baseId, token: access.token });
    return undefined;
  } catch (error) {
    if (error instanceof TurnEnded) return 0;
    if (!(error instanceof AirtableProblem)) throw error;
    return (await isReplaced(sync, access)) ? 0 : retryOrFail(sync, error);
  }
};

const openDueRun = async (platform: SyncPlatform, scope: Scope): Promise<void> => {
  const now = platform.clock.now();
  const db = platform.database.platform;
  const isComparison = await isNightlyComparisonDue({ db }, scope.companyId, now);
  if (isComparison || (await isRunDue({ db }, scope.companyId, now))) await openScheduledRun(scope, now, isComparison);
  else await openPollingRun(platform, scope);
  await requestDueFeedCheck(scope);
};

/** If another worker holds the lease, it is asked for another turn before it releases the lease. */
const acquireLease = async (scope: Scope): Promise<Lease | undefined> => {
  for (let attempt = 0; attempt < 3; attempt++) {
    const lease = await takeLease(scope, `${LEASE_OWNER}:${randomUUID()}`);
    if (lease) return lease;
    if (await requestTurn(scope)) return undefined;
  }
  return undefined;
};

/** Returns the delay until the next turn, or undefined when no work is left. */
const syncUntilDone = async (sync: CompanySync): Promise<number | undefined> => {
  const { platform, scope, lease } = sync;
  for (;;) {
    await openDueRun(platform, scope);
    const delayMs = (await hasWork(scope)) ? await runTurn(sync) : undefined;
    if (delayMs !== undefined) return delayMs;
    if ((await releaseLeaseUnlessTurnRequested(scope, lease)) || !(await acceptRequestedTurn(scope, lease)))
      return claimDelayUntilPoll(scope);
  }
};

/** After an interruption the next turn starts this much later, so that whoever asked for it gets the lease first. */
const HANDOVER_MS = 500;

/** Turns that this process performs now, per lane. */
const turnsNow: Record<Lane, number> = { fast: 0, slow: 0 };

const syncInLane = async (sync: CompanySync): Promise<void> => {
  const { scope, lease, place } = sync;
  let delayMs: number | undefined;
  turnsNow[place.lane] += 1;
  try {
    delayMs = await syncUntilDone(sync);
  } catch (error) {
    await handleUnexpected(sync, error);
  } finally {
    turnsNow[place.lane] -= 1;
    const isSlow = belongsInSlowLane(place);
    await setSlowBase(scope, isSlow);
    // The lease is released before the job is enqueued: otherwise the next worker could find it taken.
    const isTurnRequested = await releaseLease(scope, lease);
    const delay = Math.max(delayMs ?? 0, isTurnRequested ? HANDOVER_MS : 0);
    if (delayMs !== undefined || isTurnRequested) await enqueueTurn(sync, isSlow ? "slow" : "fast", delay);
  }
};

/** Syncs one company until no work is left, the turn's time is up, or Airtable fails. */
export const syncCompany = async (
  platform: SyncPlatform,
  companyId: string,
  signal: AbortSignal,
  lane: Lane,
): Promise<void> => {
  const scope: Scope = { db: platform.database.tenant(companyId), companyId, actor: AIRTABLE_ACTOR };
  const { isSlow, isPaused } = await findBaseCondition(scope);
  if (isPaused) return;
  if (lane === "fast" && isSlow) {
    if (!(await requestTurn(scope))) await enqueueTurn({ platform, scope }, "slow", 0);
    return;
  }
  const lease = await acquireLease(scope);
  if (!lease) return;
  const isTaken = (share: number) => () => turnsNow[lane] >= TURNS_AT_ONCE[lane] * share;
  const place: TurnPlace = { lane, isBusy: isTaken(0.5), isCrowded: isTaken(1) };
  await syncInLane({ platform, scope, lease, signal, place });
};
