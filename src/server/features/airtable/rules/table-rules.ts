import type { Scope } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import type { Row } from "../store/rows.queries.ts";

/** A row that Airtable has changed or made. */
export interface RowChange {
  /** Absent when it is new. */
  before: Row | null;
  after: Row;
  /** When, by Airtable's clock where that is known. */
  at: string;
}

export type RuleNeeds = Pick<Platform, "events" | "clock">;

/** What a sync does with a table beyond copying. */
export interface TableRules {
  /** Columns beside the mapped ones that the rules look at or set, each with its value in a new row. */
  columns?: Readonly<Record<string, unknown>>;
  /**
   * How a field stands against what Airtable says. held: not now, look again in the next run. newer: ours was made after
   * what theirs answers, so it is not replaced without asking.
   */
  stance?(row: Row, field: string): "held" | "newer" | undefined;
  /** What else becomes of a row that changed. */
  derive?(change: RowChange): Readonly<Record<string, unknown>>;
  /** What follows from the changes, in the same transaction. */
  follow?(scope: Scope, changes: readonly RowChange[], needs: RuleNeeds): Promise<void>;
  /** The records are gone there. */
  remove(scope: Scope, ids: readonly string[], at: Date, needs: RuleNeeds): Promise<unknown>;
}

/** The columns that changed. */
export const changed = ({ before, after }: RowChange, column: string): boolean =>
  before !== null && before[column] !== after[column];
