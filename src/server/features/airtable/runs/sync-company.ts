import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { SYNCED_TABLES } from "#contract/synced-tables.ts";
import type { Scope } from "#platform/database/scope.ts";
import { type AirtableAccess, findAccess } from "#server/features/companies/connections.service.ts";
import { AirtableProblem, isProblem } from "../client/airtable-problem.ts";
import { tableMapping } from "../mapping/mapping.ts";
import { readFeed } from "../pull/feed.ts";
import { pullAll } from "../pull/pull.ts";
import { eraseRequested } from "../push/erase-records.ts";
import { cancelRequestedItems } from "../push/outbox.queries.ts";
import { pushAll } from "../push/push.ts";
import { writeAppIds } from "../push/write-app-ids.ts";
import { applyConfirmedDeletions, applyFoundDeletions } from "../reconcile/held-deletions.ts";
import { deleteOldChanges } from "../reconcile/history.queries.ts";
import { beginTurn, isFeedUnchanged, isSlowPlace, keepSchema, type TurnPlace } from "./begin-turn.ts";
import { type CompanySync, failRun, handleUnexpected, publishRun, retryOrFail } from "./failures.ts";
import { requestFeedCheck, takeFeedCheck } from "./feed-checks.queries.ts";
import { requestDueFeedCheck } from "./feed-checks.ts";
import { type Lane, syncJob, syncSlowBaseJob, TURNS_AT_ONCE } from "./job-definitions.ts";
import { claimDelayUntilPoll, openPollingRun } from "./outcome-polling.ts";
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

const LEASE_OWNER = `${hostname()}:${process.pid}`;

const inWords = new Intl.ListFormat("nl");

const skippedFields = (turn: SyncTurn): string[] => {
  const problems = SYNCED_TABLES.flatMap((table) => layoutOf(turn, table)?.problems ?? []);
  if (problems.length === 0) return [];
  const names = inWords.format(problems.map(({ detail: { table, field } }) => `${field} in ${table}`));
  return [`${problems.length} ${problems.length === 1 ? "veld" : "velden"} overgeslagen (${names})`];
};

/** What the run left out, as texts for users. */
const leftOut = (turn: SyncTurn, errors: number): string[] => {
  const suspended = SYNCED_TABLES.filter(
    (table) => !layoutOf(turn, table) && !isProblem(turn.layout[table], "table_left_out"),
  );
  const names = inWords.format(suspended.map((table) => tableMapping(table).airtableName));
  return [
    ...(suspended.length > 0
      ? [`${suspended.length} ${suspended.length === 1 ? "tabel" : "tabellen"} overgeslagen (${names})`]
      : []),
    ...skippedFields(turn),
    ...(errors > 0 ? [`${errors} met een fout`] : []),
    ...turn.remarks,
  ];
};

/** The run's outcome and its message for users. */
const summarise = (turn: SyncTurn): { status: "succeeded" | "partial"; message: string } => {
  const all = [...turn.progress.values()];
  const sum = (name: "changed" | "pushed" | "conflicts" | "errors") =>
    all.reduce((total, counts) => total + counts[name], 0);
  const done = [
    `${sum("changed")} gewijzigd`,
    `${sum("pushed")} verstuurd`,
    ...(sum("conflicts") > 0 ? [`${sum("conflicts")} conflicten`] : []),
  ].join(", ");
  const remarks = leftOut(turn, sum("errors"));
  if (remarks.length === 0) return { status: "succeeded", message: `Synchronisatie voltooid: ${done}.` };
  return {
    status: "partial",
    message: `Synchronisatie voltooid met opmerkingen: ${remarks.join(", ").replace(/\.$/, "")}. Verder: ${done}.`,
  };
};

const comparisonText = (repairs: number): string =>
  repairs === 0
    ? "De vergelijking met Airtable vond geen verschillen."
    : `De vergelijking met Airtable heeft ${repairs} ${repairs === 1 ? "verschil" : "verschillen"} hersteld.`;

/** False when tables were added to the run in the meantime. */
const finishRun = (turn: SyncTurn, { id: runId, isComparison }: OpenRun): Promise<boolean> =>
  turnTransaction(turn, async (scope) => {
    const { platform, requests } = turn;
    const at = platform.clock.now();
    const tables = await findRunTables(scope, runId);
    const outcome = summarise(turn);
    const suffix = isComparison ? ` ${comparisonText(await recordComparison(scope, runId, at))}` : "";
    const [problem = null] = turn.problems;
    const end = { ...outcome, message: outcome.message + suffix, problem, requests, at };
    const hasEnded = await endRun(scope, runId, end);
    if (!hasEnded) return false;
    await recordSuccess(scope, at, tables.length === SYNCED_TABLES.length);
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
  await turnTransaction(turn, cancelRequestedItems);
  await eraseRequested(turn);
  await applyConfirmedDeletions(turn);
  await pushAll(turn);
  if (!run) return checkFeed(turn);
  await takeFeedCheck(scope);
  await pullAll(turn, run);
  await pushAll(turn);
  await writeAppIds(turn, run);
  if (!(await finishRun(turn, run))) throw new TurnEnded("tables were added to the run");
  platform.log.info({ companyId: scope.companyId, run: run.id }, summarise(turn).message);
};

const syncOnce = async (sync: CompanySync, access: { baseId: string; token: string }): Promise<void> => {
  if (await isFeedUnchanged({ ...sync, ...access })) return;
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
    else await failRun(sync, NOT_CONNECTED);
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
    const isSlow = isSlowPlace(place);
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
