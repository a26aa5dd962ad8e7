import type { SyncedTable } from "#contract/airtable.ts";
import type { Scope } from "#platform/database/scope.ts";
import { tableMap } from "../mapping/mapping.ts";
import { isDue } from "../merge/merge.ts";
import { rulesFor } from "../rules/rules.ts";
import { count, keep, type Turn } from "../turn/turn.ts";
import { fieldRules, isTwoWay, openBooks, type RecordBook } from "./books.ts";
import { findRecords, putConflicts, type StoredConflict } from "./records.queries.ts";
import { clearWaitingLinks, markGone, markLost } from "./remove.queries.ts";

/** The fields that were changed here and have not arrived there. */
const openFields = (table: SyncedTable, { fields, row }: RecordBook): string[] =>
  Object.entries(fields).flatMap(([field, book]) => {
    const isOpen = book.edits.length > 0 || (isTwoWay(table, field) && isDue(book, fieldRules(table, field, row)));
    return isOpen ? [tableMap(table).fields[field]?.theirs ?? field] : [];
  });

const deletedConflict = (table: SyncedTable, book: RecordBook): StoredConflict => ({
  localId: book.localId,
  field: "",
  kind: "deleted",
  agreed: null,
  ours: openFields(table, book).join(", "),
  theirs: null,
});

/** Records that are no longer there. What was changed here and never arrived is not thrown away: somebody chooses. */
const settleGone = async (turn: Turn, scope: Scope, table: SyncedTable, recordIds: readonly string[]) => {
  const now = turn.platform.clock.now();
  const known = await findRecords(scope, table, recordIds);
  const all = [
    ...(
      await openBooks(
        scope,
        table,
        known.map(({ localId }) => localId),
      )
    ).values(),
  ];
  const books = all.filter(({ stored }) => stored && stored.state !== "gone");
  const [lost, gone] = [true, false].map((isOpen) =>
    books.filter((book) => openFields(table, book).length > 0 === isOpen),
  );
  const conflicts = (lost ?? []).map((book) => deletedConflict(table, book));
  await putConflicts(scope, table, conflicts, now);
  await markLost(
    scope,
    table,
    conflicts.map(({ localId }) => localId),
  );
  const goneIds = (gone ?? []).map(({ localId }) => localId);
  if (goneIds.length > 0) await rulesFor(table).remove(scope, goneIds, now, turn.platform);
  await markGone(scope, table, goneIds);
  await clearWaitingLinks(scope, table, goneIds);
  return { changed: goneIds.length, conflicts: conflicts.length };
};

export const removeRecords = async (
  turn: Turn,
  table: SyncedTable,
  recordIds: readonly string[],
  alongside?: (scope: Scope) => Promise<unknown>,
): Promise<void> => {
  const confirm = await keep(turn, async (scope) => {
    const counts = recordIds.length > 0 ? await settleGone(turn, scope, table, recordIds) : {};
    await alongside?.(scope);
    return count(turn, scope, table, counts);
  });
  confirm();
};
