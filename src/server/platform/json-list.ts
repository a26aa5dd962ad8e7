import { setImmediate } from "node:timers/promises";
import { WHOLE_LIST } from "#contract/paging.ts";
import type { Db } from "./database/db.ts";
import { RowItems } from "./database/row-json.ts";
import { prepared, type Sql, sql } from "./database/sql.ts";
import { type Items, JsonText, WrittenItems } from "./json-text.ts";
import { nextPageUrl, type Page, type PageRequest, writeCursor } from "./paging.ts";
import { safeHtml } from "./safe-html.ts";

/** How a list is asked for. */
interface JsonListQuery {
  /** Something both others ask, to be found once: `name as materialized (...)`. */
  shared?: Sql | undefined;
  /** In the list's order: `place` and `id`, what it is sorted by, and behind them what an item consists of. */
  rows(most: number): Sql;
  /** How many there are in all: one number. */
  total: Sql;
  /** Where the next page begins, as its cursor has it. */
  keyOf(place: string, id: string): readonly string[];
}

interface JsonList extends Pick<Page<never>, "nextCursor"> {
  items: Items;
  total: number;
}

/** The columns of a row, in their order. */
const [TOTAL, PLACE, ID, ITEM] = [0, 1, 2, 3];

/** A page, its end and the total in one round trip. */
export const readJsonList = async (
  db: Db,
  { limit = WHOLE_LIST }: PageRequest,
  { shared, rows, total, keyOf }: JsonListQuery,
): Promise<JsonList> => {
  // One more than asked tells whether there is a next page; the total comes where there is no row at all, too.
  const { rows: found, columns } = await db.raw(
    prepared(sql`
      ${shared ? sql`with ${shared}` : sql``}
      select counted.total, page.*
      from (select (${total})::int as total) counted left join lateral (${rows(limit + 1)}) page on true`),
  );
  const shown = found[0]?.text(ID) === undefined ? [] : found.slice(0, limit);
  const last = found.length > limit ? shown.at(-1) : undefined;
  return {
    items: new RowItems({ rows: shown, columns }, ITEM),
    nextCursor: last ? writeCursor(keyOf(last.text(PLACE) ?? "", last.text(ID) ?? "")) : null,
    total: Number(found[0]?.text(TOTAL) ?? 0),
  };
};

interface ListResponse {
  reply: { header(name: string, value: string): void };
  path: string;
  query: PageRequest & Readonly<Record<string, unknown>>;
}

/** The array as it was built; what is beside the rows stands in headers. */
export const respondWithJsonList = ({ reply, path, query }: ListResponse, page: JsonList): JsonText => {
  reply.header("x-total-count", String(page.total));
  if (page.nextCursor) reply.header("link", `<${nextPageUrl(path, query, page.nextCursor)}>; rel="next"`);
  return JsonText.list(page.items);
};

/** Cleans the reports of a list once more. Each gets its own turn, so that a long list keeps nobody else waiting. */
export const sanitizeReports = async <List extends { items: Items }>(list: List, field: string): Promise<List> => {
  const items: Buffer[] = [];
  for (const built of list.items.each()) {
    const item = JSON.parse(built.toString()) as Record<string, unknown>;
    const report = item[field];
    items.push(
      typeof report === "string" ? Buffer.from(JSON.stringify({ ...item, [field]: safeHtml(report) })) : built,
    );
    await setImmediate();
  }
  return { ...list, items: new WrittenItems(items) };
};

interface JsonPageRequest {
  limit: number;
  include?: "htmlReport" | undefined;
}

/** A page of the form `{ items, nextCursor }`. `rows` and `keyOf` as in a built list. */
export const readJsonPage = async (
  db: Db,
  { limit, include }: JsonPageRequest,
  list: Pick<JsonListQuery, "rows" | "keyOf">,
): Promise<JsonText> => {
  const page = await readJsonList(db, { limit }, { ...list, total: sql`0` });
  const { items, nextCursor } = include ? await sanitizeReports(page, include) : page;
  return JsonText.page(items, nextCursor);
};
