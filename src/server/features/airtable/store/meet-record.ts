import type { SyncedTable } from "#contract/airtable.ts";
import type { Value } from "../mapping/kinds.ts";
import { type FieldMap, fieldsOf } from "../mapping/mapping.ts";
import { EMPTY_BOOK, type FieldBook, meet, meetOwn } from "../merge/merge.ts";
import { rulesFor } from "../rules/rules.ts";
import type { RowChange } from "../rules/table-rules.ts";
import { bookFields, fieldRules, type RecordBook } from "./books.ts";
import type { RemoteRecord, Values } from "./remote-record.ts";
import type { Row } from "./rows.queries.ts";

/** What becomes of a record and its row after a look at what Airtable has. */
export interface Meeting {
  book: RecordBook;
  remote: RemoteRecord;
  fields: Readonly<Record<string, FieldBook>>;
  change: RowChange;
  /** Whether the row is to be written at all. */
  isChanged: boolean;
  lookAgain: boolean;
  problem: string | null;
}

const LONGEST_SHOWN = 60;

const explainUnreadable = (unreadable: readonly [string, FieldMap][], { cells }: RemoteRecord): string | null => {
  const [first] = unreadable;
  if (!first) return null;
  const [name, { theirs, kind }] = first;
  const shown = JSON.stringify(cells[name])?.slice(0, LONGEST_SHOWN) ?? "";
  return `In het veld "${theirs}" staat in Airtable iets wat hier niet kan (${kind.label}): ${shown}. Pas het daar aan; daarna gaat het vanzelf mee.`;
};

const meetFields = (table: SyncedTable, book: RecordBook, values: Values, answered: boolean) => {
  const wasGone = book.stored?.state === "gone";
  const held = new Set<string>();
  const entries = bookFields(table).map(([field, { direction }]): [string, FieldBook] => {
    const own = wasGone ? EMPTY_BOOK : (book.fields[field] ?? EMPTY_BOOK);
    const remote = values[field];
    if (remote === undefined) return [field, own];
    if (book.row && rulesFor(table).stance?.(book.row, field) === "held") {
      held.add(field);
      return [field, own];
    }
    const rules = fieldRules(table, field, book.row);
    return [field, direction === "out" ? meetOwn(own, remote, rules, answered) : meet(own, remote, rules, answered)];
  });
  return { fields: Object.fromEntries(entries), isHeld: held.size > 0 };
};

const emptyOf = ({ empty = null }: FieldMap, createdAt: string): Value =>
  empty !== null && typeof empty === "object" ? createdAt : empty;

/** The columns of a row that follow Airtable, as they will be. What does not change keeps its very form. */
const followRow = (
  table: SyncedTable,
  { row }: RecordBook,
  remote: RemoteRecord,
  values: Values,
  fields: Meeting["fields"],
): Record<string, unknown> =>
  Object.fromEntries(
    fieldsOf(table).flatMap(([field, map]) => {
      if (map.direction === "out") return [];
      const value = map.direction === "both" ? fields[field]?.local : values[field];
      if (value === undefined) return [[field, row ? row[field] : emptyOf(map, remote.createdAt)]];
      const isSame = row && field in row && map.kind.same(map.kind.fromRow(row[field]), value);
      return [[field, isSame ? row[field] : value]];
    }),
  );

const newRow = (table: SyncedTable, { localId }: RecordBook, { createdAt }: RemoteRecord): Row => ({
  ...rulesFor(table).columns,
  id: localId,
  created_at: createdAt,
});

/** Pure: decides everything about one record, and changes nothing. Links in `values` are ids of ours already. */
export const meetRecord = (
  table: SyncedTable,
  book: RecordBook,
  remote: RemoteRecord,
  values: Values,
  { answered, now }: { answered: boolean; now: Date },
): Meeting => {
  const { fields, isHeld } = meetFields(table, book, values, answered);
  const before = book.row;
  const followed = followRow(table, book, remote, values, fields);
  const after: Row = { ...(before ?? newRow(table, book, remote)), ...followed };
  const change = { before, after, at: remote.modifiedAt ?? now.toISOString() };
  const derived = rulesFor(table).derive?.(change) ?? {};
  const unreadable = fieldsOf(table).filter(([name]) => values[name] === undefined);
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
