import type { SyncedTable } from "#contract/airtable.ts";
import type { Scope } from "#platform/database/scope.ts";
import { type FieldBook, isDue } from "../merge/merge.ts";
import { fieldRules, isTwoWay, type RecordBook } from "./books.ts";
import {
  deleteEdits,
  dissolveConflicts,
  putConflicts,
  putRecords,
  type RecordChange,
  rebaseEdits,
  type StoredConflict,
} from "./records.queries.ts";

/** A record's book as it is to be kept. */
export interface BookChange {
  book: RecordBook;
  fields: Readonly<Record<string, FieldBook>>;
  recordId: string | null;
  problem: string | null;
  /** Absent: as it was. */
  fingerprint?: string;
  modifiedAt?: string | null;
  lookAgain?: boolean;
  /** The record is there after all. */
  isBack?: boolean;
}

type Fields = Readonly<Record<string, FieldBook>>;

const pick = <T>(fields: Fields, read: (book: FieldBook) => T | undefined | null): Record<string, T> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, book]) => {
      const value = read(book);
      return value === undefined || value === null ? [] : [[name, value]];
    }),
  );

const agreedOf = (fields: Fields) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { agreed }]) => (agreed === undefined ? [] : [[name, agreed]])),
  );

const isWaiting = (table: SyncedTable, { row }: RecordBook, fields: Fields): boolean =>
  Object.entries(fields).some(
    ([field, own]) =>
      own.edits.length > 0 || (isTwoWay(table, field) && row !== null && isDue(own, fieldRules(table, field, row))),
  );

const stateOf = (table: SyncedTable, change: BookChange): RecordChange["state"] => {
  const { book, fields, recordId, problem, isBack } = change;
  const all = Object.values(fields);
  if (problem || book.parked.size > 0) return "error";
  const others = isBack ? book.conflicts.filter(({ kind }) => kind !== "deleted") : book.conflicts;
  if (others.length > 0 || all.some(({ conflict, overwritten }) => conflict || overwritten.length > 0))
    return "conflict";
  return recordId === null || isWaiting(table, book, fields) ? "pending" : "synced";
};

const recordChange = (table: SyncedTable, change: BookChange): RecordChange => ({
  localId: change.book.localId,
  recordId: change.recordId,
  agreed: agreedOf(change.fields),
  sent: pick(change.fields, ({ sent }) => sent),
  written: pick(change.fields, ({ written }) => (written.length > 0 ? written : null)),
  fingerprint: change.fingerprint ?? null,
  state: stateOf(table, change),
  problem: change.problem,
  lookAgain: change.lookAgain ?? change.book.stored?.lookAgain ?? false,
  modifiedAt: change.modifiedAt ?? null,
});

const forEachField = <T>(
  changes: readonly BookChange[],
  read: (localId: string, field: string, after: FieldBook, before: FieldBook | undefined) => T[],
): T[] =>
  changes.flatMap(({ book, fields }) =>
    Object.entries(fields).flatMap(([field, after]) => read(book.localId, field, after, book.fields[field])),
  );

/** Conflicts to show: new ones, those whose values moved on, and edits found to have been overwritten. */
const shownConflicts = (changes: readonly BookChange[]): StoredConflict[] =>
  forEachField(changes, (localId, field, after) =>
    [...(after.conflict ? [after.conflict] : []), ...after.overwritten].map((conflict) => ({
      localId,
      field,
      ...conflict,
    })),
  );

const endedConflicts = (changes: readonly BookChange[]) => {
  const changed = forEachField(changes, (localId, field, after, before) =>
    before?.conflict && !after.conflict ? [{ localId, field, kind: "changed" }] : [],
  );
  const back = changes.flatMap(({ book, isBack }) =>
    isBack ? book.conflicts.filter(({ kind }) => kind === "deleted") : [],
  );
  return [...changed, ...back];
};

const settledEdits = (changes: readonly BookChange[]): number[] =>
  forEachField(changes, (_localId, _field, after, before) => {
    const left = new Set(after.edits.map(({ id }) => id));
    return (before?.edits ?? []).flatMap(({ id }) => (left.has(id) ? [] : [id]));
  });

const movedEdits = (changes: readonly BookChange[]) =>
  forEachField(changes, (_localId, _field, after, before) =>
    after.edits.filter(({ id, basedOn }) => before?.edits.find((edit) => edit.id === id)?.basedOn !== basedOn),
  );

/** Keeps what has become of these books; says how many conflicts are new. */
export const closeBooks = async (
  scope: Scope,
  table: SyncedTable,
  changes: readonly BookChange[],
  now: Date,
): Promise<{ newConflicts: number }> => {
  await deleteEdits(scope, settledEdits(changes));
  await rebaseEdits(scope, movedEdits(changes));
  await putConflicts(scope, table, shownConflicts(changes), now);
  await dissolveConflicts(scope, table, endedConflicts(changes), now);
  await putRecords(
    scope,
    table,
    changes.map((change) => recordChange(table, change)),
  );
  const isNew = forEachField(changes, (_localId, _field, after, before) => [
    ...(after.conflict && !before?.conflict ? [1] : []),
    ...after.overwritten.map(() => 1),
  ]);
  return { newConflicts: isNew.length };
};
