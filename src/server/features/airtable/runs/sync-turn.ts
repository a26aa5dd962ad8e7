import type { TableProgress } from "#contract/airtable.ts";
import type { SyncedTable } from "#contract/synced-tables.ts";
import { DEADLOCK_DETECTED, hasErrorCode } from "#platform/database/db.ts";
import { type Actor, type Scope, transaction } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { AirtableProblem, type ProblemKind } from "../client/airtable-problem.ts";
import type { AirtableClient } from "../client/client.ts";
import type { BaseLayout, TableLayout } from "../mapping/base-layout.ts";
import type { BaseSchema } from "../mapping/base-schema.ts";
import { tableMapping } from "../mapping/mapping.ts";
import { type Lease, renewLease, saveProgress } from "./sync-turn.queries.ts";

export type SyncPlatform = Pick<
  Platform,
  "clock" | "config" | "database" | "events" | "jobs" | "log" | "outbound" | "secrets"
>;

/** The author of changes that come from Airtable. */
export const AIRTABLE_ACTOR: Actor = { id: "airtable", name: "Airtable", role: "user" };

/** Thrown to end a turn early. The next turn continues from the stored position. */
export class TurnEnded extends Error {
  override readonly name = "TurnEnded";
}

/** Another worker has the lease, or the company was deactivated, paused or given another base: nothing more may be written. */
export class LeaseLost extends Error {
  override readonly name = "LeaseLost";
}

export type ProgressCounts = Omit<TableProgress, "table">;
export const NO_COUNTS: ProgressCounts = { seen: 0, changed: 0, pushed: 0, conflicts: 0, errors: 0 };

export interface UnreadTable {
  problem: AirtableProblem;
  /** The problem may be transient: after the rest of the work the table is tried again. */
  mustRetry: boolean;
}

/** A time-limited unit of work on one company's base, by the owner of its lease. All lasting state is in the database. */
export interface SyncTurn {
  platform: SyncPlatform;
  scope: Scope;
  lease: Lease;
  client: AirtableClient;
  layout: BaseLayout;
  /** The base's schema as read at the start of the turn. A turn that continues this one reuses it. */
  schema?: { baseId: string; schema: BaseSchema; readAt: number };
  /** The open run, if any. Without one, the turn pushes, and reads no more than the change feed. */
  runId: string | null;
  progress: Map<SyncedTable, ProgressCounts>;
  /** Requests not yet added to the run. */
  requests: number;
  hasChangeFeed: boolean;
  /** Tables that Airtable refused to change. A run pushes twice, but tries them once. */
  refusedTables: Set<SyncedTable>;
  /**
   * Tables that could not be read in this turn, or earlier in this run. They are not read again, no edit is pushed to them, and a
   * deletion that was found in them is not applied. What does not depend on reading them continues: deletions that an admin has
   * confirmed, records to be erased, and App IDs.
   */
  unreadTables: Map<SyncedTable, UnreadTable>;
  /** Names of linked records, by record id. */
  linkNames: Map<string, string>;
  /** What was left out, as texts for users. */
  remarks: Set<string>;
  /** Why something was left out, if an admin can do something about it. */
  problems: Set<ProblemKind>;
  /** Throws TurnEnded when the turn's time is up, which comes sooner for a slow base and while other companies wait. */
  endIfOutOfTime(): void;
  /** Also throws when another turn was requested: users' edits go before a long pull. */
  endIfInterrupted(): void;
}

/** Undefined when the table is suspended. */
export const layoutOf = ({ layout }: SyncTurn, table: SyncedTable): TableLayout | undefined => {
  const found = layout[table];
  return found instanceof AirtableProblem ? undefined : found;
};

const addCounts = (one: ProgressCounts, other: Partial<ProgressCounts>): ProgressCounts => {
  const names = Object.keys(NO_COUNTS) as (keyof ProgressCounts)[];
  return Object.fromEntries(names.map((name) => [name, one[name] + (other[name] ?? 0)])) as unknown as ProgressCounts;
};

/** Counts that change what a screen shows: values, or the sync state of a row. */
const VISIBLE_COUNTS = ["changed", "pushed", "conflicts", "errors"] as const;

const SERIALIZATION_FAILURE = "40001";
const MAX_ATTEMPTS = 4;

/**
 * A transaction that first renews the lease, so that an expired owner writes nothing. It is retried after a deadlock or
 * serialization failure, which a user's edit of the same rows can cause.
 */
export const turnTransaction = async <T>(
  { scope, lease }: SyncTurn,
  work: (scope: Scope) => Promise<T>,
): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction(scope, async (scope) => {
        if (!(await renewLease(scope, lease))) throw new LeaseLost("the lease was taken over");
        return work(scope);
      });
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !hasErrorCode(error, DEADLOCK_DETECTED, SERIALIZATION_FAILURE)) throw error;
    }
  }
};

/**
 * Stores the run's progress and publishes the change, within the transaction of the changes it counts. The returned function
 * updates the counts of the turn. Call it after the commit: a transaction that is retried must start from the same counts.
 */
export const addProgress = async (
  turn: SyncTurn,
  scope: Scope,
  table: SyncedTable,
  counts: Partial<ProgressCounts>,
): Promise<() => void> => {
  const { events } = turn.platform;
  const added = addCounts(turn.progress.get(table) ?? NO_COUNTS, counts);
  const { requests, runId } = turn;
  if (runId) {
    await saveProgress(scope, runId, Object.fromEntries([...turn.progress, [table, added]]), requests);
  }
  const isVisible = VISIBLE_COUNTS.some((name) => counts[name]);
  if (runId || isVisible)
    await events.publish(scope.db, scope.companyId, { topic: "sync", ...(runId && { id: runId }) });
  if (isVisible) await events.publish(scope.db, scope.companyId, { topic: tableMapping(table).topic });
  return () => {
    turn.progress.set(table, added);
    turn.requests -= runId ? requests : 0;
  };
};
