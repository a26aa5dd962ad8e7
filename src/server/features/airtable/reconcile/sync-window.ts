import type { SyncedTable } from "#contract/synced-tables.ts";
import type { Scope } from "#platform/database/scope.ts";
import type { FieldValue } from "../mapping/field-kinds.ts";
import { mappedFields } from "../mapping/mapping.ts";
import {
  closeConflicts,
  findEdits,
  findOpenConflicts,
  rebaseEdits,
  type StoredConflict,
  type StoredEdit,
  upsertConflicts,
} from "./conflicts.queries.ts";
import { archiveEdits } from "./history.queries.ts";
import {
  type FieldConflict,
  type FieldState,
  hasUnpushedValue,
  type MergeRules,
  preferByPrecedence,
} from "./merge-field.ts";
import { lockRecords, type StoredRecord, type StoredRecordChange, upsertRecords } from "./records.queries.ts";
import { type ReportedChange, WHOLE_RECORD } from "./remote-record.ts";
import { lockRows, type Row } from "./rows.queries.ts";
import { rulesFor } from "./table-rules.ts";

/** A record's stored sync state together with its row. */
export interface RecordState {
  localId: string;
  /** Null when the row was deleted or does not exist yet. */
  row: Row | null;
  stored: StoredRecord | null;
  /** The editable fields. */
  fields: Readonly<Record<string, FieldState>>;
  parkedFields: ReadonlySet<string>;
  fieldsThatMayAddChoice: ReadonlySet<string>;
  /** Open conflicts of the kinds "overwritten" and "deleted". */
  otherConflicts: readonly StoredConflict[];
}

const isEditableDirection = (direction: string): boolean => direction === "both" || direction === "out";

/** The fields that users of the product may change. */
export const editableFields = (table: SyncedTable) =>
  mappedFields(table).filter(([, { direction }]) => isEditableDirection(direction));

export const isTwoWay = (table: SyncedTable, field: string): boolean =>
  editableFields(table).some(([name, { direction }]) => name === field && direction === "both");

const preferences = new Map<object, MergeRules["prefer"]>();

export const mergeRulesFor = (table: SyncedTable, field: string, row: Row | null): MergeRules => {
  const mapping = mappedFields(table).find(([name]) => name === field)?.[1];
  if (!mapping) throw new Error(`${table} has no field ${field}`);
  const { kind, precedence } = mapping;
  if (precedence && !preferences.has(precedence)) preferences.set(precedence, preferByPrecedence(precedence));
  return {
    equals: kind.equals,
    prefer: precedence && preferences.get(precedence),
    oursIsNewer: row !== null && rulesFor(table).guardField?.(row, field) === "ours_is_newer",
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
  const normalise = (value: FieldValue): FieldValue =>
    kind && value !== null ? (kind.fromColumn(value) ?? value) : value;
  return {
    base: stored?.baseValues[field],
    local: row && kind ? kind.fromColumn(row[field]) : undefined,
    edits: edits.filter((edit) => edit.field === field).map(({ id, basedOn }) => ({ id, basedOn: normalise(basedOn) })),
    unconfirmed: stored?.unconfirmed[field] ?? null,
    unreported: stored?.unreported[field] ?? [],
    conflict: conflict ? { ...conflict, kind: "changed" } : null,
    overwritten: [],
  };
};

const groupByLocalId = <T extends { localId: string }>(items: readonly T[]): Map<string, T[]> =>
  Map.groupBy(items, ({ localId }) => localId);

/**
 * Locks and reads these rows and their sync state, until the end of the transaction. Rows are locked before records, the
 * same order as in a user's edit, so that the two cannot deadlock.
 */
export const beginSyncWindow = async (
  scope: Scope,
  table: SyncedTable,
  localIds: readonly string[],
): Promise<Map<string, RecordState>> => {
  const rows = new Map(
    (await lockRows(scope, table, localIds, Object.keys(rulesFor(table).extraColumns ?? {}))).map((row) => [
      row.id,
      row,
    ]),
  );
  const records = new Map((await lockRecords(scope, table, localIds)).map((record) => [record.localId, record]));
  const edits = groupByLocalId(await findEdits(scope, table, localIds));
  const conflicts = groupByLocalId(await findOpenConflicts(scope, table, localIds));
  const fieldsOf = (edits: readonly StoredEdit[]) => new Set(edits.map(({ field }) => field));
  const build = (localId: string): RecordState => {
    const loaded = {
      row: rows.get(localId) ?? null,
      stored: records.get(localId) ?? null,
      edits: edits.get(localId) ?? [],
      conflicts: conflicts.get(localId) ?? [],
    };
    return {
      localId,
      row: loaded.row,
      stored: loaded.stored,
      fields: Object.fromEntries(
        editableFields(table).map(([field]) => [field, buildFieldState(table, field, loaded)]),
      ),
      parkedFields: fieldsOf(loaded.edits.filter(({ isParked }) => isParked)),
      fieldsThatMayAddChoice: fieldsOf(loaded.edits.filter(({ mayAddChoice }) => mayAddChoice)),
      otherConflicts: loaded.conflicts.filter(({ kind }) => kind !== "changed"),
    };
  };
  return new Map(localIds.map((id) => [id, build(id)]));
};

/** The new state of a record, to be stored by endSyncWindow. */
export interface RecordStateChange {
  state: RecordState;
  fields: Readonly<Record<string, FieldState>>;
  recordId: string | null;
  problem: string | null;
  /** Unchanged when absent. */
  fingerprint?: string;
  modifiedAt?: string | null;
  /** The database rejected what was last read from Airtable. */
  isRefused?: boolean;
  mustReread?: boolean;
  leftEmpty?: readonly string[];
  /** In Airtable its App ID is empty, or that of another record. */
  lacksAppId?: boolean;
  /** True resolves an open conflict of the kind "deleted". */
  existsInAirtable?: boolean;
  /** Who changed which field in Airtable, and when, as far as the change feed has told. */
  reportedFields?: Readonly<Record<string, ReportedChange>>;
  /** When somebody has changed the record in Airtable since it was last read. Null when it may have been our own write. */
  changedSinceReadAt?: string | null;
  /** Fields that the company does not synchronise: their edits are kept, but nothing waits for them. */
  leftOut?: ReadonlySet<string>;
}

type FieldStates = Readonly<Record<string, FieldState>>;

const pickFromFields = <T>(fields: FieldStates, read: (state: FieldState) => T | undefined | null): Record<string, T> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, state]) => {
      const value = read(state);
      return value === undefined || value === null ? [] : [[name, value]];
    }),
  );

const baseValuesOf = (fields: FieldStates) =>
  Object.fromEntries(Object.entries(fields).flatMap(([name, { base }]) => (base === undefined ? [] : [[name, base]])));

const hasUnpushedFields = (table: SyncedTable, { state: { row }, fields, leftOut }: RecordStateChange): boolean =>
  Object.entries(fields).some(
    ([name, field]) =>
      !leftOut?.has(name) &&
      (field.edits.length > 0 ||
        (isTwoWay(table, name) && row !== null && hasUnpushedValue(field, mergeRulesFor(table, name, row)))),
  );

/** A parked edit may have arrived after all: with the creation of its record, or because both sides got the same value. */
const hasParkedEdits = ({ state: { parkedFields }, fields }: RecordStateChange): boolean =>
  [...parkedFields].some((name) => fields[name]?.edits.length !== 0);

const deriveSyncState = (table: SyncedTable, change: RecordStateChange): StoredRecordChange["state"] => {
  const { state, fields, recordId, problem, existsInAirtable } = change;
  const all = Object.values(fields);
  if (problem || hasParkedEdits(change)) return "error";
  // A record that has to be created is never waiting for a choice between two sides.
  if (recordId === null) return "pending";
  const closed = restoredOverwritten(change);
  const others = state.otherConflicts.filter(
    (other) => !closed.includes(other) && !(existsInAirtable && other.kind === "deleted"),
  );
  if (others.length > 0 || all.some(({ conflict, overwritten }) => conflict || overwritten.length > 0))
    return "conflict";
  return hasUnpushedFields(table, change) ? "pending" : "synced";
};

const isImported = ({ state }: RecordStateChange): boolean => state.stored === null && state.row === null;

const toStoredRecord = (table: SyncedTable, change: RecordStateChange): StoredRecordChange => ({
  localId: change.state.localId,
  recordId: change.recordId,
  baseValues: baseValuesOf(change.fields),
  unconfirmed: pickFromFields(change.fields, ({ unconfirmed }) => unconfirmed),
  unreported: pickFromFields(change.fields, ({ unreported }) => (unreported.length > 0 ? unreported : null)),
  leftEmpty: change.leftEmpty ?? change.state.stored?.leftEmpty ?? [],
  fingerprint: change.fingerprint ?? null,
  state: deriveSyncState(table, change),
  problem: change.problem,
  isRefused: change.isRefused ?? change.state.stored?.isRefused ?? false,
  mustReread: change.mustReread ?? change.state.stored?.mustReread ?? false,
  lacksAppId: change.lacksAppId ?? change.state.stored?.lacksAppId ?? false,
  modifiedAt: change.modifiedAt ?? null,
  isImported: isImported(change),
  createdBy: isImported(change) ? (change.reportedFields?.[WHOLE_RECORD]?.author ?? null) : null,
});

const flatMapFields = <T>(
  changes: readonly RecordStateChange[],
  read: (localId: string, field: string, after: FieldState, before: FieldState | undefined) => T[],
): T[] =>
  changes.flatMap(({ state, fields }) =>
    Object.entries(fields).flatMap(([field, after]) => read(state.localId, field, after, state.fields[field])),
  );

/**
 * The author and time of Airtable's value. If the feed does not tell the time, that of the record's change is used, but only for a value
 * that is new in the conflict.
 */
const theirChange = (change: RecordStateChange, field: string, { kind, theirs }: FieldConflict) => {
  const { author = null, at = null } = change.reportedFields?.[field] ?? {};
  const known = change.state.fields[field]?.conflict;
  const isNew = kind === "changed" && (!known || known.theirs !== theirs);
  return { theirsBy: author, theirsAt: at ?? (isNew ? (change.changedSinceReadAt ?? null) : null) };
};

/** New conflicts and open ones with changed values. */
const conflictsToStore = (changes: readonly RecordStateChange[]): StoredConflict[] =>
  changes.flatMap((change) =>
    flatMapFields([change], (localId, field, after) =>
      [...(after.conflict ? [after.conflict] : []), ...after.overwritten].map((conflict) => ({
        ...conflict,
        localId,
        field,
        ...theirChange(change, field, conflict),
      })),
    ),
  );

/** Both sides have the value that our write had replaced: nothing is left to choose. */
const restoredOverwritten = ({ state, fields }: RecordStateChange): StoredConflict[] =>
  state.otherConflicts.filter(({ kind, field, theirs }) => {
    const now = fields[field];
    return kind === "overwritten" && now?.local === theirs && now.base === theirs;
  });

const resolvedConflicts = (changes: readonly RecordStateChange[]) => {
  const changed = flatMapFields(changes, (localId, field, after, before) =>
    before?.conflict && !after.conflict ? [{ localId, field, kind: "changed" }] : [],
  );
  const deleted = changes.flatMap(({ state, existsInAirtable }) =>
    existsInAirtable ? state.otherConflicts.filter(({ kind }) => kind === "deleted") : [],
  );
  return [...changed, ...deleted, ...changes.flatMap(restoredOverwritten)];
};

const acknowledgedEdits = (changes: readonly RecordStateChange[]): number[] =>
  flatMapFields(changes, (_localId, _field, after, before) => {
    const remaining = new Set(after.edits.map(({ id }) => id));
    return (before?.edits ?? []).flatMap(({ id }) => (remaining.has(id) ? [] : [id]));
  });

const rebasedEdits = (changes: readonly RecordStateChange[]) =>
  flatMapFields(changes, (_localId, _field, after, before) =>
    after.edits.filter(({ id, basedOn }) => before?.edits.find((edit) => edit.id === id)?.basedOn !== basedOn),
  );

/** Stores the new states of the records that beginSyncWindow has locked. */
export const endSyncWindow = async (
  scope: Scope,
  table: SyncedTable,
  changes: readonly RecordStateChange[],
  now: Date,
): Promise<{ newConflicts: number }> => {
  await archiveEdits(scope, acknowledgedEdits(changes));
  await rebaseEdits(scope, rebasedEdits(changes));
  await upsertConflicts(scope, table, conflictsToStore(changes), now);
  await closeConflicts(scope, table, resolvedConflicts(changes), now);
  await upsertRecords(
    scope,
    table,
    changes.map((change) => toStoredRecord(table, change)),
  );
  const newConflicts = flatMapFields(changes, (_localId, _field, after, before) => [
    ...(after.conflict && !before?.conflict ? [after.conflict] : []),
    ...after.overwritten,
  ]);
  return { newConflicts: newConflicts.length };
};
