import type { SyncedTable } from "#contract/synced-tables.ts";
import type { ChangedTable, FeedPage } from "../client/client.ts";
import type { TableLayout } from "../mapping/base-layout.ts";
import type { FieldValue } from "../mapping/field-kinds.ts";
import { mappedFields } from "../mapping/mapping.ts";
import { applyFeedChange, type FieldState } from "../reconcile/merge-field.ts";
import { type ReportedChange, type ReportedRecord, unreadableText, WHOLE_RECORD } from "../reconcile/remote-record.ts";
import { beginSyncWindow, endSyncWindow, mergeRulesFor, type RecordState } from "../reconcile/sync-window.ts";
import { addProgress, type SyncTurn, turnTransaction } from "../runs/sync-turn.ts";
import { findRecordsAwaitingFeed } from "./pull.queries.ts";

/** A change of a two-way field, by us or by somebody else. */
interface FeedChange {
  recordId: string;
  field: string;
  /**
   * The value before. If it cannot be parsed, its text, so that a write of ours that replaced it becomes a conflict; undefined if such a
   * text may be overwritten (`unparsedColumn`).
   */
  previous: FieldValue | undefined;
  /** Undefined when it cannot be parsed. */
  current: FieldValue | undefined;
  reported: ReportedChange;
}

/** The changes of one table in a page of the change feed. */
export interface TableChanges {
  created: Set<string>;
  /** Records with a change in a field that we only read, or with an emptied field that we only write. */
  changed: Set<string>;
  destroyed: Map<string, ReportedChange>;
  /** Oldest first. */
  fieldChanges: FeedChange[];
  reported: Map<string, ReportedRecord>;
}

const emptyTableChanges = (): TableChanges => ({
  created: new Set(),
  changed: new Set(),
  destroyed: new Map(),
  fieldChanges: [],
  reported: new Map(),
});

/** In the change feed a choice is an object with a name; in a record it is the name. */
const toCell = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(toCell);
  return typeof value === "object" && value !== null && "name" in value ? value.name : value;
};

const readFieldChanges = (
  { table, fields }: TableLayout,
  recordId: string,
  { current, previous }: NonNullable<ChangedTable["changedRecordsById"]>[string],
  reported: ReportedChange,
): { fieldChanges: FeedChange[]; touchedFields: string[]; mustRead: boolean } => {
  const cellsNow = current?.cellValuesByFieldId ?? {};
  const cellsBefore = previous?.cellValuesByFieldId ?? {};
  const touched = mappedFields(table).filter(([name]) => fields[name] && fields[name].id in cellsNow);
  const fieldChanges = touched.flatMap(([field, { direction, emptyValue, unparsedColumn }]) => {
    const mapped = fields[field];
    if (direction !== "both" || !mapped) return [];
    const { id, kind } = mapped;
    const read = (cells: Record<string, unknown>) => {
      const value = kind.fromCell(toCell(cells[id]) ?? undefined);
      return value === null && typeof emptyValue !== "object" ? (emptyValue ?? null) : value;
    };
    const valueBefore = read(cellsBefore);
    // A column of its own keeps such a text, and no row waits for its correction: a write may replace it.
    const isUnreadable = valueBefore === undefined && !unparsedColumn;
    const shownBefore = isUnreadable ? unreadableText(toCell(cellsBefore[id])) : valueBefore;
    return [{ recordId, field, previous: shownBefore, current: read(cellsNow), reported }];
  });
  // Two of our columns may be mapped to one field of the base, one two-way and one that is only read. Our own write of that field
  // is no reason to read the record.
  const twoWayIds = new Set(fieldChanges.map(({ field }) => fields[field]?.id));
  const hasIncoming = touched.some(
    ([name, { direction }]) => (direction === "in" || direction === "once") && !twoWayIds.has(fields[name]?.id),
  );
  // The automation empties a request that it has handled.
  const hasEmptiedRequest = touched.some(
    ([name, { direction }]) => direction === "out" && (cellsNow[fields[name]?.id ?? ""] ?? null) === null,
  );
  const touchedFields = touched.map(([name]) => name);
  return { fieldChanges, touchedFields, mustRead: hasIncoming || hasEmptiedRequest };
};

const addTableChanges = (
  changes: TableChanges,
  layout: TableLayout,
  payload: ChangedTable,
  reported: ReportedChange,
): void => {
  for (const id of Object.keys(payload.createdRecordsById ?? {})) {
    changes.created.add(id);
    const known = changes.reported.get(id);
    changes.reported.set(id, { at: known?.at ?? null, fields: { ...known?.fields, [WHOLE_RECORD]: reported } });
  }
  for (const [id, change] of Object.entries(payload.changedRecordsById ?? {})) {
    const { fieldChanges, touchedFields, mustRead } = readFieldChanges(layout, id, change, reported);
    const fields = Object.fromEntries(touchedFields.map((name) => [name, reported]));
    changes.reported.set(id, { at: reported.at, fields: { ...changes.reported.get(id)?.fields, ...fields } });
    changes.fieldChanges.push(...fieldChanges);
    if (mustRead) changes.changed.add(id);
  }
  for (const id of payload.destroyedRecordIds ?? []) changes.destroyed.set(id, reported);
};

/** A change through the API names the owner of the token, who may be the owner of ours: no person has typed it. */
const authorOf = (action: FeedPage["payloads"][number]["actionMetadata"]): string | null =>
  action?.source === "publicApi" ? null : (action?.sourceMetadata?.user?.name ?? null);

/** Groups a page of the change feed by table and drops fields that are not mapped. */
export const groupFeedByTable = (
  { payloads }: FeedPage,
  layouts: readonly TableLayout[],
): ReadonlyMap<SyncedTable, TableChanges> => {
  const byTable = new Map<SyncedTable, TableChanges>();
  for (const { changedTablesById = {}, actionMetadata, timestamp = null } of payloads) {
    const reported = { author: authorOf(actionMetadata), at: timestamp };
    for (const layout of layouts) {
      const payload = changedTablesById[layout.tableId];
      if (!payload) continue;
      const changes = byTable.get(layout.table) ?? emptyTableChanges();
      byTable.set(layout.table, changes);
      addTableChanges(changes, layout, payload, reported);
    }
  }
  return byTable;
};

/**
 * Applies a record's changes in order. The record counts as changed by somebody else unless all changes were our own writes and
 * the fields now have their base values.
 */
const matchOwnWrites = (table: SyncedTable, { fields, row }: RecordState, changes: readonly FeedChange[]) => {
  const after: Record<string, FieldState> = { ...fields };
  let isForeign = false;
  /** Of each field the last change by somebody else: the author and time to show if a write of ours has overwritten it. */
  const foreign: Record<string, ReportedChange> = {};
  for (const { field, previous, current, reported } of changes) {
    const state = after[field];
    if (!state || previous === undefined || current === undefined) {
      isForeign = true;
      foreign[field] = reported;
      continue;
    }
    const rules = mergeRulesFor(table, field, row);
    const applied = applyFeedChange(state, { previous, current }, rules);
    after[field] = applied.state;
    const { base } = applied.state;
    if (!applied.isOurs || base === undefined || !rules.equals(base, current)) isForeign = true;
    if (!applied.isOurs) foreign[field] = reported;
  }
  return { after, isForeign, foreign };
};

/** Recognises our own writes in the change feed and returns the ids of records that somebody else has changed. */
export const findForeignChanges = async (
  turn: SyncTurn,
  { table, leftOut }: TableLayout,
  fieldChanges: readonly FeedChange[],
): Promise<Set<string>> => {
  const byRecord = Map.groupBy(fieldChanges, ({ recordId }) => recordId);
  const foreign = new Set(byRecord.keys());
  const awaiting = await findRecordsAwaitingFeed(turn.scope, table, [...foreign]);
  if (awaiting.length === 0) return foreign;
  const updateTurnAfterCommit = await turnTransaction(turn, async (scope) => {
    const states = await beginSyncWindow(
      scope,
      table,
      awaiting.map(({ localId }) => localId),
    );
    const changes = awaiting.flatMap(({ recordId, localId }) => {
      const state = states.get(localId);
      if (!state?.stored) return [];
      const matched = matchOwnWrites(table, state, byRecord.get(recordId) ?? []);
      if (!matched.isForeign) foreign.delete(recordId);
      const { problem } = state.stored;
      return [{ state, fields: matched.after, recordId, problem, leftOut, reportedFields: matched.foreign }];
    });
    const { newConflicts } = await endSyncWindow(scope, table, changes, turn.platform.clock.now());
    return addProgress(turn, scope, table, { conflicts: newConflicts });
  });
  updateTurnAfterCommit();
  return foreign;
};
