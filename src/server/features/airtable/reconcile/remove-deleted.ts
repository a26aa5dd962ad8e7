import type { SyncedTable } from "#contract/synced-tables.ts";
import type { Scope } from "#platform/database/scope.ts";
import { type FieldLabel, findFieldLabels } from "../mapping/mapping.queries.ts";
import { addProgress, type SyncTurn, turnTransaction } from "../runs/sync-turn.ts";
import { deleteSettledDeletions } from "./deletions.queries.ts";
import { hasUnpushedValue } from "./merge-field.ts";
import {
  clearPendingLinks,
  findRecords,
  markDeletedConflict,
  markRemoteDeleted,
  type StoredConflict,
  upsertConflicts,
} from "./records.queries.ts";
import { beginSyncWindow, isTwoWay, mergeRulesFor, type RecordState } from "./sync-window.ts";
import { rulesFor } from "./table-rules.ts";

/** The fields with edits that have not been pushed. */
const unpushedFields = (table: SyncedTable, { fields, row }: RecordState): string[] =>
  Object.entries(fields).flatMap(([field, state]) => {
    const isUnpushed =
      state.edits.length > 0 || (isTwoWay(table, field) && hasUnpushedValue(state, mergeRulesFor(table, field, row)));
    return isUnpushed ? [field] : [];
  });

const deletedConflict = (table: SyncedTable, state: RecordState, labelOf: FieldLabel): StoredConflict => ({
  localId: state.localId,
  field: "",
  kind: "deleted",
  base: null,
  ours: unpushedFields(table, state)
    .map((field) => labelOf(table, field) ?? field)
    .join(", "),
  theirs: null,
});

/** A deleted record with unpushed edits becomes a conflict, so that the edits are not lost. */
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
  // Before the lock, a user may have chosen to create the record again: the row then waits for a new record.
  const isOfDeleted = ({ stored }: RecordState) => stored?.recordId && recordIds.includes(stored.recordId);
  const states = all.filter((state) => isOfDeleted(state) && state.stored?.state !== "remote_deleted");
  const { edited = [], unedited = [] } = Object.groupBy(states, (state) =>
    unpushedFields(table, state).length > 0 ? "edited" : "unedited",
  );
  const labelOf = await findFieldLabels(scope);
  const conflicts = edited.map((state) => deletedConflict(table, state, labelOf));
  await upsertConflicts(scope, table, conflicts, now);
  await markDeletedConflict(
    scope,
    table,
    conflicts.map(({ localId }) => localId),
  );
  const deletedIds = unedited.map(({ localId }) => localId);
  if (deletedIds.length > 0) await rulesFor(table).onRemoteDelete(scope, deletedIds, now, turn.platform);
  await markRemoteDeleted(scope, table, deletedIds);
  await clearPendingLinks(scope, table, deletedIds);
  const isNew = ({ otherConflicts }: RecordState) => otherConflicts.every(({ kind }) => kind !== "deleted");
  return { changed: deletedIds.length, conflicts: edited.filter(isNew).length };
};

export const removeDeletedRecords = async (
  turn: SyncTurn,
  table: SyncedTable,
  recordIds: readonly string[],
): Promise<void> => {
  const updateTurnAfterCommit = await turnTransaction(turn, async (scope) => {
    const counts = recordIds.length > 0 ? await applyDeletions(turn, scope, table, recordIds) : {};
    await deleteSettledDeletions(scope, table, recordIds);
    return addProgress(turn, scope, table, counts);
  });
  updateTurnAfterCommit();
};
