import type { SyncedTable, TableProgress } from "#contract/airtable.ts";
import { type Actor, type Scope, transaction } from "#platform/database/scope.ts";

import type { Platform } from "#platform/platform.ts";
import { AirtableProblem } from "../client/airtable-problem.ts";
import type { AirtableClient } from "../client/client.ts";
import type { BaseLayout, TableLayout } from "../mapping/base-layout.ts";
import { tableMapping } from "../mapping/mapping.ts";
import { type Lease, renewLease, saveProgress } from "./sync-turn.queries.ts";

export type SyncPlatform = Pick<
  Platform,
  "clock" | "config" | "database" | "events" | "jobs" | "log" | "outbound" | "secrets"
>;

/** Whoever changes things on Airtable's behalf. */
export const AIRTABLE_ACTOR: Actor = { id: "airtable", name: "Airtable", role: "user" };

/** The time is up, or something more urgent came: what is left is done in the next turn, from where this one stopped. */
export class TurnEnded extends Error {
  override readonly name = "TurnOver";
}

/** The lease is somebody else's, or the company no longer works: nothing more may be done. */
export class LeaseLost extends Error {
  override readonly name = "TurnLost";
}

export type ProgressCounts = Omit<TableProgress, "table">;
export const NO_COUNTS: ProgressCounts = { seen: 0, changed: 0, pushed: 0, conflicts: 0, errors: 0 };

/** A stretch of work on one company's base, by the holder of its lease. All it knows beyond this is in the database. */
export interface SyncTurn {
  platform: SyncPlatform;
  scope: Scope;
  lease: Lease;
  client: AirtableClient;
  layouts: BaseLayout;
  /** The run it works for; without one, it only sends what waits. */
  runId: string | null;
  progress: Map<SyncedTable, ProgressCounts>;
  /** Requests since they were last counted. */
  requests: number;
  /** Whether the base has a change feed, which tells what our writes replaced. */
  hasFeed: boolean;
  /** Between two steps: ends the turn when its time is up. */
  checkTime(): void;
  /** The same, and also when somebody came to the door: what people did goes before what can wait. */
  checkpoint(): void;
}

/** The layout of a table, or undefined when it is suspended. */
export const layoutOf = ({ layouts }: SyncTurn, table: SyncedTable): TableLayout | undefined => {
  const found = layouts[table];
  return found instanceof AirtableProblem ? undefined : found;
};

const addCounts = (one: ProgressCounts, other: Partial<ProgressCounts>): ProgressCounts => {
  const names = Object.keys(NO_COUNTS) as (keyof ProgressCounts)[];
  return Object.fromEntries(names.map((name) => [name, one[name] + (other[name] ?? 0)])) as unknown as ProgressCounts;
};

/** What a card shows: other values, or that an edit has arrived, is contested or was refused. */
const VISIBLE_COUNTS = ["changed", "pushed", "conflicts", "errors"] as const;

const RETRYABLE_CODES = ["40P01", "40001"];
const isRetryable = (error: unknown): boolean =>
  error instanceof Error && "code" in error && RETRYABLE_CODES.includes(String(error.code));
const MAX_ATTEMPTS = 4;

/**
 * Keeps something, if the lease is still ours: the transaction begins by saying so. Somebody's edit may stand in the way
 * of a page, or a page in the way of an edit; the database then ends one of the two, and it is done again.
 */
export const turnTransaction = async <T>(
  { scope, lease }: SyncTurn,
  work: (scope: Scope) => Promise<T>,
): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction(scope, async (scope) => {
        if (!(await renewLease(scope, lease))) throw new LeaseLost("the lease is gone");
        return work(scope);
      });
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isRetryable(error)) throw error;
    }
  }
};

/** Adds to what the run shows, and tells the screens, once per topic. To be called in the transaction it counts. */
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
    const shown = Object.fromEntries([...turn.progress, [table, added]]);
    await saveProgress(scope, runId, shown, requests);
  }
  const isNews = VISIBLE_COUNTS.some((name) => counts[name]);
  if (runId || isNews) await events.publish(scope.db, scope.companyId, { topic: "sync", ...(runId && { id: runId }) });
  if (isNews) await events.publish(scope.db, scope.companyId, { topic: tableMapping(table).topic });
  // Only what was kept counts: a transaction that is done again begins with the same figures.
  return () => {
    turn.progress.set(table, added);
    turn.requests -= runId ? requests : 0;
  };
};
