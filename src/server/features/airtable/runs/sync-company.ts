import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { SYNCED_TABLES } from "#contract/airtable.ts";
import type { Scope } from "#platform/database/scope.ts";
import { findAccess } from "#server/features/companies/connections.service.ts";
import { AirtableProblem } from "../client/airtable-problem.ts";
import { tableMapping } from "../mapping/mapping.ts";
import { pullAll } from "../pull/pull.ts";
import { eraseRequested } from "../push/erase-records.ts";
import { cancelRequestedItems } from "../push/outbox.queries.ts";
import { pushAll } from "../push/push.ts";
import { beginTurn } from "./begin-turn.ts";
import { type CompanySync, failRun, handleUnexpected, publishRun, retryOrFail } from "./failures.ts";
import { syncJob } from "./job-definitions.ts";
import { claimDelayUntilPoll, openPollingRun } from "./outcome-polling.ts";
import {
  deleteOldRuns,
  endRun,
  findRunTables,
  isRunDue,
  openScheduledRun,
  recordSuccess,
  startRun,
} from "./runs.queries.ts";
import { NOT_CONNECTED } from "./start-run.ts";
import {
  acceptRequestedTurn,
  type Lease,
  releaseLease,
  releaseLeaseUnlessTurnRequested,
  requestTurn,
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
  const suspended = SYNCED_TABLES.filter((table) => !layoutOf(turn, table));
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
    message: `Synchronisatie voltooid met opmerkingen: ${remarks.join(", ")}. Verder: ${done}.`,
  };
};

/** False when tables were added to the run in the meantime. */
const finishRun = (turn: SyncTurn, runId: string): Promise<boolean> =>
  turnTransaction(turn, async (scope) => {
    const { platform, requests } = turn;
    const at = platform.clock.now();
    const tables = await findRunTables(scope, runId);
    const hasEnded = await endRun(scope, runId, { ...summarise(turn), requests, at });
    if (!hasEnded) return false;
    await recordSuccess(scope, at, tables.length === SYNCED_TABLES.length);
    await deleteOldRuns(scope, at);
    await publishRun({ platform, scope }, runId);
    return true;
  });

/** Pushes pending edits and, if a run is open, pulls changes. */
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
  await turnTransaction(turn, cancelRequestedItems);
  await eraseRequested(turn);
  await pushAll(turn);
  if (!run) return;
  await pullAll(turn, run);
  await pushAll(turn);
  if (!(await finishRun(turn, run.id))) throw new TurnEnded("tables were added to the run");
  platform.log.info({ companyId: scope.companyId, run: run.id }, summarise(turn).message);
};

const enqueueNextTurn = ({ platform, scope }: CompanySync, delayMs: number): Promise<void> =>
  platform.jobs.enqueue(
    platform.database.platform,
    syncJob,
    { companyId: scope.companyId },
    delayMs > 0 ? { startAfter: new Date(Date.now() + delayMs) } : {},
  );

const TOKEN_UNREADABLE =
  "Het opgeslagen toegangstoken kan niet meer worden gelezen. Laat het bij de bedrijfsinstellingen opnieuw invullen.";

/** Returns the delay until the next turn in milliseconds, or undefined when no work is left. */
const runTurn = async (sync: CompanySync): Promise<number | undefined> => {
  try {
    const access = await findAccess(sync.platform, sync.scope.companyId);
    if (!access) await failRun(sync, NOT_CONNECTED);
    else if (access.token === null) await failRun(sync, TOKEN_UNREADABLE);
    else await syncOnce(sync, { baseId: access.baseId, token: access.token });
    return undefined;
  } catch (error) {
    if (error instanceof AirtableProblem) return retryOrFail(sync, error);
    if (error instanceof TurnEnded) return 0;
    throw error;
  }
};

const openDueRun = async (platform: SyncPlatform, scope: Scope): Promise<void> => {
  const now = platform.clock.now();
  const due = await isRunDue({ db: platform.database.platform }, scope.companyId, now);
  if (due) await openScheduledRun(scope, now);
  else await openPollingRun(platform, scope);
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
    const delayMs = await runTurn(sync);
    if (delayMs !== undefined) return delayMs;
    if ((await releaseLeaseUnlessTurnRequested(scope, lease)) || !(await acceptRequestedTurn(scope, lease)))
      return claimDelayUntilPoll(scope);
  }
};

/** Syncs one company until no work is left, the turn's time is up, or Airtable fails. */
export const syncCompany = async (platform: SyncPlatform, companyId: string, signal: AbortSignal): Promise<void> => {
  const scope: Scope = { db: platform.database.tenant(companyId), companyId, actor: AIRTABLE_ACTOR };
  const lease = await acquireLease(scope);
  if (!lease) return;
  const sync = { platform, scope, lease, signal };
  let delayMs: number | undefined;
  try {
    delayMs = await syncUntilDone(sync);
  } catch (error) {
    await handleUnexpected(sync, error);
  } finally {
    // The lease is released before the job is enqueued: otherwise the next worker could find it taken.
    const isTurnRequested = await releaseLease(scope, lease);
    if (delayMs !== undefined || isTurnRequested) await enqueueNextTurn(sync, delayMs ?? 0);
  }
};
