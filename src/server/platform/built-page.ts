import { BuiltJson } from "./built-json.ts";
import { type BuiltList, cleanReports, readBuiltList } from "./built-list.ts";
import type { Db } from "./database/db.ts";
import { sql } from "./database/sql.ts";

interface AskedPage {
  limit: number;
  include?: "htmlReport" | undefined;
}

/** A page of the form `{ items, nextCursor }`. `rows` and `keyOf` as in a built list. */
export const readBuiltPage = async (
  db: Db,
  { limit, include }: AskedPage,
  list: Pick<BuiltList, "rows" | "keyOf">,
): Promise<BuiltJson> => {
  const page = await readBuiltList(db, { limit }, { ...list, total: sql`0` });
  const { items, nextCursor } = include ? await cleanReports(page, include) : page;
  return BuiltJson.page(items, nextCursor);
};
