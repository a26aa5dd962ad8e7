import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { SyncedTable } from "#contract/synced-tables.ts";
import type { Scope } from "#platform/database/scope.ts";
import { findAccess } from "#server/features/companies/connections.service.ts";
import { invalidatePlans } from "#server/features/senders/senders.service.ts";
import { AirtableProblem, isProblem } from "./client/airtable-problem.ts";
import { readFeed } from "./pull/feed.ts";
import { findRecordIdsOfDueParts, findTableState } from "./pull/pull.queries.ts";
import { readRecordsById } from "./pull/read-records.ts";
import { insertReportedDeletions, unreported } from "./reconcile/deletions.queries.ts";
import { applyFoundDeletions } from "./reconcile/held-deletions.ts";
import { beginTurn } from "./runs/begin-turn.ts";
import { syncJob } from "./runs/job-definitions.ts";
import {
  findBaseCondition,
  type Lease,
  releaseLease,
  requestTurn,
  setSendingWaits,
  takeLease,
} from "./runs/sync-turn.queries.ts";
import {
  AIRTABLE_ACTOR,
  LeaseLost,
  layoutOf,
  type SyncPlatform,
  type SyncTurn,
  TurnEnded,
  turnTransaction,
} from "./runs/sync-turn.ts";

/**
 * Long enough for a slow page, and for another turn that happens to take the lease first. A delivery that does not get the
 * lease in this time is tried again a minute later.
 */
const LEASE_WAIT_MS = 40_000;
/** Much shorter than the pause of an interrupted sync before its next turn (HANDOVER_MS). */
const LEASE_RETRY_MS = 40;
const REQUEST_EVERY_MS = 1_000;

/** The tables whose records decide about a part. Each comes after those that it links to. */
const TABLES: readonly SyncedTable[] = ["leads", "messages", "queue"];

/** Asks the turn that has the lease to stop, because a user may be waiting until a message is sent. */
const waitForLease = async (scope: Scope, signal: AbortSignal): Promise<Lease | undefined> => {
  const until = performance.now() + LEASE_WAIT_MS;
  for (let requestAt = performance.now(); ; ) {
    const lease = await takeLease(scope, `sending:${process.pid}:${randomUUID()}`);
    const now = performance.now();
    if (lease || signal.aborted || now > until) return lease;
    if (now >= requestAt) {
      await requestTurn(scope);
      requestAt = now + REQUEST_EVERY_MS;
    }
    await sleep(LEASE_RETRY_MS);
  }
};

type DueRecords = Awaited<ReturnType<typeof findRecordIdsOfDueParts>>;

const idsIn = (due: DueRecords, table: SyncedTable): string[] =>
  due.flatMap((record) => (record.table === table ? [record.recordId] : []));

/** Nothing is read of a suspended table, so a part with a record in it may have been cancelled there. */
const requireReadable = (turn: SyncTurn, due: DueRecords): void => {
  for (const table of TABLES) {
    const isReadable = layoutOf(turn, table) || isProblem(turn.layout[table], "table_left_out");
    if (!isReadable && idsIn(due, table).length > 0) throw new TurnEnded(`the table ${table} is suspended`);
  }
};

/** A part whose table could not be read now may have been cancelled there. */
const requireRead = ({ unreadTables }: SyncTurn, due: DueRecords): void => {
  for (const [table, { problem }] of unreadTables) if (idsIn(due, table).length > 0) throw problem;
};

/** The change feed tells only of changes since it was created, after which each table is read completely once. */
const areFullyRead = async (turn: SyncTurn, due: DueRecords): Promise<boolean> => {
  for (const table of TABLES) {
    if (!layoutOf(turn, table) || idsIn(due, table).length === 0) continue;
    if (!(await findTableState(turn.scope, table))?.isFullyRead) return false;
  }
  return true;
};

/** Without a change feed, the due parts are read with their leads and messages. Those that are not there were deleted. */
const readDueRecords = async (turn: SyncTurn, due: DueRecords): Promise<void> => {
  for (const table of TABLES) {
    const layout = layoutOf(turn, table);
    const deleted = layout ? await readRecordsById(turn, layout, idsIn(due, table)) : [];
    await turnTransaction(turn, (scope) => insertReportedDeletions(scope, table, deleted.map(unreported)));
  }
};

const readChanges = async (turn: SyncTurn, leadIds: readonly string[]): Promise<void> => {
  const due = await findRecordIdsOfDueParts(turn.scope, leadIds);
  requireReadable(turn, due);
  const isRead = turn.hasChangeFeed && (await readFeed(turn)) && (await areFullyRead(turn, due));
  if (!isRead) await readDueRecords(turn, due);
  requireRead(turn, due);
  // The planner holds back parts whose deletion in Airtable waits for a decision.
  await applyFoundDeletions(turn);
};

/** The queue and the invitations show that they wait for Airtable, or no longer do. */
const storeWaiting = async (platform: SyncPlatform, scope: Scope, isWaiting: boolean): Promise<void> => {
  if ((await setSendingWaits(scope, isWaiting)) === 0) return;
  await invalidatePlans(scope);
  await platform.events.publish(scope.db, scope.companyId, { topic: "queue" }, { topic: "invitations" });
};

/** The base may have been disconnected during the read that failed: then there is nothing to wait for. */
const storeFailedRead = async (platform: SyncPlatform, scope: Scope): Promise<void> =>
  storeWaiting(platform, scope, (await findAccess(platform, scope.companyId)) !== undefined);

const isReasonToWait = (error: unknown): boolean =>
  error instanceof AirtableProblem || error instanceof TurnEnded || error instanceof LeaseLost;

/**
 * Reads from Airtable what has changed about the due parts and about the leads to invite, so that a part that was cancelled there,
 * or whose lead may no longer be contacted, is not sent. False when Airtable cannot be read: what is due then waits.
 */
export const readBeforeSending = async (
  platform: SyncPlatform,
  companyId: string,
  signal: AbortSignal,
  leadIds: readonly string[] = [],
): Promise<boolean> => {
  const access = await findAccess(platform, companyId);
  const scope: Scope = { db: platform.database.tenant(companyId), companyId, actor: AIRTABLE_ACTOR };
  if (!access) return storeWaiting(platform, scope, false).then(() => true);
  const { baseId, token } = access;
  const { isPaused } = await findBaseCondition(scope);
  const lease = token === null || isPaused ? undefined : await waitForLease(scope, signal);
  if (!lease || token === null) return storeFailedRead(platform, scope).then(() => false);
  let isRead = false;
  try {
    await readChanges(await beginTurn({ platform, scope, lease, signal, baseId, token }), leadIds);
    isRead = true;
  } catch (error) {
    if (!isReasonToWait(error)) throw error;
    platform.log.info({ companyId, reason: String(error) }, "due messages wait for Airtable");
  } finally {
    const isTurnRequested = await releaseLease(scope, lease);
    if (isTurnRequested) await platform.jobs.enqueue(platform.database.platform, syncJob, { companyId });
  }
  await (isRead ? storeWaiting(platform, scope, false) : storeFailedRead(platform, scope));
  return isRead;
};
