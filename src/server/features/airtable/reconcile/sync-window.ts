import type { SyncedTable } from "#contract/airtable.ts";
import type { Scope } from "#platform/database/scope.ts";
import type { FieldValue } from "../mapping/field-kinds.ts";
import { mappedFields } from "../mapping/mapping.ts";
import { type FieldState, hasUnsentValue, type MergeRules, preferByPrecedence } from "./merge-field.ts";
import {
  closeConflicts,
  deleteEdits,
  findEdits,
  findOpenConflicts,
  lockRecords,
  rebaseEdits,
  type StoredConflict,
  type StoredEdit,
  type StoredRecord,
  type StoredRecordChange,
  upsertConflicts,
  upsertRecords,
} from "./records.queries.ts";
import { lockRows, type Row } from "./rows.queries.ts";
import { rulesFor } from "./table-rules.ts";

/** All that is known about one record and our row of it. */
export interface RecordState {
  localId: string;
  /** Absent when the row is gone or was never made. */
  row: Row | null;
  stored: StoredRecord | null;
  /** The fields that people may change here. */
  fields: Readonly<Record<string, FieldState>>;
  parked: ReadonlySet<string>;
  /** Conflicts that are open beside those in the fields' own books. */
  conflicts: readonly StoredConflict[];
}

const isEditableDirection = (direction: string): boolean => direction === "both" || direction === "out";

/** The fields of a table that have a book. */
export const editableFields = (table: SyncedTable) =>
  mappedFields(table).filter(([, { direction }]) => isEditableDirection(direction));

export const isTwoWay = (table: SyncedTable, field: string): boolean =>
  editableFields(table).some(([name, { direction }]) => name === field && direction === "both");

const PREFERENCES = new Map<object, MergeRules["prefer"]>();

export const mergeRulesFor = (table: SyncedTable, field: string, row: Row | null): MergeRules => {
  const map = mappedFields(table).find(([name]) => name === field)?.[1];
  if (!map) throw new Error(`${table} has no field ${field}`);
  const { kind, precedence } = map;
  if (precedence && !PREFERENCES.has(precedence)) PREFERENCES.set(precedence, preferByPrecedence(precedence));
  return {
    same: kind.same,
    prefer: precedence && PREFERENCES.get(precedence),
    isNewer: row !== null && rulesFor(table).stance?.(row, field) === "newer",
  };
};

const buildFieldState = (
  table: SyncedTable,
  field: string,
  {
    row,
    stored,
    edits,
    conflicts,
  }: { row: Row | null; stored: StoredRecord | null; edits: StoredEdit[]; conflicts: StoredConflict[] },
): FieldState => {
  const kind = mappedFields(table).find(([name]) => name === field)?.[1].kind;
  const conflict = conflicts.find((open) => open.field === field && open.kind === "changed");
  const canon = (value: FieldValue): FieldValue => (kind && value !== null ? kind.fromRow(value) : value);
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

const groupByLocalId = <T extends { localId: string }>(items: readonly T[]): Map<string, T[]> =>
  Map.groupBy(items, ({ localId }) => localId);

/**
 * Reads and locks everything about these rows: first the rows, then their records, which is the order of whoever edits
 * them, so that neither waits for the other for ever.
 */
export const beginSyncWindow = async (
  scope: Scope,
  table: SyncedTable,
  localIds: readonly string[],
): Promise<Map<string, RecordState>> => {
  const rows = new Map(
    (await lockRows(scope, table, localIds, Object.keys(rulesFor(table).columns ?? {}))).map((row) => [row.id, row]),
  );
  const records = new Map((await lockRecords(scope, table, localIds)).map((record) => [record.localId, record]));
  const edits = groupByLocalId(await findEdits(scope, table, localIds));
  const conflicts = groupByLocalId(await findOpenConflicts(scope, table, localIds));
  const open = (localId: string): RecordState => {
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
      fields: Object.fromEntries(editableFields(table).map(([field]) => [field, buildFieldState(table, field, own)])),
      parked: new Set(own.edits.filter(({ isParked }) => isParked).map(({ field }) => field)),
      conflicts: own.conflicts.filter(({ kind }) => kind !== "changed"),
    };
  };
  return new Map(localIds.map((id) => [id, open(id)]));
};

/** A record's book as it is to be kept. */
export interface RecordStateChange {
  book: RecordState;
  fields: Readonly<Record<string, FieldState>>;
  recordId: string | null;
  problem: string | null;
  /** Absent: as it was. */
  fingerprint?: string;
  modifiedAt?: string | null;
  lookAgain?: boolean;
  /** The record is there after all. */
  isBack?: boolean;
}

type FieldStates = Readonly<Record<string, FieldState>>;

const pickFromFields = <T>(fields: FieldStates, read: (book: FieldState) => T | undefined | null): Record<string, T> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, book]) => {
      const value = read(book);
      return value === undefined || value === null ? [] : [[name, value]];
    }),
  );

const agreedOf = (fields: FieldStates) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { agreed }]) => (agreed === undefined ? [] : [[name, agreed]])),
  );

const hasUnsentFields = (table: SyncedTable, { row }: RecordState, fields: FieldStates): boolean =>
  Object.entries(fields).some(
    ([field, own]) =>
      own.edits.length > 0 ||
      (isTwoWay(table, field) && row !== null && hasUnsentValue(own, mergeRulesFor(table, field, row))),
  );

const deriveSyncState = (table: SyncedTable, change: RecordStateChange): StoredRecordChange["state"] => {
  const { book, fields, recordId, problem, isBack } = change;
  const all = Object.values(fields);
  if (problem || book.parked.size > 0) return "error";
  const others = isBack ? book.conflicts.filter(({ kind }) => kind !== "deleted") : book.conflicts;
  if (others.length > 0 || all.some(({ conflict, overwritten }) => conflict || overwritten.length > 0))
    return "conflict";
  return recordId === null || hasUnsentFields(table, book, fields) ? "pending" : "synced";
};

const toStoredRecord = (table: SyncedTable, change: RecordStateChange): StoredRecordChange => ({
  localId: change.book.localId,
  recordId: change.recordId,
  agreed: agreedOf(change.fields),
  sent: pickFromFields(change.fields, ({ sent }) => sent),
  written: pickFromFields(change.fields, ({ written }) => (written.length > 0 ? written : null)),
  fingerprint: change.fingerprint ?? null,
  state: deriveSyncState(table, change),
  problem: change.problem,
  lookAgain: change.lookAgain ?? change.book.stored?.lookAgain ?? false,
  modifiedAt: change.modifiedAt ?? null,
});

const forEachField = <T>(
  changes: readonly RecordStateChange[],
  read: (localId: string, field: string, after: FieldState, before: FieldState | undefined) => T[],
): T[] =>
  changes.flatMap(({ book, fields }) =>
    Object.entries(fields).flatMap(([field, after]) => read(book.localId, field, after, book.fields[field])),
  );

/** Conflicts to show: new ones, those whose values moved on, and edits found to have been overwritten. */
const conflictsToStore = (changes: readonly RecordStateChange[]): StoredConflict[] =>
  forEachField(changes, (localId, field, after) =>
    [...(after.conflict ? [after.conflict] : []), ...after.overwritten].map((conflict) => ({
      localId,
      field,
      ...conflict,
    })),
  );

const resolvedConflicts = (changes: readonly RecordStateChange[]) => {
  const changed = forEachField(changes, (localId, field, after, before) =>
    before?.conflict && !after.conflict ? [{ localId, field, kind: "changed" }] : [],
  );
  const back = changes.flatMap(({ book, isBack }) =>
    isBack ? book.conflicts.filter(({ kind }) => kind === "deleted") : [],
  );
  return [...changed, ...back];
};

const acknowledgedEdits = (changes: readonly RecordStateChange[]): number[] =>
  forEachField(changes, (_localId, _field, after, before) => {
    const left = new Set(after.edits.map(({ id }) => id));
    return (before?.edits ?? []).flatMap(({ id }) => (left.has(id) ? [] : [id]));
  });

const rebasedEdits = (changes: readonly RecordStateChange[]) =>
  forEachField(changes, (_localId, _field, after, before) =>
    after.edits.filter(({ id, basedOn }) => before?.edits.find((edit) => edit.id === id)?.basedOn !== basedOn),
  );

/** Keeps what has become of these books; says how many conflicts are new. */
export const endSyncWindow = async (
  scope: Scope,
  table: SyncedTable,
  changes: readonly RecordStateChange[],
  now: Date,
): Promise<{ newConflicts: number }> => {
  await deleteEdits(scope, acknowledgedEdits(changes));
  await rebaseEdits(scope, rebasedEdits(changes));
  await upsertConflicts(scope, table, conflictsToStore(changes), now);
  await closeConflicts(scope, table, resolvedConflicts(changes), now);
  await upsertRecords(
    scope,
    table,
    changes.map((change) => toStoredRecord(table, change)),
  );
  const isNew = forEachField(changes, (_localId, _field, after, before) => [
    ...(after.conflict && !before?.conflict ? [1] : []),
    ...after.overwritten.map(() => 1),
  ]);
  return { newConflicts: isNew.length };
};
