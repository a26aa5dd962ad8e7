import { SYNCED_TABLES, type SyncedTable } from "#contract/synced-tables.ts";
import type { Scope } from "#platform/database/scope.ts";
import { isProblem } from "../client/airtable-problem.ts";
import type { MappedField, TableLayout } from "../mapping/base-layout.ts";
import { canWrite, toNewCell } from "../mapping/conversions.ts";
import { COMPUTED_TYPES, type FieldValue } from "../mapping/field-kinds.ts";
import { mappedFields, tableMapping } from "../mapping/mapping.ts";
import { type FieldState, hasUnpushedValue, markUnconfirmed } from "../reconcile/merge-field.ts";
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
import { dropEditsOfMissingRow, findRecordIds, parkEdits } from "./outbox.queries.ts";

/** Keyed by field id. */
type Cells = Record<string, unknown>;

interface Rejection {
  reason: string;
  lacksChoice: boolean;
}

const rejectValue = ({ name, choices }: MappedField, value: FieldValue): Rejection =>
  choices
    ? {
        reason: `Airtable kent de keuze "${String(value)}" niet in het veld "${name}". Voeg die keuze daar toe.`,
        lacksChoice: true,
      }
    : { reason: `"${String(value)}" past niet in het veld "${name}" van Airtable.`, lacksChoice: false };

const explainReadOnly = ({ name, type }: MappedField): string =>
  COMPUTED_TYPES.includes(type)
    ? `Airtable berekent het veld "${name}" zelf. Wijzig het daar.`
    : `Het veld "${name}" kan van hier niet worden gewijzigd. Wijzig het in Airtable.`;

/** The changed fields of a record as cells, and the reasons for those that the base does not accept. */
const toCells = (
  { table, fields }: TableLayout,
  values: Readonly<Record<string, FieldValue>>,
  mayAddChoice: ReadonlySet<string>,
) => {
  const cells: Cells = {};
  const rejected: Record<string, Rejection> = {};
  let addsChoice = false;
  for (const [name, value] of Object.entries(values)) {
    const field = fields[name];
    const map = tableMapping(table).fields[name];
    if (!field || !map) continue;
    const cell = field.kind.toCell(value, field);
    const isAdded = cell === undefined && field.choices && mayAddChoice.has(name);
    if (!canWrite(map.kind, field.type)) rejected[name] = { reason: explainReadOnly(field), lacksChoice: false };
    else if (cell === undefined && !isAdded) rejected[name] = rejectValue(field, value);
    else cells[field.id] = isAdded ? value : cell;
    if (isAdded) addsChoice = true;
  }
  return { cells, rejected, addsChoice };
};

/**
 * The cells of a new record. Computed fields and unknown choices are left out, and so are values of fields that we only read, if
 * Airtable would return them changed.
 */
const toNewRecordCells = (
  layout: TableLayout,
  row: Row,
  recordIdOf: (table: SyncedTable, localId: string) => string | null | undefined,
): { cells: Cells; leftEmpty: Set<string>; missingTarget: SyncedTable | undefined } => {
  const cells: Cells = layout.appId ? { [layout.appId.id]: row.id } : {};
  const leftEmpty = new Set<string>();
  let missingTarget: SyncedTable | undefined;
  for (const [name, { kind, linksTo, direction }] of mappedFields(layout.table)) {
    const field = layout.fields[name];
    const value = kind.fromColumn(row[name]);
    if (!field || value === null || value === "") continue;
    const target = linksTo && recordIdOf(linksTo, String(value));
    if (linksTo && target === undefined) missingTarget = linksTo;
    // The linked record was deleted in Airtable: waiting for it would never end.
    if (target === null) continue;
    const cell = toNewCell(kind, field, target ?? value, direction);
    if (cell !== undefined) cells[field.id] = cell;
    else if (direction === "both") leftEmpty.add(name);
  }
  return { cells, leftEmpty, missingTarget };
};

export interface PendingWrite {
  localId: string;
  /** Null for a record to be created. */
  recordId: string | null;
  cells: Cells;
  /** The fields whose edits are parked if Airtable rejects the write. */
  fields: string[];
  /** Id of the last edit that the write contains. */
  lastEdit: number;
  /** The write contains a value that is not yet among the choices of its field: Airtable is told to add it. */
  addsChoice: boolean;
}

const lastEditId = ({ fields }: RecordState): number =>
  Math.max(0, ...Object.values(fields).flatMap(({ edits }) => edits.map(({ id }) => id)));

/** An edit of a field that the base does not have waits. */
const needsPush = (
  { table, fields }: TableLayout,
  field: string,
  state: FieldState,
  { row, parkedFields }: RecordState,
): boolean => {
  if (parkedFields.has(field) || !fields[field]) return false;
  return isTwoWay(table, field) ? hasUnpushedValue(state, mergeRulesFor(table, field, row)) : state.edits.length > 0;
};

/** Drops edits of fields that were changed back to the base value. */
const withoutRevertedEdits = (table: SyncedTable, fields: Readonly<Record<string, FieldState>>, state: RecordState) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]): [string, FieldState] => {
      const isReverted =
        isTwoWay(table, name) && !field.conflict && !hasUnpushedValue(field, mergeRulesFor(table, name, state.row));
      return [name, isReverted && field.base !== undefined ? { ...field, edits: [] } : field];
    }),
  );

interface PreparedRecord {
  write: PendingWrite | null;
  change: RecordStateChange;
  rejected: Record<string, Rejection>;
}

const markFieldsUnconfirmed = (state: RecordState, names: readonly string[], fields = state.fields) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, names.includes(name) ? markUnconfirmed(field) : field]),
  );

const prepareUpdate = (layout: TableLayout, state: RecordState, recordId: string): PreparedRecord => {
  const { table } = layout;
  const fields = withoutRevertedEdits(table, state.fields, state);
  const unpushed = Object.entries(fields).filter(([name, field]) => needsPush(layout, name, field, state));
  const values = Object.fromEntries(unpushed.map(([name, { local }]): [string, FieldValue] => [name, local ?? null]));
  const { cells, rejected, addsChoice } = toCells(layout, values, state.fieldsThatMayAddChoice);
  const names = Object.keys(values).filter((name) => !(name in rejected));
  const { localId } = state;
  const write =
    names.length > 0 ? { localId, recordId, cells, fields: names, lastEdit: lastEditId(state), addsChoice } : null;
  const problem = state.stored?.problem ?? null;
  const { leftOut } = layout;
  const change = { state, recordId, problem, leftOut, fields: markFieldsUnconfirmed(state, names, fields) };
  return { write, change, rejected };
};

const prepareNew = (
  layout: TableLayout,
  state: RecordState,
  row: Row,
  recordIdOf: Parameters<typeof toNewRecordCells>[2],
): PreparedRecord => {
  const { cells, leftEmpty, missingTarget } = toNewRecordCells(layout, row, recordIdOf);
  const names = Object.keys(state.fields).filter((name) => layout.fields[name]);
  // A queue record without its lead is useless to the company's automation, so the linked record is created first. Without
  // App ID a record whose response is lost would be created twice.
  const mustWait = missingTarget || !layout.appId;
  const write = mustWait
    ? null
    : { localId: state.localId, recordId: null, cells, fields: names, lastEdit: lastEditId(state), addsChoice: false };
  const written = names.filter((name) => !leftEmpty.has(name));
  const fields = mustWait ? state.fields : markFieldsUnconfirmed(state, written);
  return { write, change: { state, recordId: null, problem: null, fields }, rejected: {} };
};

/** Looks up the record ids of the rows that new rows link to. A table that is left out has none: waiting would never end. */
const findLinkedRecords = async ({ layout }: SyncTurn, scope: Scope, table: SyncedTable, rows: readonly Row[]) => {
  const links = mappedFields(table).flatMap(([field, { linksTo }]) =>
    linksTo ? rows.flatMap((row) => (typeof row[field] === "string" ? [{ linksTo, id: row[field] }] : [])) : [],
  );
  const found = new Map<SyncedTable, Map<string, string | null>>();
  for (const target of SYNCED_TABLES) {
    const ids = links.filter(({ linksTo }) => linksTo === target).map(({ id }) => id);
    if (isProblem(layout[target], "table_left_out")) found.set(target, new Map(ids.map((id) => [id, null])));
    else if (ids.length > 0) found.set(target, await findRecordIds(scope, target, ids));
  }
  return (target: SyncedTable, localId: string) => found.get(target)?.get(localId);
};

const prepareAll = async (
  turn: SyncTurn,
  scope: Scope,
  layout: TableLayout,
  states: readonly RecordState[],
): Promise<PreparedRecord[]> => {
  const { table } = layout;
  const newIds = states.filter(({ stored }) => stored?.recordId === null).map(({ localId }) => localId);
  const rows = await findWholeRows(scope, table, newIds);
  const recordIdOf = await findLinkedRecords(turn, scope, table, rows);
  const prepared: PreparedRecord[] = [];
  for (const state of states) {
    const recordId = state.stored?.recordId ?? null;
    const row = rows.find(({ id }) => id === state.localId);
    if (recordId) prepared.push(prepareUpdate(layout, state, recordId));
    else if (row) prepared.push(prepareNew(layout, state, row, recordIdOf));
    else await dropEditsOfMissingRow(scope, table, state.localId);
  }
  return prepared;
};

/**
 * Decides what to write for these rows and stores it as unconfirmed before the request: after a lost response, comparing
 * the record with the unconfirmed value shows whether the write arrived.
 */
export const prepareWrites = (
  turn: SyncTurn,
  layout: TableLayout,
  localIds: readonly string[],
): Promise<PendingWrite[]> =>
  turnTransaction(turn, async (scope) => {
    const { table } = layout;
    const now = turn.platform.clock.now();
    const states = [...(await beginSyncWindow(scope, table, localIds)).values()];
    const prepared = await prepareAll(
      turn,
      scope,
      layout,
      // Edits of a refused record have not been compared with what Airtable has: writing them might replace a change made there.
      states.filter(({ stored }) => stored && stored.state !== "remote_deleted" && !stored.isRefused),
    );
    await endSyncWindow(
      scope,
      table,
      prepared.map(({ change }) => change),
      now,
    );
    for (const { change, rejected } of prepared) {
      const { localId } = change.state;
      const lastEdit = lastEditId(change.state);
      for (const [field, { reason, lacksChoice }] of Object.entries(rejected))
        await parkEdits(scope, table, { localId, fields: [field], lastEdit, lacksChoice }, reason, now);
    }
    return prepared.flatMap(({ write }) => write ?? []);
  });
