import type { SyncedTable } from "#contract/synced-tables.ts";
import { isEmptyCell } from "../mapping/conversions.ts";
import type { FieldValue } from "../mapping/field-kinds.ts";
import { type FieldMapping, mappedFields, tableMapping } from "../mapping/mapping.ts";
import {
  EMPTY_FIELD_STATE,
  type FieldState,
  mergeLeftEmpty,
  mergeOutgoing,
  mergeRemote,
  mergeUnreadable,
} from "./merge-field.ts";
import { type RemoteRecord, type RemoteValues, unreadableText } from "./remote-record.ts";
import type { Row, RowChange } from "./rows.queries.ts";
import { editableFields, mergeRulesFor, type RecordState } from "./sync-window.ts";
import { rulesFor } from "./table-rules.ts";

/** The outcome of comparing a record with its row: the new field states and the new row. */
export interface Reconciliation {
  state: RecordState;
  remote: RemoteRecord;
  /** Of the fields that the base has. Links are row ids. */
  values: RemoteValues;
  fields: Readonly<Record<string, FieldState>>;
  leftEmpty: readonly string[];
  change: RowChange;
  /** Whether the row has to be written. Always true with a field of HTML: only the update compares that with the stored value. */
  isChanged: boolean;
  mustReread: boolean;
  problem: string | null;
}

const MAX_SHOWN_LENGTH = 200;

/** Cutting a string may split a character, and PostgreSQL rejects the halves. */
const shownCell = (cell: unknown): string => {
  const text = JSON.stringify(cell) ?? "";
  return text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH).toWellFormed()}…` : text;
};

const explainUnreadable = (
  unreadable: readonly [string, FieldMapping][],
  { cells, fields }: RemoteRecord,
): string | null => {
  const reasons = unreadable.map(([name, { airtableName, kind }]) => ({
    field: `"${fields[name]?.name ?? airtableName}"`,
    reason: `(${kind.label}): ${shownCell(cells[name])}`,
  }));
  const [first, ...others] = reasons;
  if (!first) return null;
  if (others.length === 0)
    return `In het veld ${first.field} staat in Airtable iets wat hier niet kan ${first.reason}. Pas het daar aan; daarna gaat het vanzelf mee.`;
  const listed = reasons.map(({ field, reason }) => `${field} ${reason}`).join("; ");
  return `In ${reasons.length} velden staat in Airtable iets wat hier niet kan: ${listed}. Pas het daar aan; daarna gaat het vanzelf mee.`;
};

/** In bytes. */
const LONG_TEXT = 2_000;

/** The fields with a text that may not fit in an index, the longest first. */
export const findLongTexts = (table: SyncedTable, values: RemoteValues): string[] => {
  const lengthOf = (name: string): number => {
    const value = values[name];
    return typeof value === "string" ? Buffer.byteLength(value) : 0;
  };
  return mappedFields(table)
    .filter(([name, { isIndexed }]) => isIndexed && lengthOf(name) > LONG_TEXT)
    .map(([name]) => name)
    .toSorted((one, other) => lengthOf(other) - lengthOf(one));
};

export const explainTooLong = (table: SyncedTable, name: string, { fields }: RemoteRecord): string =>
  `De tekst in het veld "${fields[name]?.name ?? tableMapping(table).fields[name]?.airtableName}" is te lang. Maak hem in Airtable korter; daarna gaat het vanzelf mee.`;

const emptyValueOf = ({ emptyValue = null }: FieldMapping, createdAt: string): FieldValue =>
  emptyValue !== null && typeof emptyValue === "object" ? createdAt : emptyValue;

/**
 * Airtable does not have the field. If there is no merge base, our value becomes it: it would otherwise be pushed once the field
 * exists.
 */
const keepOurs = (before: FieldState, ours: FieldValue): FieldState =>
  before.base === undefined ? { ...before, base: ours, local: ours } : before;

const isEmptyValue = (value: unknown): boolean => value === undefined || value === null || value === "";

/**
 * The fields that we could not fill when we created the record, such as a list of choices, and that are still empty in Airtable:
 * nobody has emptied them there, so that our values stay.
 */
const findLeftEmpty = (
  table: SyncedTable,
  { row, stored, fields }: RecordState,
  { cells }: RemoteRecord,
  isWriteResponse: boolean,
): Set<string> => {
  const isNew = stored?.recordId === null && (isWriteResponse || Object.keys(stored.unconfirmed).length > 0);
  const wasLeftEmpty = (field: string): boolean => {
    const isWritten = Boolean(fields[field]?.unconfirmed);
    if (isNew) return !isWritten;
    return Boolean(stored?.leftEmpty.includes(field)) && !(isWriteResponse && isWritten);
  };
  const names = mappedFields(table).flatMap(([field, { direction, kind }]) => {
    if (!row || direction === "out" || !(field in cells) || !isEmptyCell(cells[field])) return [];
    return wasLeftEmpty(field) && !isEmptyValue(kind.fromColumn(row[field])) ? [field] : [];
  });
  return new Set(names);
};

const mergeFields = (
  table: SyncedTable,
  state: RecordState,
  { createdAt, cells }: RemoteRecord,
  values: RemoteValues,
  { isWriteResponse, leftEmpty }: { isWriteResponse: boolean; leftEmpty: ReadonlySet<string> },
) => {
  const wasDeleted = state.stored?.state === "remote_deleted";
  const postponed = new Set<string>();
  const entries = editableFields(table).map(([field, mapping]): [string, FieldState] => {
    const { direction, kind } = mapping;
    const before = wasDeleted ? EMPTY_FIELD_STATE : (state.fields[field] ?? EMPTY_FIELD_STATE);
    const remote = values[field];
    if (remote === undefined && direction === "out") return [field, before];
    if (remote === undefined) {
      const ours = state.row ? kind.fromColumn(state.row[field]) : emptyValueOf(mapping, createdAt);
      if (!(field in cells)) return [field, keepOurs(before, ours)];
      const known = { ...before, local: before.local ?? ours };
      return [field, mergeUnreadable(known, unreadableText(cells[field]), mergeRulesFor(table, field, state.row))];
    }
    if (state.row && rulesFor(table).guardField?.(state.row, field) === "postpone") {
      postponed.add(field);
      return [field, before];
    }
    const rules = mergeRulesFor(table, field, state.row);
    if (leftEmpty.has(field)) return [field, mergeLeftEmpty(state.fields[field] ?? before, rules)];
    return [
      field,
      direction === "out"
        ? mergeOutgoing(before, remote, rules, isWriteResponse)
        : mergeRemote(before, remote, rules, isWriteResponse),
    ];
  });
  return { fields: Object.fromEntries(entries), isPostponed: postponed.size > 0 };
};

const isUnchangedInAirtable = (
  table: SyncedTable,
  row: Row,
  { field, airtableColumn }: { field: string; airtableColumn: string },
  values: RemoteValues,
): boolean => {
  const remote = values[field] ?? null;
  const kind = mappedFields(table).find(([name]) => name === field)?.[1].kind;
  return remote !== null && kind?.equals(kind.fromColumn(row[airtableColumn]), remote) === true;
};

/**
 * Whether the row keeps the value that a user accepted. If Airtable has no value, the triggers in migrations/0009_writer.sql would
 * keep it too, but the history would report that Airtable has emptied the field.
 */
const isAcceptedHere = (table: SyncedTable, row: Row, field: string, values: RemoteValues): boolean => {
  const { accepted = [] } = rulesFor(table);
  return accepted.some(({ column, fields, main }) => {
    if (!fields.includes(field) || row[column] !== true) return false;
    return values[field] === null || (main !== undefined && isUnchangedInAirtable(table, row, main, values));
  });
};

/**
 * Airtable's current values of the fields whose value a user may choose here, for the columns that store them. Null after a new value
 * has replaced what the user chose: from then on Airtable's values are the ones that are shown.
 */
const airtableColumns = (table: SyncedTable, row: Row | null, values: RemoteValues): [string, unknown][] =>
  (rulesFor(table).accepted ?? []).flatMap(({ column, main }): [string, unknown][] => {
    if (!main || values[main.field] === undefined) return [];
    const isReplaced = row?.[column] === true && !isUnchangedInAirtable(table, row, main, values);
    return [[main.airtableColumn, isReplaced ? null : values[main.field]]];
  });

/** The new values of the columns that are read from Airtable. An equal value keeps the form that the row has. */
const mergedColumns = (
  table: SyncedTable,
  { row }: RecordState,
  remote: RemoteRecord,
  values: RemoteValues,
  { fields, leftEmpty }: { fields: Reconciliation["fields"]; leftEmpty: ReadonlySet<string> },
): Record<string, unknown> =>
  Object.fromEntries([
    ...airtableColumns(table, row, values),
    ...mappedFields(table).flatMap(([field, mapping]): [string, unknown][] => {
      if (mapping.direction === "out") return [];
      if (row && leftEmpty.has(field)) return [[field, row[field]]];
      const value = mapping.direction === "both" ? fields[field]?.local : values[field];
      // Airtable empties the links to a deleted record. Ours stay: a sent message keeps the name of its recipient.
      const isEmptiedLink = mapping.linksTo && value === null && row;
      if (isEmptiedLink) return [[field, row[field]]];
      if (row && isAcceptedHere(table, row, field, values)) return [];
      // Not in the base, or a column that is not read for the comparison and whose cell cannot be read: its value stays.
      if (value === undefined && row && !(field in remote.cells && field in row)) return [];
      if (value === undefined) return [[field, row ? row[field] : emptyValueOf(mapping, remote.createdAt)]];
      const isSame = row && field in row && mapping.kind.equals(mapping.kind.fromColumn(row[field]), value);
      return [[field, isSame ? row[field] : value]];
    }),
  ]);

const newRow = (table: SyncedTable, { localId }: RecordState, { createdAt }: RemoteRecord): Row => ({
  ...rulesFor(table).extraColumns,
  id: localId,
  created_at: createdAt,
});

/** The fields that we only write, whose value had arrived and is not there any more. */
const findEmptied = (table: SyncedTable, fields: Reconciliation["fields"], values: RemoteValues): string[] =>
  editableFields(table).flatMap(([field, { direction }]) => {
    const state = fields[field];
    const hasArrived = state?.edits.length === 0 && state.unconfirmed === null && (state.base ?? null) !== null;
    return direction === "out" && hasArrived && values[field] === null ? [field] : [];
  });

/**
 * Compares a record with its row. Pure: nothing is written. Links in `values` are row ids. A field whose text is too long to be stored
 * counts as one that cannot be read.
 */
export const reconcileRecord = (
  table: SyncedTable,
  state: RecordState,
  remote: RemoteRecord,
  readValues: RemoteValues,
  { isWriteResponse, now, tooLong = [] }: { isWriteResponse: boolean; now: Date; tooLong?: readonly string[] },
): Reconciliation => {
  const values = { ...readValues, ...Object.fromEntries(tooLong.map((name) => [name, undefined])) };
  const leftEmpty = findLeftEmpty(table, state, remote, isWriteResponse);
  const { fields, isPostponed } = mergeFields(table, state, remote, values, { isWriteResponse, leftEmpty });
  const before = state.row;
  const merged = mergedColumns(table, state, remote, values, { fields, leftEmpty });
  const after: Row = { ...(before ?? newRow(table, state, remote)), ...merged };
  const change = { before, after, at: remote.modifiedAt ?? now.toISOString() };
  const derived = rulesFor(table).deriveColumns?.(change, findEmptied(table, fields, values)) ?? {};
  const unreadable = mappedFields(table).filter(
    ([name, { unparsedColumn }]) =>
      name in remote.cells && values[name] === undefined && !unparsedColumn && !tooLong.includes(name),
  );
  const problems = [
    explainUnreadable(unreadable, remote),
    ...tooLong.map((name) => explainTooLong(table, name, remote)),
  ].filter((problem) => problem !== null);
  return {
    state,
    remote,
    values: readValues,
    fields,
    leftEmpty: [...leftEmpty],
    change: { ...change, after: { ...after, ...derived } },
    isChanged: !before || Object.entries({ ...merged, ...derived }).some(([name, value]) => before[name] !== value),
    mustReread: isPostponed,
    problem: problems.join(" ") || null,
  };
};
