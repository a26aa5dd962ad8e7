import type { SyncedTable } from "#contract/synced-tables.ts";
import type { Scope } from "#platform/database/scope.ts";
import { type Sql, sql } from "#platform/database/sql.ts";

export interface LinkTarget {
  table: SyncedTable;
  recordId: string;
}

/** The row that a record stands for. A lead that was merged into another one stands for that lead. */
const mergedTarget = (record: Sql): Sql => sql`
  coalesce((select l.merged_into from leads l
    where ${record}.table_name = 'leads' and l.company_id = ${record}.company_id and l.id = ${record}.local_id), ${record}.local_id)`;

export const findTargetIds = async (
  { db, companyId }: Scope,
  targets: readonly LinkTarget[],
): Promise<(LinkTarget & { localId: string })[]> => {
  if (targets.length === 0) return [];
  return db.rows(sql`
    select r.table_name as "table", r.record_id as "recordId", ${mergedTarget(sql`r`)} as "localId"
    from jsonb_to_recordset(${JSON.stringify(targets)}) as wanted ("table" text, "recordId" text)
    join airtable_records r on r.company_id = ${companyId} and r.table_name = wanted."table" and r.record_id = wanted."recordId"
    where r.state <> 'remote_deleted'`);
};

/** Of these records, those of an erased person. */
export const findErasedTargets = async (
  { db, companyId }: Scope,
  targets: readonly LinkTarget[],
): Promise<LinkTarget[]> => {
  if (targets.length === 0) return [];
  return db.rows(sql`
    select r.table_name as "table", r.record_id as "recordId"
    from jsonb_to_recordset(${JSON.stringify(targets)}) as wanted ("table" text, "recordId" text)
    join airtable_records r on r.company_id = ${companyId} and r.table_name = wanted."table" and r.record_id = wanted."recordId"
    where r.erased`);
};

export interface PendingLink {
  localId: string;
  field: string;
  targetTable: SyncedTable;
  targetRecordId: string;
}

/** Replaces all pending links of these rows. */
export const replacePendingLinks = async (
  { db, companyId }: Scope,
  table: SyncedTable,
  localIds: readonly string[],
  links: readonly PendingLink[],
): Promise<void> => {
  await db.run(sql`
    delete from airtable_pending_links
    where company_id = ${companyId} and table_name = ${table} and local_id = any(${localIds})`);
  if (links.length === 0) return;
  await db.run(sql`
    insert into airtable_pending_links (company_id, table_name, local_id, field, target_table, target_record_id)
    select ${companyId}, ${table}, "localId", field, "targetTable", "targetRecordId"
    from jsonb_to_recordset(${JSON.stringify(links)})
      as new ("localId" uuid, field text, "targetTable" text, "targetRecordId" text)`);
};

/** Deletes and returns the links to these records. */
export const takePendingLinks = ({ db, companyId }: Scope, target: SyncedTable, recordIds: readonly string[]) =>
  db.rows<{ table: SyncedTable; id: string; field: string; target: string }>(sql`
    with due as (
      delete from airtable_pending_links
      where company_id = ${companyId} and target_table = ${target} and target_record_id = any(${recordIds}) returning *
    )
    select d.table_name as "table", d.local_id as id, d.field, ${mergedTarget(sql`r`)} as target
    from due d join airtable_records r
      on r.company_id = d.company_id and r.table_name = d.target_table and r.record_id = d.target_record_id`);

export const clearPendingLinks = ({ db, companyId }: Scope, table: SyncedTable, localIds: readonly string[]) =>
  db.run(sql`
    delete from airtable_pending_links
    where company_id = ${companyId} and table_name = ${table} and local_id = any(${localIds})`);
