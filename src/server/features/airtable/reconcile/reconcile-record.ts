import type { SyncedTable } from "#contract/airtable.ts";
import type { FieldValue } from "../mapping/field-kinds.ts";
import { type FieldMapping, mappedFields } from "../mapping/mapping.ts";
import { EMPTY_FIELD_STATE, type FieldState, mergeOutgoing, mergeRemote } from "./merge-field.ts";
import type { RemoteRecord, RemoteValues } from "./remote-record.ts";
import type { Row, RowChange } from "./rows.queries.ts";
import { editableFields, mergeRulesFor, type RecordState } from "./sync-window.ts";
import { rulesFor } from "./table-rules.ts";

/** What becomes of a record and its row after a look at what Airtable has. */
export interface Reconciliation {
  book: RecordState;
  remote: RemoteRecord;
  fields: Readonly<Record<string, FieldState>>;
  change: RowChange;
  /** Whether the row is to be written at all. */
  isChanged: boolean;
  lookAgain: boolean;
  problem: string | null;
}

const MAX_SHOWN_LENGTH = 60;

const explainUnreadable = (unreadable: readonly [string, FieldMapping][], { cells }: RemoteRecord): string | null => {
  const [first] = unreadable;
  if (!first) return null;
  const [name, { theirs, kind }] = first;
  const shown = JSON.stringify(cells[name])?.slice(0, MAX_SHOWN_LENGTH) ?? "";
  return `In het veld "${theirs}" staat in Airtable iets wat hier niet kan (${kind.label}): ${shown}. Pas het daar aan; daarna gaat het vanzelf mee.`;
};

const mergeFields = (table: SyncedTable, book: RecordState, values: RemoteValues, answered: boolean) => {
  const wasGone = book.stored?.state === "gone";
  const held = new Set<string>();
  const entries = editableFields(table).map(([field, { direction }]): [string, FieldState] => {
    const own = wasGone ? EMPTY_FIELD_STATE : (book.fields[field] ?? EMPTY_FIELD_STATE);
    const remote = values[field];
    if (remote === undefined) return [field, own];
    if (book.row && rulesFor(table).stance?.(book.row, field) === "held") {
      held.add(field);
      return [field, own];
    }
    const rules = mergeRulesFor(table, field, book.row);
    return [
      field,
      direction === "out" ? mergeOutgoing(own, remote, rules, answered) : mergeRemote(own, remote, rules, answered),
    ];
  });
  return { fields: Object.fromEntries(entries), isHeld: held.size > 0 };
};

const emptyValueOf = ({ empty = null }: FieldMapping, createdAt: string): FieldValue =>
  empty !== null && typeof empty === "object" ? createdAt : empty;

/** The columns of a row that follow Airtable, as they will be. What does not change keeps its very form. */
const mergedColumns = (
  table: SyncedTable,
  { row }: RecordState,
  remote: RemoteRecord,
  values: RemoteValues,
  fields: Reconciliation["fields"],
): Record<string, unknown> =>
  Object.fromEntries(
    mappedFields(table).flatMap(([field, map]) => {
      if (map.direction === "out") return [];
      const value = map.direction === "both" ? fields[field]?.local : values[field];
      if (value === undefined) return [[field, row ? row[field] : emptyValueOf(map, remote.createdAt)]];
      const isSame = row && field in row && map.kind.same(map.kind.fromRow(row[field]), value);
      return [[field, isSame ? row[field] : value]];
    }),
  );

const newRow = (table: SyncedTable, { localId }: RecordState, { createdAt }: RemoteRecord): Row => ({
  ...rulesFor(table).columns,
  id: localId,
  created_at: createdAt,
});

/** Pure: decides everything about one record, and changes nothing. Links in `values` are ids of ours already. */
export const reconcileRecord = (
  table: SyncedTable,
  book: RecordState,
  remote: RemoteRecord,
  values: RemoteValues,
  { answered, now }: { answered: boolean; now: Date },
): Reconciliation => {
  const { fields, isHeld } = mergeFields(table, book, values, answered);
  const before = book.row;
  const followed = mergedColumns(table, book, remote, values, fields);
  const after: Row = { ...(before ?? newRow(table, book, remote)), ...followed };
  const change = { before, after, at: remote.modifiedAt ?? now.toISOString() };
  const derived = rulesFor(table).derive?.(change) ?? {};
  const unreadable = mappedFields(table).filter(([name]) => values[name] === undefined);
  return {
    book,
    remote,
    fields,
    change: { ...change, after: { ...after, ...derived } },
    isChanged: !before || Object.entries({ ...followed, ...derived }).some(([name, value]) => before[name] !== value),
    lookAgain: isHeld,
    problem: explainUnreadable(unreadable, remote),
  };
};
