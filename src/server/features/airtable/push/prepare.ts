import { SYNCED_TABLES, type SyncedTable } from "#contract/airtable.ts";
import type { Scope } from "#platform/database/scope.ts";
import type { Value } from "../mapping/kinds.ts";
import type { Layout } from "../mapping/layout.ts";
import { fieldsOf } from "../mapping/mapping.ts";
import { type FieldBook, isDue, send } from "../merge/merge.ts";
import { fieldRules, isTwoWay, openBooks, type RecordBook } from "../store/books.ts";
import { type BookChange, closeBooks } from "../store/close-books.ts";
import { type Row, readWholeRows } from "../store/rows.queries.ts";
import { keep, type Turn } from "../turn/turn.ts";
import { type Cells, writeCells, writeRow } from "./cells.ts";
import { findRecordIds, forgetRecord, parkEdits } from "./outbox.queries.ts";

/** What is to be written to one record there. */
export interface Wish {
  localId: string;
  /** Absent: the record is to be made. */
  recordId: string | null;
  cells: Cells;
  /** The fields that are settled when it is accepted, and parked when it is refused. */
  fields: string[];
  /** The last edit that it holds. */
  lastEdit: number;
}

const lastEdit = ({ fields }: RecordBook): number =>
  Math.max(0, ...Object.values(fields).flatMap(({ edits }) => edits.map(({ id }) => id)));

const isOpen = (table: SyncedTable, field: string, book: FieldBook, { row, parked }: RecordBook): boolean => {
  if (parked.has(field)) return false;
  return isTwoWay(table, field) ? isDue(book, fieldRules(table, field, row)) : book.edits.length > 0;
};

/** Edits that have taken themselves back: what is here is what is there. */
const withoutVoid = (table: SyncedTable, fields: Readonly<Record<string, FieldBook>>, book: RecordBook) =>
  Object.fromEntries(
    Object.entries(fields).map(([field, own]): [string, FieldBook] => {
      const isVoid = isTwoWay(table, field) && !own.conflict && !isDue(own, fieldRules(table, field, book.row));
      return [field, isVoid && own.agreed !== undefined ? { ...own, edits: [] } : own];
    }),
  );

interface Prepared {
  wish: Wish | null;
  change: BookChange;
  refused: Record<string, string>;
}

const markSent = (book: RecordBook, names: readonly string[], fields = book.fields) =>
  Object.fromEntries(Object.entries(fields).map(([field, own]) => [field, names.includes(field) ? send(own) : own]));

const prepareUpdate = (layout: Layout, book: RecordBook, recordId: string): Prepared => {
  const { table } = layout;
  const fields = withoutVoid(table, book.fields, book);
  const open = Object.entries(fields).filter(([field, own]) => isOpen(table, field, own, book));
  const values = Object.fromEntries(open.map(([field, { local }]): [string, Value] => [field, local ?? null]));
  const { cells, refused } = writeCells(layout, values);
  const names = Object.keys(values).filter((field) => !(field in refused));
  const wish =
    names.length > 0 ? { localId: book.localId, recordId, cells, fields: names, lastEdit: lastEdit(book) } : null;
  const problem = book.stored?.problem ?? null;
  return { wish, change: { book, recordId, problem, fields: markSent(book, names, fields) }, refused };
};

const prepareNew = (
  layout: Layout,
  book: RecordBook,
  row: Row,
  recordIdOf: Parameters<typeof writeRow>[2],
): Prepared => {
  const { cells, waitsFor } = writeRow(layout, row, recordIdOf);
  const names = Object.keys(book.fields);
  // A row of the queue that leads to nobody is of no use to anyone there: first the lead, then this.
  const wish = waitsFor
    ? null
    : { localId: book.localId, recordId: null, cells, fields: names, lastEdit: lastEdit(book) };
  const fields = waitsFor ? book.fields : markSent(book, names);
  return { wish, change: { book, recordId: null, problem: null, fields }, refused: {} };
};

/** For each table the new rows link to, where those links lead there. */
const findLinkedRecords = async (scope: Scope, table: SyncedTable, rows: readonly Row[]) => {
  const wanted = fieldsOf(table).flatMap(([field, { to }]) =>
    to ? rows.flatMap((row) => (typeof row[field] === "string" ? [{ to, id: row[field] }] : [])) : [],
  );
  const found = new Map<SyncedTable, Map<string, string>>();
  for (const target of SYNCED_TABLES) {
    const ids = wanted.filter(({ to }) => to === target).map(({ id }) => id);
    if (ids.length > 0) found.set(target, await findRecordIds(scope, target, ids));
  }
  return (target: SyncedTable, localId: string) => found.get(target)?.get(localId);
};

const prepareAll = async (scope: Scope, layout: Layout, books: readonly RecordBook[]): Promise<Prepared[]> => {
  const { table } = layout;
  const fresh = books.filter(({ stored }) => stored?.recordId === null).map(({ localId }) => localId);
  const rows = await readWholeRows(scope, table, fresh);
  const recordIdOf = await findLinkedRecords(scope, table, rows);
  const prepared: Prepared[] = [];
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
export const prepareWishes = (turn: Turn, layout: Layout, localIds: readonly string[]): Promise<Wish[]> =>
  keep(turn, async (scope) => {
    const { table } = layout;
    const now = turn.platform.clock.now();
    const books = [...(await openBooks(scope, table, localIds)).values()];
    const prepared = await prepareAll(
      scope,
      layout,
      books.filter(({ stored }) => stored && stored.state !== "gone"),
    );
    await closeBooks(
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
        await parkEdits(scope, table, { localId: book.localId, fields, lastEdit: lastEdit(book) }, reason, now);
    }
    return prepared.flatMap(({ wish }) => wish ?? []);
  });
