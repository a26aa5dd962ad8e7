import { setImmediate } from "node:timers/promises";
import { MAX_LIST_LENGTH } from "#contract/paging.ts";
import type { Db } from "./database/db.ts";
import { prepared, type Sql, sql } from "./database/sql.ts";
import { nextPageUrl, type PageRequest, writeCursor } from "./paging.ts";
import { safeHtml } from "./safe-html.ts";

/** JSON that PostgreSQL has built and that is sent as it is: to make objects of the rows would be the main cost of a list. */
export class JsonText {
  readonly bytes: Buffer;

  constructor(json: string | Buffer) {
    this.bytes = typeof json === "string" ? Buffer.from(json) : json;
  }

  parse(): unknown {
    return JSON.parse(this.bytes.toString());
  }
}

/** The JSON of an object with more fields. */
export const extendJson = (json: string, fields: object): string => {
  const more = JSON.stringify(fields).slice(1);
  return more === "}" ? json : `${json.slice(0, -1)},${more}`;
};

// Written item by item: joined as one string, a page is over 128 KB in memory (two bytes per character), which V8 allocates
// outside the young generation and collects at several times the cost (measured).
const joinItems = (before: string, items: readonly string[], after: string): JsonText => {
  const parts = [before, ...items.flatMap((item, index) => (index === 0 ? [item] : [",", item])), after];
  const bytes = Buffer.allocUnsafe(parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0));
  parts.reduce((end, part) => end + bytes.write(part, end), 0);
  return new JsonText(bytes);
};

/** An array of items that are JSON already. */
export const jsonArray = (items: readonly string[]): JsonText => joinItems("[", items, "]");

/** A page of the form `{ items, nextCursor }`. */
export const jsonPage = (items: readonly string[], nextCursor: string | null): JsonText =>
  joinItems('{"items":[', items, `],"nextCursor":${JSON.stringify(nextCursor)}}`);

export interface JsonListQuery {
  /** A common table expression that both other queries use: `name as materialized (...)`. */
  shared?: Sql | undefined;
  /** In the order of the list: `sort_key` and `id`, by which it is sorted, and `item`, the JSON that is sent. */
  rows(limit: number): Sql;
  /** The number of rows on all pages. */
  total: Sql;
  /** `custom` plans the query for its values, at every call: for filters of which some match few rows. */
  queryPlan?: "generic" | "custom" | undefined;
  /** The cursor of a row. */
  keyOf(sortKey: string, id: string): readonly string[];
}

interface JsonList {
  items: readonly string[];
  nextCursor: string | null;
  total: number;
}

export interface JsonListRow {
  total: number;
  sortKey: string | null;
  id: string | null;
  item: string | null;
}

/** A page, the cursor of the next one and the total. */
export const jsonListQuery = (
  { limit = MAX_LIST_LENGTH }: PageRequest,
  { shared, rows, total, queryPlan = "generic" }: JsonListQuery,
): Sql => {
  // One row more than asked for tells whether there is a next page. A list without rows still has one row, with its total.
  // The sort key is text only where it becomes the cursor: reading it on every row costs as much as a tenth of the page.
  const query = sql`
    ${shared ? sql`with ${shared}` : sql``}
    select counted.total, page.item::text as item,
      case when page.position = ${limit} then page.sort_key::text end as "sortKey",
      case when page.position = ${limit} then page.id::text end as id
    from (select (${total})::int as total) counted
    left join lateral (select *, row_number() over () as position from (${rows(limit + 1)}) listed) page on true`;
  return queryPlan === "generic" ? prepared(query) : query;
};

export const toJsonList = (
  { limit = MAX_LIST_LENGTH }: PageRequest,
  { keyOf }: Pick<JsonListQuery, "keyOf">,
  found: readonly JsonListRow[],
): JsonList => {
  const last = found.length > limit ? found[limit - 1] : undefined;
  return {
    items: found.slice(0, limit).flatMap(({ item }) => item ?? []),
    nextCursor: last ? writeCursor(keyOf(last.sortKey ?? "", last.id ?? "")) : null,
    total: found[0]?.total ?? 0,
  };
};

/** A page in one round trip. */
export const readJsonList = async (db: Db, request: PageRequest, list: JsonListQuery): Promise<JsonList> =>
  toJsonList(request, list, await db.rows<JsonListRow>(jsonListQuery(request, list)));

interface ListResponse {
  reply: { header(name: string, value: string): void };
  path: string;
  query: PageRequest & Readonly<Record<string, unknown>>;
}

/** The items as an array; the total and the address of the next page are headers. */
export const respondWithJsonList = ({ reply, path, query }: ListResponse, list: JsonList): JsonText => {
  reply.header("x-total-count", String(list.total));
  if (list.nextCursor) reply.header("link", `<${nextPageUrl(path, query, list.nextCursor)}>; rel="next"`);
  return jsonArray(list.items);
};

/** Sanitizes the HTML reports of a list once more before they are sent. Yields after each item, so that other requests get their turn. */
export const sanitizeReports = async <List extends { items: readonly string[] }>(
  list: List,
  field: string,
): Promise<List> => {
  const items: string[] = [];
  for (const json of list.items) {
    const item = JSON.parse(json) as Record<string, unknown>;
    const report = item[field];
    items.push(typeof report === "string" ? JSON.stringify({ ...item, [field]: safeHtml(report) }) : json);
    await setImmediate();
  }
  return { ...list, items };
};

interface JsonPageRequest {
  limit: number;
  include?: "htmlReport" | undefined;
}

/** A list of the form `{ items, nextCursor }`, without a total. */
export const readJsonPage = async (
  db: Db,
  { limit, include }: JsonPageRequest,
  list: Pick<JsonListQuery, "rows" | "keyOf" | "queryPlan">,
): Promise<JsonText> => {
  const page = await readJsonList(db, { limit }, { ...list, total: sql`0` });
  const { items, nextCursor } = include ? await sanitizeReports(page, include) : page;
  return jsonPage(items, nextCursor);
};
