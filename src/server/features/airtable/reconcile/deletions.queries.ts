import type { HeldDeletions } from "#contract/sync-questions.ts";
import type { SyncedTable } from "#contract/synced-tables.ts";
import type { Scope } from "#platform/database/scope.ts";
import { prepared, type Sql, sql } from "#platform/database/sql.ts";
import { isoTime } from "#platform/database/sql-expressions.ts";
import { UNPARK } from "../push/outbox.queries.ts";
import type { ReportedChange } from "./remote-record.ts";

/** A deleted record: by whom and when, if the change feed tells. */
export interface Deletion extends ReportedChange {
  recordId: string;
  /** The run that found it by comparing all records. */
  comparisonRunId?: string | null;
}

export const unreported = (recordId: string): Deletion => ({ recordId, author: null, at: null });

/** Records that the change feed reports as deleted, or that Airtable does not have any more. */
export const insertReportedDeletions = async (
  { db, companyId }: Scope,
  table: SyncedTable,
  deletions: readonly Deletion[],
): Promise<void> => {
  if (deletions.length === 0) return;
  await db.run(sql`
    insert into airtable_deletions (company_id, table_name, record_id, deleted_by, deleted_at, comparison_run_id)
    select r.company_id, r.table_name, r.record_id, deleted.author, deleted.at, deleted."comparisonRunId"
    from jsonb_to_recordset(${JSON.stringify(deletions)}) as deleted ("recordId" text, author text, at timestamptz, "comparisonRunId" uuid)
    join airtable_records r on r.company_id = ${companyId} and r.table_name = ${table} and r.record_id = deleted."recordId"
    where r.state <> 'remote_deleted'
    on conflict do nothing`);
};

/** Records that two complete scans did not see: a list can skip a record while users edit. */
export const insertMissedTwice = ({ db, companyId }: Scope, table: SyncedTable) =>
  db.run(sql`
    insert into airtable_deletions (company_id, table_name, record_id)
    select company_id, table_name, record_id from airtable_records
    where company_id = ${companyId} and table_name = ${table} and record_id is not null and state <> 'remote_deleted'
      and missed_scans > 1
    on conflict do nothing`);

/** Deletions within this time count as made at once: a script may delete one record a second. */
const COUNTED_FOR = sql`interval '1 hour'`;

const RECENT: Sql = sql`array(select deleted_at from unnest(t.unasked_deletions) as deleted_at where deleted_at > now() - ${COUNTED_FOR})`;

/**
 * Remembers the times of deletions that are made here without asking an admin. Call it before the deletions are settled: those that an
 * admin has confirmed do not count.
 */
export const recordUnaskedDeletions = ({ db, companyId }: Scope, table: SyncedTable, recordIds: readonly string[]) =>
  db.run(sql`
    update sync_tables t set unasked_deletions = ${RECENT} || array(
      select now() from airtable_deletions d
      where d.company_id = ${companyId} and d.table_name = ${table} and not d.confirmed and d.record_id = any(${recordIds}))
    where t.company_id = ${companyId} and t.table_name = ${table}`);

/** For records that were deleted here too, or that were read again and therefore exist. */
export const deleteSettledDeletions = ({ db, companyId }: Scope, table: SyncedTable, recordIds: readonly string[]) =>
  db.pipeline(sql`
    delete from airtable_deletions
    where company_id = ${companyId} and table_name = ${table} and record_id = any(${recordIds})`);

export interface FoundDeletions {
  table: SyncedTable;
  unconfirmed: number;
  confirmed: number;
  /** Other records that were found deleted in the last day, for which a conflict asks what to do with the edits made here. */
  inConflict: number;
  /** Records that were deleted here in the last hour without a question. */
  recent: number;
  /** The records that the table had before these deletions. */
  records: number;
  isHeld: boolean;
}

export const findDeletions = ({ db, companyId }: Scope): Promise<FoundDeletions[]> =>
  db.rows(
    prepared(sql`
    select t.table_name as "table", t.deletions_held_since is not null as "isHeld",
      count(d.record_id) filter (where not d.confirmed)::int as unconfirmed,
      count(d.record_id) filter (where d.confirmed)::int as confirmed,
      (select count(*)::int from airtable_conflicts c
        join airtable_records r on r.company_id = c.company_id and r.table_name = c.table_name and r.local_id = c.local_id
        where c.company_id = ${companyId} and c.table_name = t.table_name and c.kind = 'deleted' and c.resolved_at is null
          and c.found_at > now() - interval '1 day'
          and not exists (select from airtable_deletions known where known.company_id = r.company_id
            and known.table_name = r.table_name and known.record_id = r.record_id)) as "inConflict",
      cardinality(${RECENT}) as recent,
      cardinality(${RECENT}) + (select count(*)::int from airtable_records r where r.company_id = ${companyId}
        and r.table_name = t.table_name and r.record_id is not null and r.state <> 'remote_deleted') as records
    from sync_tables t left join airtable_deletions d on d.company_id = t.company_id and d.table_name = t.table_name
    where t.company_id = ${companyId} and (d.record_id is not null or t.deletions_held_since is not null)
    group by t.table_name, t.deletions_held_since, t.unasked_deletions`),
  );

export const findDeletedRecords = (
  { db, companyId }: Scope,
  table: SyncedTable,
  { onlyConfirmed, limit }: { onlyConfirmed: boolean; limit: number },
): Promise<Deletion[]> =>
  db.rows(sql`
    select record_id as "recordId", deleted_by as author, ${isoTime(sql`deleted_at`)} as at, comparison_run_id as "comparisonRunId"
    from airtable_deletions
    where company_id = ${companyId} and table_name = ${table} and (confirmed or not ${onlyConfirmed}) limit ${limit}`);

export const setDeletionsHeld = ({ db, companyId }: Scope, table: SyncedTable, at: Date | null) =>
  db.run(sql`
    update sync_tables set deletions_held_since = ${at} where company_id = ${companyId} and table_name = ${table}`);

/** A company admin has decided: later deletions are counted anew. */
export const endDeletionsHeld = ({ db, companyId }: Scope, table: SyncedTable) =>
  db.run(sql`
    update sync_tables set deletions_held_since = null, unasked_deletions = '{}'
    where company_id = ${companyId} and table_name = ${table}`);

/** Deletions that wait for a company admin, with the ids of up to 500 rows. */
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

export const confirmDeletions = ({ db, companyId }: Scope, table: SyncedTable): Promise<number> =>
  db.run(sql`
    update airtable_deletions set confirmed = true
    where company_id = ${companyId} and table_name = ${table} and not confirmed`);

/** The rows are pushed as new records, with all their values: an edit that was parked is part of them. */
export const detachRecords = ({ db, companyId }: Scope, table: SyncedTable, localIds: readonly string[]) =>
  db.run(sql`
    with unparked as (
      update airtable_outbox set ${UNPARK}
      where company_id = ${companyId} and table_name = ${table} and local_id = any(${localIds}) and parked_at is not null
    )
    update airtable_records set record_id = null, base_values = '{}', unconfirmed = '{}', unreported = '{}', fingerprint = null,
      state = 'pending', problem = null, refused = false, reread = false, missed_scans = 0, updated_at = now()
    where company_id = ${companyId} and table_name = ${table} and local_id = any(${localIds})`);

export const recreateDeleted = async (scope: Scope, table: SyncedTable, at: Date): Promise<void> => {
  const { db, companyId, actor } = scope;
  const recreated = await db.rows<{ id: string }>(sql`
    with deleted as (
      delete from airtable_deletions
      where company_id = ${companyId} and table_name = ${table} and not confirmed returning record_id, deleted_by, deleted_at, found_at
    ), recreated as materialized (
      select r.local_id, deleted.* from deleted
      join airtable_records r on r.company_id = ${companyId} and r.table_name = ${table} and r.record_id = deleted.record_id
      where r.state <> 'remote_deleted'
      for no key update of r
    ), history as (
      insert into airtable_changes (company_id, table_name, local_id, kind, field, side, author, at)
      select ${companyId}, ${table}, local_id, event.* from recreated
      cross join lateral (values
        ('deleted', '', 'airtable', coalesce(deleted_by, 'Airtable'), coalesce(deleted_at, found_at)),
        ('recreated', '', 'here', ${actor.name}::text, ${at}::timestamptz)) event
    )
    select local_id as id from recreated`);
  await detachRecords(
    scope,
    table,
    recreated.map(({ id }) => id),
  );
};
