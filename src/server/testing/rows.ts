import type { TestServer } from "./test-server.ts";

export type Inserter = Pick<TestServer, "query">;
/** Columns of the table. */
export type Columns = Record<string, unknown>;

export const insertRows = async ({ query }: Inserter, table: string, rows: readonly Columns[]): Promise<string[]> => {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const names = columns.map((name) => `"${name}"`).join(", ");
  const made = await query<{ id: string }>(
    `insert into ${table} (${names}) select ${names} from jsonb_populate_recordset(null::${table}, $1) returning id`,
    [JSON.stringify(rows)],
  );
  return made.map(({ id }) => id);
};
