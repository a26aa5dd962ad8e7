import { SYNCED_TABLES, type SyncedTable } from "#contract/airtable.ts";
import type { Scope } from "#platform/database/scope.ts";
import { sql } from "#platform/database/sql.ts";
import { type KnownIds, NOTHING_KNOWN } from "../mapping/layout.ts";

export const findBaseId = async ({ db, companyId }: Scope): Promise<string | null> => {
  const found = await db.row<{ id: string | null }>(sql`
    select base_id as id from sync_states where company_id = ${companyId}`);
  return found?.id ?? null;
};

/** Another base: none of the records, tables and feeds that are known are in it. Rows are found again by our ids. */
export const changeBase = async ({ db, companyId }: Scope, baseId: string): Promise<void> => {
  await db.run(sql`
    update airtable_records set record_id = null, agreed = '{}', sent = '{}', written = '{}', fingerprint = null,
      look_again = false, missed_scans = 0, seen_in_scan = null
    where company_id = ${companyId}`);
  await db.run(sql`delete from airtable_waiting_links where company_id = ${companyId}`);
  await db.run(sql`delete from sync_tables where company_id = ${companyId}`);
  await db.run(sql`
    update sync_states set base_id = ${baseId}, feed_id = null, feed_cursor = null, feed_expires_at = null,
      feed_refused_at = null
    where company_id = ${companyId}`);
};

export const putBaseId = ({ db, companyId }: Scope, baseId: string) =>
  db.run(sql`update sync_states set base_id = ${baseId} where company_id = ${companyId}`);

export const findKnownIds = async ({ db, companyId }: Scope): Promise<Record<SyncedTable, KnownIds>> => {
  const found = await db.rows<KnownIds & { table: SyncedTable }>(sql`
    select table_name as "table", remote_table_id as "tableId", field_ids as "fieldIds"
    from sync_tables where company_id = ${companyId}`);
  const known = new Map(found.map(({ table, tableId, fieldIds }) => [table, { tableId, fieldIds }]));
  return Object.fromEntries(SYNCED_TABLES.map((table) => [table, known.get(table) ?? NOTHING_KNOWN])) as Record<
    SyncedTable,
    KnownIds
  >;
};

/** The table was found. If it is not the one it was, or a field is not, it is read anew. */
export const putLayout = ({ db, companyId }: Scope, table: SyncedTable, { tableId, fieldIds }: KnownIds) =>
  db.run(sql`
    insert into sync_tables as known (company_id, table_name, remote_table_id, field_ids)
    values (${companyId}, ${table}, ${tableId}, ${JSON.stringify(fieldIds)})
    on conflict (company_id, table_name) do update set remote_table_id = excluded.remote_table_id,
      field_ids = excluded.field_ids, suspended_reason = null,
      full_sync_done_at = case when known.remote_table_id = excluded.remote_table_id and known.field_ids = excluded.field_ids
        and known.suspended_reason is null then known.full_sync_done_at end,
      scanning = known.scanning and known.remote_table_id = excluded.remote_table_id
        and known.field_ids = excluded.field_ids and known.suspended_reason is null
    where known.remote_table_id is distinct from excluded.remote_table_id or known.field_ids <> excluded.field_ids
      or known.suspended_reason is not null`);

export const suspendTable = ({ db, companyId }: Scope, table: SyncedTable, reason: string) =>
  db.run(sql`
    insert into sync_tables (company_id, table_name, suspended_reason) values (${companyId}, ${table}, ${reason})
    on conflict (company_id, table_name) do update set suspended_reason = excluded.suspended_reason`);
