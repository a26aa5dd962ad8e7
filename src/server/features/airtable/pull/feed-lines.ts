import type { SyncedTable } from "#contract/airtable.ts";
import type { ChangedTable, FeedPage } from "../client/client.ts";
import type { Value } from "../mapping/kinds.ts";
import type { Layout } from "../mapping/layout.ts";
import { fieldsOf } from "../mapping/mapping.ts";

/** A two-way field that somebody, perhaps we, changed. Undefined: a value that cannot be understood. */
export interface FeedLine {
  recordId: string;
  field: string;
  previous: Value | undefined;
  current: Value | undefined;
}

/** What a page of the feed tells about one table. */
export interface TableNews {
  /** Records with a new value in a field that follows them, or that are new. */
  created: Set<string>;
  changed: Set<string>;
  destroyed: Set<string>;
  /** In the order in which it happened. */
  lines: FeedLine[];
}

const newNews = (): TableNews => ({ created: new Set(), changed: new Set(), destroyed: new Set(), lines: [] });

/** In the feed a choice is an object with a name; in a record it is the name. */
const asCell = (told: unknown): unknown =>
  typeof told === "object" && told !== null && "name" in told ? told.name : told;

const readLines = (
  { table, fields }: Layout,
  recordId: string,
  { current, previous }: NonNullable<ChangedTable["changedRecordsById"]>[string],
): { lines: FeedLine[]; isNews: boolean } => {
  const [now, before] = [current?.cellValuesByFieldId ?? {}, previous?.cellValuesByFieldId ?? {}];
  const touched = fieldsOf(table).filter(([name]) => fields[name] && fields[name].id in now);
  const lines = touched.flatMap(([field, { direction, kind, empty }]) => {
    if (direction !== "both") return [];
    const id = fields[field]?.id ?? "";
    const read = (cells: Record<string, unknown>) => {
      const value = kind.read(asCell(cells[id]) ?? undefined);
      return value === null && typeof empty !== "object" ? (empty ?? null) : value;
    };
    return [{ recordId, field, previous: read(before), current: read(now) }];
  });
  return { lines, isNews: touched.some(([, { direction }]) => direction === "in" || direction === "once") };
};

const addTable = (news: TableNews, layout: Layout, told: ChangedTable): void => {
  for (const id of Object.keys(told.createdRecordsById ?? {})) news.created.add(id);
  for (const [id, change] of Object.entries(told.changedRecordsById ?? {})) {
    const { lines, isNews } = readLines(layout, id, change);
    news.lines.push(...lines);
    if (isNews) news.changed.add(id);
  }
  for (const id of told.destroyedRecordIds ?? []) news.destroyed.add(id);
};

/** A page of the feed, by table. Fields that are not ours are nobody's business. */
export const sortFeed = ({ payloads }: FeedPage, layouts: readonly Layout[]): ReadonlyMap<SyncedTable, TableNews> => {
  const byTable = new Map<SyncedTable, TableNews>();
  for (const { changedTablesById = {} } of payloads) {
    for (const layout of layouts) {
      const told = changedTablesById[layout.tableId];
      if (!told) continue;
      const news = byTable.get(layout.table) ?? newNews();
      byTable.set(layout.table, news);
      addTable(news, layout, told);
    }
  }
  return byTable;
};
