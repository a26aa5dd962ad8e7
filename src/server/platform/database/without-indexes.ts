import type pg from "pg";

interface Index {
  name: string;
  definition: string;
}

// Left out: indexes of partitions, which follow those of the partitioned table, and indexes of primary keys and other constraints.
const INDEXES = `
select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
from pg_index i join pg_class c on c.oid = i.indexrelid
where i.indrelid = any($1::regclass[]) and not c.relispartition
  and not exists (select from pg_constraint k where k.conindid = i.indexrelid)`;

/** Runs a bulk load without the indexes of these tables and creates them afterwards, which is much faster than updating them per row. */
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
