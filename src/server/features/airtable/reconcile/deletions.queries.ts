import type { HeldDeletions } from "#contract/sync-questions.ts";
import type { SyncedTable } from "#contract/synced-tables.ts";
import type { Scope } from "#platform/database/scope.ts";
import { type Sql, sql } from "#platform/database/sql.ts";
import { isoTime } from "#platform/database/sql-expressions.ts";

const insertDeletions = ({ db, companyId }: Scope, table: SyncedTable, condition: Sql) =>
  db.run(sql`
    insert into airtable_deletions (company_id, table_name, record_id)
    select company_id, table_name, record_id from airtable_records
    where company_id = ${companyId} and table_name = ${table} and record_id is not null and state <> 'remote_deleted' and ${condition}
    on conflict do nothing`);

/** Records that the change feed reports as deleted. */
export const insertReportedDeletions = async (
  scope: Scope,
  table: SyncedTable,
  recordIds: readonly string[],
): Promise<void> => {
  if (recordIds.length > 0) await insertDeletions(scope, table, sql`record_id = any(${recordIds})`);
};

/** Records that two complete scans did not see: a list can skip a record while users edit. */
export const insertMissedTwice = (scope: Scope, table: SyncedTable) =>
  insertDeletions(scope, table, sql`missed_scans > 1`);

/** Removes from the list of found deletions: the records were deleted here too, or were read again. */
export const deleteSettledDeletions = ({ db, companyId }: Scope, table: SyncedTable, recordIds: readonly string[]) =>
  db.pipeline(sql`
    delete from airtable_deletions
    where company_id = ${companyId} and table_name = ${table} and record_id = any(${recordIds})`);

export interface FoundDeletions {
  table: SyncedTable;
  unconfirmed: number;
  confirmed: number;
  /** All records of the table, the deleted ones included. */
  records: number;
  isHeld: boolean;
}

export const findDeletions = ({ db, companyId }: Scope): Promise<FoundDeletions[]> =>
  db.rows(sql`
    select t.table_name as "table", t.deletions_held_since is not null as "isHeld",
      count(d.record_id) filter (where not d.confirmed)::int as unconfirmed,
      count(d.record_id) filter (where d.confirmed)::int as confirmed,
      (select count(*)::int from airtable_records r where r.company_id = ${companyId} and r.table_name = t.table_name
        and r.record_id is not null and r.state <> 'remote_deleted') as records
    from sync_tables t left join airtable_deletions d on d.company_id = t.company_id and d.table_name = t.table_name
    where t.company_id = ${companyId} and (d.record_id is not null or t.deletions_held_since is not null)
    group by t.table_name, t.deletions_held_since`);

export const findDeletedIds = async (
  { db, companyId }: Scope,
  table: SyncedTable,
  { onlyConfirmed, limit }: { onlyConfirmed: boolean; limit: number },
): Promise<string[]> => {
  const found = await db.rows<{ id: string }>(sql`
    select record_id as id from airtable_deletions
    where company_id = ${companyId} and table_name = ${table} and (confirmed or not ${onlyConfirmed}) limit ${limit}`);
  return found.map(({ id }) => id);
};

export const setDeletionsHeld = ({ db, companyId }: Scope, table: SyncedTable, at: Date | null) =>
  db.run(sql`
    update sync_tables set deletions_held_since = ${at} where company_id = ${companyId} and table_name = ${table}`);

/** Deletions that wait for a company admin, with the ids of the rows. */
export const findHeldDeletions = ({
  db,
  companyId,
}: Scope): Promise<(Omit<HeldDeletions, "names"> & { examples: string[] })[]> =>
  db.rows(sql`
    select t.table_name as "table", ${isoTime(sql`t.deletions_held_since`)} as since, found.count,
      (select count(*)::int from airtable_records r where r.company_id = ${companyId} and r.table_name = t.table_name
        and r.record_id is not null and r.state <> 'remote_deleted') as total, found.examples
    from sync_tables t cross join lateral (
      select count(*)::int as count, coalesce((array_agg(r.local_id order by r.local_id))[1:500], '{}') as examples
      from airtable_deletions d join airtable_records r on r.company_id = d.company_id and r.table_name = d.table_name
        and r.record_id = d.record_id and r.state <> 'remote_deleted'
      where d.company_id = ${companyId} and d.table_name = t.table_name and not d.confirmed
    ) found
    where t.company_id = ${companyId} and t.deletions_held_since is not null and found.count > 0
    order by t.deletions_held_since`);

/** A record of one of the due parts waits for the decision whether it is deleted here too. */
export const hasHeldRecord = async (
  { db, companyId }: Scope,
  records: readonly { table: SyncedTable; recordId: string }[],
): Promise<boolean> =>
  (await db.row(sql`
    select from airtable_deletions d
    join jsonb_to_recordset(${JSON.stringify(records)}) as due ("table" text, "recordId" text)
      on d.table_name = due."table" and d.record_id = due."recordId"
    where d.company_id = ${companyId} limit 1`)) !== undefined;

export const confirmDeletions = ({ db, companyId }: Scope, table: SyncedTable): Promise<number> =>
  db.run(sql`
    update airtable_deletions set confirmed = true
    where company_id = ${companyId} and table_name = ${table} and not confirmed`);

/** The rows are pushed as new records. */
export const recreateDeleted = ({ db, companyId }: Scope, table: SyncedTable): Promise<number> =>
  db.run(sql`
    with deleted as (
      delete from airtable_deletions
      where company_id = ${companyId} and table_name = ${table} and not confirmed returning record_id
    )
    update airtable_records set record_id = null, base_values = '{}', unconfirmed = '{}', unreported = '{}', fingerprint = null,
      state = 'pending', problem = null, reread = false, missed_scans = 0, updated_at = now()
    where company_id = ${companyId} and table_name = ${table} and record_id in (select record_id from deleted)
      and state <> 'remote_deleted'`);
