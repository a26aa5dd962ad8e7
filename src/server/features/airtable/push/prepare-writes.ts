import { SYNCED_TABLES, type SyncedTable } from "#contract/airtable.ts";
import type { Scope } from "#platform/database/scope.ts";
import type { TableLayout } from "../mapping/base-layout.ts";
import type { FieldValue } from "../mapping/field-kinds.ts";
import { mappedFields, tableMapping } from "../mapping/mapping.ts";
import { type FieldState, hasUnsentValue, markAsSent } from "../reconcile/merge-field.ts";
import { findWholeRows, type Row } from "../reconcile/rows.queries.ts";
import {
  beginSyncWindow,
  endSyncWindow,
  isTwoWay,
  mergeRulesFor,
  type RecordState,
  type RecordStateChange,
} from "../reconcile/sync-window.ts";
import { type SyncTurn, turnTransaction } from "../runs/sync-turn.ts";
import { findRecordIds, forgetRecord, parkEdits } from "./outbox.queries.ts";

/** Cells by the ids of their fields. */
type Cells = Record<string, unknown>;

/** Why a value cannot be written there. */
const explainUnknownChoice = (table: SyncedTable, field: string, value: FieldValue): string =>
  `Airtable kent de keuze "${String(value)}" niet in het veld "${tableMapping(table).fields[field]?.theirs}". Voeg die keuze daar toe.`;

/** The changed fields of a record, as cells; and what their fields cannot hold, with the reason. */
const toCells = (
  { table, fields }: TableLayout,
  values: Readonly<Record<string, FieldValue>>,
): { cells: Cells; refused: Record<string, string> } => {
  const cells: Cells = {};
  const refused: Record<string, string> = {};
  for (const [name, value] of Object.entries(values)) {
    const field = fields[name];
    const map = tableMapping(table).fields[name];
    if (!field || !map) continue;
    const cell = map.kind.write(value, field);
    if (cell === undefined) refused[name] = explainUnknownChoice(table, name, value);
    else cells[field.id] = cell;
  }
  return { cells, refused };
};

/** A whole row as a new record. What Airtable works out itself is left to it; a class it does not know is left out. */
const toNewRecordCells = (
  layout: TableLayout,
  row: Row,
  recordIdOf: (table: SyncedTable, localId: string) => string | undefined,
): { cells: Cells; waitsFor: SyncedTable | undefined } => {
  const cells: Cells = { [layout.appId.id]: row.id };
  let waitsFor: SyncedTable | undefined;
  for (const [name, { kind, to }] of mappedFields(layout.table)) {
    const field = layout.fields[name];
    const value = kind.fromRow(row[name]);
    if (!field || value === null || value === "" || !kind.writes.includes(field.type)) continue;
    const target = to && recordIdOf(to, String(value));
    if (to && !target) waitsFor = to;
    const cell = kind.write(target ?? value, field);
    if (cell !== undefined) cells[field.id] = cell;
  }
  return { cells, waitsFor };
};

/** What is to be written to one record there. */
export interface PendingWrite {
  localId: string;
  /** Absent: the record is to be made. */
  recordId: string | null;
  cells: Cells;
  /** The fields that are settled when it is accepted, and parked when it is refused. */
  fields: string[];
  /** The last edit that it holds. */
  lastEdit: number;
}

const lastEditId = ({ fields }: RecordState): number =>
  Math.max(0, ...Object.values(fields).flatMap(({ edits }) => edits.map(({ id }) => id)));

const needsSending = (table: SyncedTable, field: string, book: FieldState, { row, parked }: RecordState): boolean => {
  if (parked.has(field)) return false;
  return isTwoWay(table, field) ? hasUnsentValue(book, mergeRulesFor(table, field, row)) : book.edits.length > 0;
};

/** Edits that have taken themselves back: what is here is what is there. */
const withoutRevertedEdits = (table: SyncedTable, fields: Readonly<Record<string, FieldState>>, book: RecordState) =>
  Object.fromEntries(
    Object.entries(fields).map(([field, own]): [string, FieldState] => {
      const isVoid =
        isTwoWay(table, field) && !own.conflict && !hasUnsentValue(own, mergeRulesFor(table, field, book.row));
      return [field, isVoid && own.agreed !== undefined ? { ...own, edits: [] } : own];
    }),
  );

interface PreparedRecord {
  wish: PendingWrite | null;
  change: RecordStateChange;
  refused: Record<string, string>;
}

const markFieldsSent = (book: RecordState, names: readonly string[], fields = book.fields) =>
  Object.fromEntries(
    Object.entries(fields).map(([field, own]) => [field, names.includes(field) ? markAsSent(own) : own]),
  );

const prepareUpdate = (layout: TableLayout, book: RecordState, recordId: string): PreparedRecord => {
  const { table } = layout;
  const fields = withoutRevertedEdits(table, book.fields, book);
  const open = Object.entries(fields).filter(([field, own]) => needsSending(table, field, own, book));
  const values = Object.fromEntries(open.map(([field, { local }]): [string, FieldValue] => [field, local ?? null]));
  const { cells, refused } = toCells(layout, values);
  const names = Object.keys(values).filter((field) => !(field in refused));
  const wish =
    names.length > 0 ? { localId: book.localId, recordId, cells, fields: names, lastEdit: lastEditId(book) } : null;
  const problem = book.stored?.problem ?? null;
  return { wish, change: { book, recordId, problem, fields: markFieldsSent(book, names, fields) }, refused };
};

const prepareNew = (
  layout: TableLayout,
  book: RecordState,
  row: Row,
  recordIdOf: Parameters<typeof toNewRecordCells>[2],
): PreparedRecord => {
  const { cells, waitsFor } = toNewRecordCells(layout, row, recordIdOf);
  const names = Object.keys(book.fields);
  // A row of the queue that leads to nobody is of no use to anyone there: first the lead, then this.
  const wish = waitsFor
    ? null
    : { localId: book.localId, recordId: null, cells, fields: names, lastEdit: lastEditId(book) };
  const fields = waitsFor ? book.fields : markFieldsSent(book, names);
  return { wish, change: { book, recordId: null, problem: null, fields }, refused: {} };
};

/** For each table the new rows link to, where those links lead there. */
const findLinkedRecords = async (scope: Scope, table: SyncedTable, rows: readonly Row[]) => {
  const wanted = mappedFields(table).flatMap(([field, { to }]) =>
    to ? rows.flatMap((row) => (typeof row[field] === "string" ? [{ to, id: row[field] }] : [])) : [],
  );
  const found = new Map<SyncedTable, Map<string, string>>();
  for (const target of SYNCED_TABLES) {
    const ids = wanted.filter(({ to }) => to === target).map(({ id }) => id);
    if (ids.length > 0) found.set(target, await findRecordIds(scope, target, ids));
  }
  return (target: SyncedTable, localId: string) => found.get(target)?.get(localId);
};

const prepareAll = async (
  scope: Scope,
  layout: TableLayout,
  books: readonly RecordState[],
): Promise<PreparedRecord[]> => {
  const { table } = layout;
  const fresh = books.filter(({ stored }) => stored?.recordId === null).map(({ localId }) => localId);
  const rows = await findWholeRows(scope, table, fresh);
  const recordIdOf = await findLinkedRecords(scope, table, rows);
  const prepared: PreparedRecord[] = [];
  for (const book of books) {
    const recordId = book.stored?.recordId ?? null;
    const row = rows.find(({ id }) => id === book.localId);
    if (recordId) prepared.push(prepareUpdate(layout, book, recordId));
    else if (row) prepared.push(prepareNew(layout, book, row, recordIdOf));
    else await forgetRecord(scope, table, book.localId);
  }
  return prepared;
};

/**
 * Decides what to send for these rows, and keeps that before anything goes out: whatever happens then, the next look at
 * the record can tell whether it arrived.
 */
export const prepareWrites = (
  turn: SyncTurn,
  layout: TableLayout,
  localIds: readonly string[],
): Promise<PendingWrite[]> =>
  turnTransaction(turn, async (scope) => {
    const { table } = layout;
    const now = turn.platform.clock.now();
    const books = [...(await beginSyncWindow(scope, table, localIds)).values()];
    const prepared = await prepareAll(
      scope,
      layout,
      books.filter(({ stored }) => stored && stored.state !== "gone"),
    );
    await endSyncWindow(
      scope,
      table,
      prepared.map(({ change }) => change),
      now,
    );
    for (const { change, refused } of prepared) {
      const [reason] = Object.values(refused);
      const { book } = change;
      const fields = Object.keys(refused);
      if (reason)
        await parkEdits(scope, table, { localId: book.localId, fields, lastEdit: lastEditId(book) }, reason, now);
    }
    return prepared.flatMap(({ wish }) => wish ?? []);
  });
