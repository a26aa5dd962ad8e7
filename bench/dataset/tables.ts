import type pg from "pg";

/** Rows go in twice as quickly when the indexes are made afterwards. Keys stay: they are constraints. */
export const withoutIndexes = async (client: pg.Client, table: string, work: () => Promise<unknown>): Promise<void> => {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
      where i.indrelid = $1::regclass and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
    [table],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  await work();
  for (const { definition } of rows) await client.query(definition);
};

/** Without triggers and without looking up what a row points to: for rows that are right by how they are made. */
export const withoutTriggers = async (client: pg.Client, work: () => Promise<unknown>): Promise<void> => {
  await client.query("set session_replication_role = replica");
  try {
    await work();
  } finally {
    await client.query("set session_replication_role = origin");
  }
};
