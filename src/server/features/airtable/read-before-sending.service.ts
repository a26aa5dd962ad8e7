import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { SyncedTable } from "#contract/synced-tables.ts";
import type { Scope } from "#platform/database/scope.ts";
import { findAccess } from "#server/features/companies/connections.service.ts";
import { invalidatePlans } from "#server/features/senders/senders.service.ts";
import { AirtableProblem, isProblem } from "./client/airtable-problem.ts";
import { readFeed } from "./pull/feed.ts";
import { findRecordIdsOfDueParts } from "./pull/pull.queries.ts";
import { readRecordsById } from "./pull/read-records.ts";
import { hasHeldRecord } from "./reconcile/deletions.queries.ts";
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
import { AIRTABLE_ACTOR, LeaseLost, layoutOf, type SyncPlatform, type SyncTurn, TurnEnded } from "./runs/sync-turn.ts";

/**
 * Long enough for a slow page, and for another turn that happens to take the lease first. A delivery that does not get the
 * lease in this time is tried again a minute later.
 */
const LEASE_WAIT_MS = 40_000;
/** Much shorter than the pause of an interrupted sync before its next turn (HANDOVER_MS). */
const LEASE_RETRY_MS = 40;
const REQUEST_EVERY_MS = 1_000;

/** What a part is sent from, in the order of their links. */
const TABLES: readonly SyncedTable[] = ["leads", "messages", "queue"];

/** A long pull is interrupted: somebody may be watching the message that they have just sent. */
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

/** Without a change feed, the due parts are read with their leads and messages. */
const readDueRecords = async (turn: SyncTurn): Promise<void> => {
  const due = await findRecordIdsOfDueParts(turn.scope);
  for (const table of TABLES) {
    const layout = layoutOf(turn, table);
    if (isProblem(turn.layout[table], "table_left_out")) continue;
    if (!layout) throw new TurnEnded(`the table ${table} is suspended`);
    const ids = due.flatMap((record) => (record.table === table ? [record.recordId] : []));
    await readRecordsById(turn, layout, ids);
  }
};

/** Throws when somebody has to decide first whether a due part, its lead or its message is deleted here too. */
const readChanges = async (turn: SyncTurn): Promise<void> => {
  const isRead = turn.hasChangeFeed && (await readFeed(turn));
  if (!isRead) await readDueRecords(turn);
  await applyFoundDeletions(turn);
  if (await hasHeldRecord(turn.scope, await findRecordIdsOfDueParts(turn.scope)))
    throw new TurnEnded("deletions of due parts wait for confirmation");
};

/** The queue shows that its messages wait for Airtable, or no longer do. */
const storeWaiting = async ({ events }: SyncPlatform, scope: Scope, isWaiting: boolean): Promise<void> => {
  if ((await setSendingWaits(scope, isWaiting)) === 0) return;
  await invalidatePlans(scope);
  await events.publish(scope.db, scope.companyId, { topic: "queue" });
};

const canWait = (error: unknown): boolean =>
  error instanceof AirtableProblem || error instanceof TurnEnded || error instanceof LeaseLost;

/**
 * Reads from Airtable what has changed about the due parts, so that a part that was cancelled there, or whose lead may no longer
 * be contacted, is not sent. False when Airtable cannot be read: the parts then wait.
 */
export const readBeforeSending = async (
  platform: SyncPlatform,
  companyId: string,
  signal: AbortSignal,
): Promise<boolean> => {
  const access = await findAccess(platform, companyId);
  if (!access) return true;
  const scope: Scope = { db: platform.database.tenant(companyId), companyId, actor: AIRTABLE_ACTOR };
  const { baseId, token } = access;
  const { isPaused } = await findBaseCondition(scope);
  const lease = token === null || isPaused ? undefined : await waitForLease(scope, signal);
  if (!lease || token === null) return storeWaiting(platform, scope, true).then(() => false);
  let isRead = false;
  try {
    await readChanges(await beginTurn({ platform, scope, lease, signal, baseId, token }));
    isRead = true;
  } catch (error) {
    if (!canWait(error)) throw error;
    platform.log.info({ companyId, reason: String(error) }, "due messages wait for Airtable");
  } finally {
    const isTurnRequested = await releaseLease(scope, lease);
    if (isTurnRequested) await platform.jobs.enqueue(platform.database.platform, syncJob, { companyId });
  }
  await storeWaiting(platform, scope, !isRead);
  return isRead;
};
