import type { SyncedTable } from "#contract/airtable.ts";
import type { ChangedTable, FeedPage } from "../client/client.ts";
import type { TableLayout } from "../mapping/base-layout.ts";
import type { FieldValue } from "../mapping/field-kinds.ts";
import { mappedFields } from "../mapping/mapping.ts";
import { applyFeedChange, type FieldState } from "../reconcile/merge-field.ts";
import { beginSyncWindow, endSyncWindow, mergeRulesFor, type RecordState } from "../reconcile/sync-window.ts";
import { addProgress, type SyncTurn, turnTransaction } from "../runs/sync-turn.ts";
import { findRecordsAwaitingFeed } from "./pull.queries.ts";

/** A two-way field that somebody, perhaps we, changed. Undefined: a value that cannot be understood. */
interface FeedChange {
  recordId: string;
  field: string;
  previous: FieldValue | undefined;
  current: FieldValue | undefined;
}

/** What a page of the feed tells about one table. */
export interface TableChanges {
  /** Records with a new value in a field that follows them, or that are new. */
  created: Set<string>;
  changed: Set<string>;
  destroyed: Set<string>;
  /** In the order in which it happened. */
  lines: FeedChange[];
}

const emptyTableChanges = (): TableChanges => ({
  created: new Set(),
  changed: new Set(),
  destroyed: new Set(),
  lines: [],
});

/** In the feed a choice is an object with a name; in a record it is the name. */
const toCell = (told: unknown): unknown =>
  typeof told === "object" && told !== null && "name" in told ? told.name : told;

const readFieldChanges = (
  { table, fields }: TableLayout,
  recordId: string,
  { current, previous }: NonNullable<ChangedTable["changedRecordsById"]>[string],
): { lines: FeedChange[]; isNews: boolean } => {
  const [now, before] = [current?.cellValuesByFieldId ?? {}, previous?.cellValuesByFieldId ?? {}];
  const touched = mappedFields(table).filter(([name]) => fields[name] && fields[name].id in now);
  const lines = touched.flatMap(([field, { direction, kind, empty }]) => {
    if (direction !== "both") return [];
    const id = fields[field]?.id ?? "";
    const read = (cells: Record<string, unknown>) => {
      const value = kind.read(toCell(cells[id]) ?? undefined);
      return value === null && typeof empty !== "object" ? (empty ?? null) : value;
    };
    return [{ recordId, field, previous: read(before), current: read(now) }];
  });
  return { lines, isNews: touched.some(([, { direction }]) => direction === "in" || direction === "once") };
};

const addTableChanges = (news: TableChanges, layout: TableLayout, told: ChangedTable): void => {
  for (const id of Object.keys(told.createdRecordsById ?? {})) news.created.add(id);
  for (const [id, change] of Object.entries(told.changedRecordsById ?? {})) {
    const { lines, isNews } = readFieldChanges(layout, id, change);
    news.lines.push(...lines);
    if (isNews) news.changed.add(id);
  }
  for (const id of told.destroyedRecordIds ?? []) news.destroyed.add(id);
};

/** A page of the feed, by table. Fields that are not ours are nobody's business. */
export const groupFeedByTable = (
  { payloads }: FeedPage,
  layouts: readonly TableLayout[],
): ReadonlyMap<SyncedTable, TableChanges> => {
  const byTable = new Map<SyncedTable, TableChanges>();
  for (const { changedTablesById = {} } of payloads) {
    for (const layout of layouts) {
      const told = changedTablesById[layout.tableId];
      if (!told) continue;
      const news = byTable.get(layout.table) ?? emptyTableChanges();
      byTable.set(layout.table, news);
      addTableChanges(news, layout, told);
    }
  }
  return byTable;
};

type FieldStates = Record<string, FieldState>;

/** Lets a record hear its lines in order. Says whether all of them were ours and have left things as we know them. */
const matchOwnWrites = (table: SyncedTable, { fields, row }: RecordState, lines: readonly FeedChange[]) => {
  const after: FieldStates = { ...fields };
  let isForeign = false;
  for (const { field, previous, current } of lines) {
    const book = after[field];
    if (!book || previous === undefined || current === undefined) {
      isForeign = true;
      continue;
    }
    const rules = mergeRulesFor(table, field, row);
    const heard = applyFeedChange(book, { previous, current }, rules);
    after[field] = heard.book;
    const { agreed } = heard.book;
    if (!heard.isOurs || agreed === undefined || !rules.same(agreed, current)) isForeign = true;
  }
  return { after, isForeign };
};

/** Finds our own writes in the feed. Gives back the records that somebody else has changed. */
export const findForeignChanges = async (
  turn: SyncTurn,
  table: SyncedTable,
  lines: readonly FeedChange[],
): Promise<Set<string>> => {
  const byRecord = Map.groupBy(lines, ({ recordId }) => recordId);
  const foreign = new Set(byRecord.keys());
  const awaiting = await findRecordsAwaitingFeed(turn.scope, table, [...foreign]);
  if (awaiting.length === 0) return foreign;
  const confirm = await turnTransaction(turn, async (scope) => {
    const books = await beginSyncWindow(
      scope,
      table,
      awaiting.map(({ localId }) => localId),
    );
    const changes = awaiting.flatMap(({ recordId, localId }) => {
      const book = books.get(localId);
      if (!book?.stored) return [];
      const heard = matchOwnWrites(table, book, byRecord.get(recordId) ?? []);
      if (!heard.isForeign) foreign.delete(recordId);
      return [{ book, fields: heard.after, recordId, problem: book.stored.problem }];
    });
    const { newConflicts } = await endSyncWindow(scope, table, changes, turn.platform.clock.now());
    return addProgress(turn, scope, table, { conflicts: newConflicts });
  });
  confirm();
  return foreign;
};
