import { setImmediate } from "node:timers/promises";
import { WHOLE_LIST } from "../../contract/paging.ts";
import { BuiltJson } from "./built-json.ts";
import type { Db } from "./database/db.ts";
import type { RawRow } from "./database/row-tap.ts";
import { planOnce, type Sql, sql } from "./database/sql.ts";
import { type Asked, nextAddress, type Page, writeCursor } from "./paging.ts";
import { safeHtml } from "./safe-html.ts";

/** A list as PostgreSQL builds it. */
export interface BuiltList {
  /** Something both others ask, to be found once: `name as materialized (...)`. */
  shared?: Sql | undefined;
  /** In the list's order: `item` as JSON, and `place` and `id`, what it is sorted by. */
  rows(most: number): Sql;
  /** How many there are in all: one number. */
  total: Sql;
  /** Where the next page begins, as its cursor has it. */
  keyOf(place: string, id: string): readonly string[];
}

interface BuiltPage extends Pick<Page<never>, "nextCursor"> {
  items: readonly Buffer[];
  total: number;
}

/** The columns of a row, in their order. */
const [TOTAL, ITEM, PLACE, ID] = [0, 1, 2, 3];
const textOf = (row: RawRow, field: number): string => row.field(field)?.toString() ?? "";

/** A page, its end and the total in one round trip. Rows come one by one: to glue them costs PostgreSQL more than us. */
export const readBuiltList = async (
  db: Db,
  { limit = WHOLE_LIST }: Asked,
  { shared, rows, total, keyOf }: BuiltList,
): Promise<BuiltPage> => {
  // One more than asked tells whether there is a next page; the total comes where there is no row at all, too.
  const found = await db.raw(
    planOnce(sql`
      ${shared ? sql`with ${shared}` : sql``}
      select counted.total, page.item::text as item, page.place::text as place, page.id
      from (select (${total})::int as total) counted left join lateral (${rows(limit + 1)}) page on true`),
  );
  const last = found.length > limit ? found[limit - 1] : undefined;
  return {
    items: found.slice(0, limit).flatMap((row) => row.field(ITEM) ?? []),
    nextCursor: last ? writeCursor(keyOf(textOf(last, PLACE), textOf(last, ID))) : null,
    total: found[0] ? Number(textOf(found[0], TOTAL)) : 0,
  };
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
  return BuiltJson.list(page.items);
};

/** Cleans the reports of a list once more. Each gets its own turn, so that a long list keeps nobody else waiting. */
export const cleanReports = async <List extends { items: readonly Buffer[] }>(
  list: List,
  field: string,
): Promise<List> => {
  const items: Buffer[] = [];
  for (const built of list.items) {
    const item = JSON.parse(built.toString()) as Record<string, unknown>;
    const report = item[field];
    items.push(
      typeof report === "string" ? Buffer.from(JSON.stringify({ ...item, [field]: safeHtml(report) })) : built,
    );
    await setImmediate();
  }
  return { ...list, items };
};
