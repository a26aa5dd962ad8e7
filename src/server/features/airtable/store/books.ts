import type { SyncedTable } from "#contract/airtable.ts";
import type { Scope } from "#platform/database/scope.ts";
import type { Value } from "../mapping/kinds.ts";
import { fieldsOf } from "../mapping/mapping.ts";
import { type FieldBook, type FieldRules, preferByRank } from "../merge/merge.ts";
import { rulesFor } from "../rules/rules.ts";
import {
  findEdits,
  findOpenConflicts,
  lockRecords,
  type StoredConflict,
  type StoredEdit,
  type StoredRecord,
} from "./records.queries.ts";
import { lockRows, type Row } from "./rows.queries.ts";

/** All that is known about one record and our row of it. */
export interface RecordBook {
  localId: string;
  /** Absent when the row is gone or was never made. */
  row: Row | null;
  stored: StoredRecord | null;
  /** The fields that people may change here. */
  fields: Readonly<Record<string, FieldBook>>;
  parked: ReadonlySet<string>;
  /** Conflicts that are open beside those in the fields' own books. */
  conflicts: readonly StoredConflict[];
}

const isEditable = (direction: string): boolean => direction === "both" || direction === "out";

/** The fields of a table that have a book. */
export const bookFields = (table: SyncedTable) => fieldsOf(table).filter(([, { direction }]) => isEditable(direction));

export const isTwoWay = (table: SyncedTable, field: string): boolean =>
  bookFields(table).some(([name, { direction }]) => name === field && direction === "both");

const RANKS = new Map<object, FieldRules["prefer"]>();

export const fieldRules = (table: SyncedTable, field: string, row: Row | null): FieldRules => {
  const map = fieldsOf(table).find(([name]) => name === field)?.[1];
  if (!map) throw new Error(`${table} has no field ${field}`);
  const { kind, precedence } = map;
  if (precedence && !RANKS.has(precedence)) RANKS.set(precedence, preferByRank(precedence));
  return {
    same: kind.same,
    prefer: precedence && RANKS.get(precedence),
    isNewer: row !== null && rulesFor(table).stance?.(row, field) === "newer",
  };
};

const fieldBook = (
  table: SyncedTable,
  field: string,
  {
    row,
    stored,
    edits,
    conflicts,
  }: { row: Row | null; stored: StoredRecord | null; edits: StoredEdit[]; conflicts: StoredConflict[] },
): FieldBook => {
  const kind = fieldsOf(table).find(([name]) => name === field)?.[1].kind;
  const conflict = conflicts.find((open) => open.field === field && open.kind === "changed");
  const canon = (value: Value): Value => (kind && value !== null ? kind.fromRow(value) : value);
  return {
    agreed: stored?.agreed[field],
    local: row && kind ? kind.fromRow(row[field]) : undefined,
    edits: edits.filter((edit) => edit.field === field).map(({ id, basedOn }) => ({ id, basedOn: canon(basedOn) })),
    sent: stored?.sent[field] ?? null,
    written: stored?.written[field] ?? [],
    conflict: conflict ? { ...conflict, kind: "changed" } : null,
    overwritten: [],
  };
};

const groupBy = <T extends { localId: string }>(items: readonly T[]): Map<string, T[]> =>
  Map.groupBy(items, ({ localId }) => localId);

/**
 * Reads and locks everything about these rows: first the rows, then their records, which is the order of whoever edits
 * them, so that neither waits for the other for ever.
 */
export const openBooks = async (
  scope: Scope,
  table: SyncedTable,
  localIds: readonly string[],
): Promise<Map<string, RecordBook>> => {
  const rows = new Map(
    (await lockRows(scope, table, localIds, Object.keys(rulesFor(table).columns ?? {}))).map((row) => [row.id, row]),
  );
  const records = new Map((await lockRecords(scope, table, localIds)).map((record) => [record.localId, record]));
  const edits = groupBy(await findEdits(scope, table, localIds));
  const conflicts = groupBy(await findOpenConflicts(scope, table, localIds));
  const open = (localId: string): RecordBook => {
    const own = {
      row: rows.get(localId) ?? null,
      stored: records.get(localId) ?? null,
      edits: edits.get(localId) ?? [],
      conflicts: conflicts.get(localId) ?? [],
    };
    return {
      localId,
      row: own.row,
      stored: own.stored,
      fields: Object.fromEntries(bookFields(table).map(([field]) => [field, fieldBook(table, field, own)])),
      parked: new Set(own.edits.filter(({ isParked }) => isParked).map(({ field }) => field)),
      conflicts: own.conflicts.filter(({ kind }) => kind !== "changed"),
    };
  };
  return new Map(localIds.map((id) => [id, open(id)]));
};
