import type { TestServer } from "./test-server.ts";

/** Every table of the database that has this text in it anywhere, in a row of the company. */
export const tablesWith = async (
  { query }: Pick<TestServer, "query">,
  companyId: string,
  text: string,
): Promise<string[]> => {
  const tables = await query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname",
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await query(
      `select from ${name} t where strpos(lower(t::text), lower($1)) > 0 and strpos(t::text, $2) > 0 limit 1`,
      [text, companyId],
    );
    if (rows.length > 0) found.push(name);
  }
  return found;
};
