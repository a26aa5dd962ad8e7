import type { SyncedTable } from "#contract/synced-tables.ts";
import type { Scope } from "#platform/database/scope.ts";
import { sql } from "#platform/database/sql.ts";
import { tableMapping } from "./mapping.ts";
import { fieldRules, type MappingRules, type TableRule } from "./rules.ts";

/** The company's mapping for this base; tables that it has not mapped are absent. */
export const findMappingRules = async ({ db, companyId }: Scope, baseId: string): Promise<MappingRules> => {
  const found = await db.rows<{ table: SyncedTable; tableId: string | null; fields: unknown }>(sql`
    select table_name as "table", remote_table_id as "tableId", fields
    from airtable_mappings where company_id = ${companyId} and base_id = ${baseId}`);
  return Object.fromEntries(
    found.map(({ table, tableId, fields }): [string, TableRule] => [
      table,
      { tableId, fields: fieldRules.parse(fields) },
    ]),
  );
};

/** The name of a field of ours in the company's base, as the last sync has found it. */
export const findFieldLabels = async ({ db, companyId }: Scope) => {
  const found = await db.rows<{ table: SyncedTable; names: Record<string, string> }>(sql`
    select table_name as "table", field_names as names from sync_tables where company_id = ${companyId}`);
  const byTable = new Map(found.map(({ table, names }) => [table, names]));
  return (table: SyncedTable, field: string): string | undefined =>
    byTable.get(table)?.[field] ?? tableMapping(table).fields[field]?.airtableName;
};

/** The fields that can only be changed in Airtable, with their names in the base. */
export const findReadOnlyFields = (
  { db, companyId }: Scope,
  table: SyncedTable,
): Promise<{ field: string; name: string }[]> =>
  db.rows(sql`
    select field, coalesce(field_names ->> field, field) as name
    from sync_tables, unnest(read_only_fields) with ordinality as read_only (field, number)
    where company_id = ${companyId} and table_name = ${table} order by number`);

export type FieldLabel = Awaited<ReturnType<typeof findFieldLabels>>;

/** The table whose records our rows have, although it may be left out now. */
export const findLastTableId = async ({ db, companyId }: Scope, baseId: string, table: SyncedTable) => {
  const found = await db.row<{ tableId: string | null }>(sql`
    select coalesce(s.remote_table_id, m.last_table_id) as "tableId"
    from (select) one
    left join sync_tables s on s.company_id = ${companyId} and s.table_name = ${table}
    left join airtable_mappings m on m.company_id = ${companyId} and m.base_id = ${baseId} and m.table_name = ${table}`);
  return found?.tableId ?? null;
};

export const saveTableRule = (
  { db, companyId }: Scope,
  baseId: string,
  table: SyncedTable,
  { tableId, fields }: TableRule,
  lastTableId: string | null,
) =>
  db.run(sql`
    insert into airtable_mappings (company_id, base_id, table_name, remote_table_id, last_table_id, fields)
    values (${companyId}, ${baseId}, ${table}, ${tableId}, ${lastTableId}, ${JSON.stringify(fields)})
    on conflict (company_id, base_id, table_name) do update
    set remote_table_id = excluded.remote_table_id, last_table_id = excluded.last_table_id, fields = excluded.fields`);

/**
 * Lets the next run read the table completely, and every record of it again: with another mapping the same cells have other
 * values.
 */
export const requireReread = async ({ db, companyId }: Scope, table: SyncedTable): Promise<void> => {
  await db.run(sql`
    update sync_tables set full_sync_done_at = null, scanning = false, scan_offset = null, poll_from = null, poll_offset = null
    where company_id = ${companyId} and table_name = ${table}`);
  await db.run(sql`
    update airtable_records set fingerprint = null where company_id = ${companyId} and table_name = ${table}`);
};

/** Deletes the state of reading a remote table that another one has replaced. */
export const deleteTablePositions = async ({ db, companyId }: Scope, table: SyncedTable): Promise<void> => {
  await db.run(sql`
    delete from airtable_pending_links where company_id = ${companyId} and (table_name = ${table} or target_table = ${table})`);
  await db.run(sql`delete from airtable_records_to_read where company_id = ${companyId} and table_name = ${table}`);
  await db.run(sql`delete from airtable_deletions where company_id = ${companyId} and table_name = ${table}`);
  await db.run(sql`delete from sync_tables where company_id = ${companyId} and table_name = ${table}`);
};
