import { cleanReports, readBuiltList } from "./built-list.ts";
import type { Db } from "./database/database.ts";
import { type Sql, sql } from "./database/sql.ts";
import { BuiltJson } from "./http/handlers.ts";

interface AskedPage {
  limit: number;
  include?: "htmlReport" | undefined;
}

/** A page of the form `{ items, nextCursor }`, built by PostgreSQL. `rows` as in a built list. */
export const readBuiltPage = async (
  db: Db,
  { limit, include }: AskedPage,
  rows: (most: number) => Sql,
): Promise<BuiltJson> => {
  const page = await readBuiltList(db, { limit }, { rows, total: sql`0` });
  const { json, nextCursor } = include ? await cleanReports(page, include) : page;
  return new BuiltJson(`{"items":${json},"nextCursor":${JSON.stringify(nextCursor)}}`);
};
