import type pg from "pg";

interface Index {
  name: string;
  definition: string;
}

// An index of a partition is dropped and created with that of its table. Those of constraints stay.
const INDEXES = `
select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
from pg_index i join pg_class c on c.oid = i.indexrelid
where i.indrelid = any($1::regclass[]) and not c.relispartition
  and not exists (select from pg_constraint k where k.conindid = i.indexrelid)`;

/** Loads many rows into these tables. Creating the indexes afterwards takes much less time than extending them by each row. */
export const withoutIndexes = async <T>(
  client: pg.ClientBase,
  tables: readonly string[],
  load: () => Promise<T>,
): Promise<T> => {
  const { rows } = await client.query<Index>(INDEXES, [tables]);
  for (const { name } of rows) await client.query(`drop index ${name}`);
  const loaded = await load();
  for (const { definition } of rows) await client.query(definition);
  return loaded;
};
