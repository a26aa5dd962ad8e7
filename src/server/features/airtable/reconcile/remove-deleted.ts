import type { SyncedTable } from "#contract/airtable.ts";
import type { Scope } from "#platform/database/scope.ts";
import { tableMapping } from "../mapping/mapping.ts";
import { addProgress, type SyncTurn, turnTransaction } from "../runs/sync-turn.ts";
import { hasUnsentValue } from "./merge-field.ts";
import {
  clearWaitingLinks,
  findRecords,
  markDeletedConflict,
  markGone,
  type StoredConflict,
  upsertConflicts,
} from "./records.queries.ts";
import { beginSyncWindow, isTwoWay, mergeRulesFor, type RecordState } from "./sync-window.ts";
import { rulesFor } from "./table-rules.ts";

/** The fields that were changed here and have not arrived there. */
const unsentFields = (table: SyncedTable, { fields, row }: RecordState): string[] =>
  Object.entries(fields).flatMap(([field, book]) => {
    const isOpen =
      book.edits.length > 0 || (isTwoWay(table, field) && hasUnsentValue(book, mergeRulesFor(table, field, row)));
    return isOpen ? [tableMapping(table).fields[field]?.theirs ?? field] : [];
  });

const deletedConflict = (table: SyncedTable, book: RecordState): StoredConflict => ({
  localId: book.localId,
  field: "",
  kind: "deleted",
  agreed: null,
  ours: unsentFields(table, book).join(", "),
  theirs: null,
});

/** Records that are no longer there. What was changed here and never arrived is not thrown away: somebody chooses. */
const applyDeletions = async (turn: SyncTurn, scope: Scope, table: SyncedTable, recordIds: readonly string[]) => {
  const now = turn.platform.clock.now();
  const known = await findRecords(scope, table, recordIds);
  const all = [
    ...(
      await beginSyncWindow(
        scope,
        table,
        known.map(({ localId }) => localId),
      )
    ).values(),
  ];
  const books = all.filter(({ stored }) => stored && stored.state !== "gone");
  const [lost, gone] = [true, false].map((isOpen) =>
    books.filter((book) => unsentFields(table, book).length > 0 === isOpen),
  );
  const conflicts = (lost ?? []).map((book) => deletedConflict(table, book));
  await upsertConflicts(scope, table, conflicts, now);
  await markDeletedConflict(
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

export const removeDeletedRecords = async (
  turn: SyncTurn,
  table: SyncedTable,
  recordIds: readonly string[],
  alongside?: (scope: Scope) => Promise<unknown>,
): Promise<void> => {
  const confirm = await turnTransaction(turn, async (scope) => {
    const counts = recordIds.length > 0 ? await applyDeletions(turn, scope, table, recordIds) : {};
    await alongside?.(scope);
    return addProgress(turn, scope, table, counts);
  });
  confirm();
};
