import { setImmediate } from "node:timers/promises";
import { WHOLE_LIST } from "../../contract/paging.ts";
import type { Db } from "./database/database.ts";
import { planOnce, type Sql, sql } from "./database/sql.ts";
import { BuiltJson } from "./http/handlers.ts";
import { type Asked, nextAddress, type Page, writeCursor } from "./paging.ts";
import { safeHtml } from "./safe-html.ts";

/** A list as PostgreSQL builds it. */
interface BuiltList {
  /** Something both others ask, to be found once: `name as materialized (...)`. */
  shared?: Sql | undefined;
  /** One row more than `most` where there are more: `item` as JSON and `key`, an array of texts, in the list's order. */
  rows(most: number): Sql;
  /** How many there are in all: one number. */
  total: Sql;
}

interface BuiltPage extends Pick<Page<never>, "nextCursor"> {
  json: string;
  total: number;
}

/** A page, its end and the total in one round trip. */
export const readBuiltList = async (
  db: Db,
  { limit = WHOLE_LIST }: Asked,
  { shared, rows, total }: BuiltList,
): Promise<BuiltPage> => {
  const found = await db.row<{ items: string; last: string[] | null; total: number }>(
    planOnce(sql`
      ${shared ? sql`with ${shared}` : sql``}
      select coalesce(string_agg(page.item::text, ',') filter (where page.place <= ${limit}), '') as items,
        case when max(page.place) > ${limit} then max(page.key) filter (where page.place = ${limit}) end as last,
        (${total})::int as total
      from (select r.item, r.key, row_number() over () as place from (${rows(limit + 1)}) r) page`),
  );
  if (!found) throw new Error("an aggregate has a row");
  return { json: `[${found.items}]`, nextCursor: found.last && writeCursor(found.last), total: found.total };
};

interface Answering {
  reply: { header(name: string, value: string): void };
  path: string;
  query: Asked & Readonly<Record<string, unknown>>;
}

/** The array as it was built; what is beside the rows stands in headers. */
export const answerBuiltList = ({ reply, path, query }: Answering, page: BuiltPage): BuiltJson => {
  reply.header("x-total-count", String(page.total));
  if (page.nextCursor) reply.header("link", `<${nextAddress(path, query, page.nextCursor)}>; rel="next"`);
  return new BuiltJson(page.json);
};

/** Cleans the reports of a list once more. Each gets its own turn, so that a long list keeps nobody else waiting. */
export const cleanReports = async (page: BuiltPage, field: string): Promise<BuiltPage> => {
  const items = JSON.parse(page.json) as Record<string, unknown>[];
  for (const item of items) {
    const report = item[field];
    if (typeof report !== "string") continue;
    item[field] = safeHtml(report);
    await setImmediate();
  }
  return { ...page, json: JSON.stringify(items) };
};
