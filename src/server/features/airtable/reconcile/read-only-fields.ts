import type { SyncedTable } from "#contract/synced-tables.ts";
import { type SyncTurn, turnTransaction } from "../runs/sync-turn.ts";
import { closeConflicts, findRowsWithEditsOrConflicts } from "./conflicts.queries.ts";
import type { FieldState } from "./merge-field.ts";
import { beginSyncWindow, endSyncWindow, type RecordState, type RecordStateChange } from "./sync-window.ts";

/** Airtable's value is accepted with the next read. */
const withoutEdits = (field: FieldState): FieldState => ({
  ...field,
  base: field.local,
  edits: [],
  unconfirmed: null,
  unreported: [],
  conflict: null,
});

const toStateChange = (state: RecordState, fields: readonly string[]): RecordStateChange[] => {
  const { stored } = state;
  // A new record is created with all values, and a deleted one waits for a user.
  if (!stored?.recordId || state.otherConflicts.some(({ kind }) => kind === "deleted")) return [];
  return [
    {
      state: {
        ...state,
        parkedFields: new Set([...state.parkedFields].filter((name) => !fields.includes(name))),
        otherConflicts: state.otherConflicts.filter(({ field }) => !fields.includes(field)),
      },
      fields: Object.fromEntries(
        Object.entries(state.fields).map(([name, field]) => [
          name,
          fields.includes(name) ? withoutEdits(field) : field,
        ]),
      ),
      recordId: stored.recordId,
      problem: null,
      mustReread: true,
    },
  ];
};

/**
 * For fields that we only read now, because their type in the base was changed or they are mapped to another field: an edit made
 * before can never be written, and a user has nothing to choose. The history keeps the edits.
 */
export const dropReadOnlyEdits = async (
  turn: SyncTurn,
  table: SyncedTable,
  fields: readonly string[],
): Promise<void> => {
  const localIds = fields.length > 0 ? await findRowsWithEditsOrConflicts(turn.scope, table, fields) : [];
  if (localIds.length === 0) return;
  await turnTransaction(turn, async (scope) => {
    const now = turn.platform.clock.now();
    const states = await beginSyncWindow(scope, table, localIds);
    const changes = [...states.values()].flatMap((state) => toStateChange(state, fields));
    const overwritten = changes.flatMap(({ state }) =>
      (states.get(state.localId)?.otherConflicts ?? []).filter(({ field }) => fields.includes(field)),
    );
    await closeConflicts(scope, table, overwritten, now);
    await endSyncWindow(scope, table, changes, now);
    await turn.platform.events.publish(scope.db, scope.companyId, { topic: "sync" });
  });
};
