import type { SyncedTable } from "#contract/synced-tables.ts";
import type { Scope } from "#platform/database/scope.ts";
import { invalidatePlans } from "#server/features/senders/senders.service.ts";
import { type FieldLabel, findFieldLabels } from "../mapping/mapping.queries.ts";
import { addRepairs } from "../runs/runs.queries.ts";
import { AIRTABLE_ACTOR, addProgress, type SyncTurn, turnTransaction } from "../runs/sync-turn.ts";
import { type StoredConflict, upsertConflicts } from "./conflicts.queries.ts";
import {
  type Deletion,
  deleteSettledDeletions,
  insertReportedDeletions,
  recordUnaskedDeletions,
  unreported,
} from "./deletions.queries.ts";
import { insertChanges, recordEvent } from "./history.queries.ts";
import { clearPendingLinks } from "./links.queries.ts";
import { hasUnpushedValue } from "./merge-field.ts";
import { findRecords, markCompared, markDeletedConflict, markRemoteDeleted } from "./records.queries.ts";
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

interface DeletedStates {
  edited: RecordState[];
  unedited: RecordState[];
}

const lockDeletedStates = async (
  scope: Scope,
  table: SyncedTable,
  recordIds: readonly string[],
): Promise<DeletedStates> => {
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
  return { edited, unedited };
};

/** Adds to the history of these rows that their records were deleted in Airtable. */
const recordDeletions = (
  { platform }: SyncTurn,
  scope: Scope,
  table: SyncedTable,
  states: readonly RecordState[],
  deletions: readonly Deletion[],
): Promise<void> => {
  const now = platform.clock.now().toISOString();
  const known = new Map(deletions.map((deletion) => [deletion.recordId, deletion]));
  const events = states.map(({ localId, stored }) => {
    const { author, at } = known.get(stored?.recordId ?? "") ?? { author: null, at: null };
    return recordEvent(localId, "deleted", { author: author ?? AIRTABLE_ACTOR.name, at: at ?? now });
  });
  return insertChanges(scope, table, events);
};

/** A deleted record with unpushed edits becomes a conflict, so that the edits are not lost. Returns the number of new conflicts. */
const askAboutEdits = async (
  turn: SyncTurn,
  scope: Scope,
  table: SyncedTable,
  edited: readonly RecordState[],
  deletions: readonly Deletion[],
): Promise<number> => {
  const labelOf = await findFieldLabels(scope);
  const conflicts = edited.map((state) => deletedConflict(table, state, labelOf));
  await upsertConflicts(scope, table, conflicts, turn.platform.clock.now());
  // The queue shows which parts wait for the choice.
  if (conflicts.length > 0) await invalidatePlans(scope);
  await markDeletedConflict(scope, table, localIdsOf(edited));
  const asked = edited.filter(({ otherConflicts }) => otherConflicts.every(({ kind }) => kind !== "deleted"));
  await recordDeletions(turn, scope, table, asked, deletions);
  return asked.length;
};

const localIdsOf = (states: readonly RecordState[]): string[] => states.map(({ localId }) => localId);
const recordIdsOf = (states: readonly RecordState[]): string[] =>
  states.flatMap(({ stored }) => stored?.recordId ?? []);

/** Asks about the records with edits; `handleUnedited` handles the others, and returns how many rows it has changed. */
const handleDeleted = async (
  turn: SyncTurn,
  table: SyncedTable,
  deletions: readonly Deletion[],
  handleUnedited: (scope: Scope, unedited: readonly RecordState[]) => Promise<number>,
): Promise<void> => {
  const recordIds = deletions.map(({ recordId }) => recordId);
  const updateTurnAfterCommit = await turnTransaction(turn, async (scope) => {
    const { edited, unedited } = await lockDeletedStates(scope, table, recordIds);
    const conflicts = await askAboutEdits(turn, scope, table, edited, deletions);
    await deleteSettledDeletions(scope, table, recordIdsOf(edited));
    const changed = await handleUnedited(scope, unedited);
    return addProgress(turn, scope, table, { changed, conflicts });
  });
  updateTurnAfterCommit();
};

/** A deletion that an admin confirms later is no repair of the run that found it. */
const addRepairedDeletions = async (
  { runId }: SyncTurn,
  scope: Scope,
  table: SyncedTable,
  deleted: readonly RecordState[],
  deletions: readonly Deletion[],
): Promise<void> => {
  if (runId === null) return;
  const removed = new Set(recordIdsOf(deleted));
  const repaired = deletions.filter(
    ({ recordId, comparisonRunId }) => removed.has(recordId) && comparisonRunId === runId,
  );
  await addRepairs(scope, runId, table, { deleted: repaired.length });
};

export const removeDeletedRecords = (
  turn: SyncTurn,
  table: SyncedTable,
  deletions: readonly Deletion[],
): Promise<void> =>
  handleDeleted(turn, table, deletions, async (scope, unedited) => {
    const ids = localIdsOf(unedited);
    if (ids.length > 0) await rulesFor(table).onRemoteDelete(scope, ids, turn.platform.clock.now(), turn.platform);
    await markRemoteDeleted(scope, table, ids);
    await recordDeletions(turn, scope, table, unedited, deletions);
    await clearPendingLinks(scope, table, ids);
    await recordUnaskedDeletions(scope, table, recordIdsOf(unedited));
    await addRepairedDeletions(turn, scope, table, unedited, deletions);
    // Also of records that a user has chosen to create again since.
    await deleteSettledDeletions(
      scope,
      table,
      deletions.map(({ recordId }) => recordId),
    );
    return ids.length;
  });

/**
 * For records that Airtable does not have any more when we want to write them. Without edits they wait for the next run, which knows
 * how many were deleted and asks a company admin if there are many.
 */
export const reportMissingRecords = (turn: SyncTurn, table: SyncedTable, recordIds: readonly string[]): Promise<void> =>
  handleDeleted(turn, table, recordIds.map(unreported), async (scope, unedited) => {
    await insertReportedDeletions(scope, table, recordIdsOf(unedited).map(unreported));
    if (unedited.length > 0) await invalidatePlans(scope);
    await markCompared(scope, table, localIdsOf(unedited));
    return 0;
  });
