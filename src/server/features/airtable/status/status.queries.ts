import { SYNCED_TABLES, type SyncedTable, type SyncStatus } from "#contract/airtable.ts";
import type { PlatformScope, Scope } from "#platform/database/scope.ts";
import { type Sql, sql } from "#platform/database/sql.ts";
import { isoTime } from "#platform/database/sql-expressions.ts";
import type { FieldValue } from "../mapping/field-kinds.ts";

export const findUsage = async (
  { db, companyId }: Scope,
  now: Date,
): Promise<{ requests: number; hasChangeFeed: boolean }> => {
  const found = await db.row<{ requests: number; hasChangeFeed: boolean }>(sql`
    select case when quota_month = date_trunc('month', ${now}::timestamptz)::date then requests_this_month else 0 end as requests,
      feed_id is not null as "hasChangeFeed"
    from sync_states where company_id = ${companyId}`);
  return found ?? { requests: 0, hasChangeFeed: false };
};

type TableStatus = Omit<SyncStatus["tables"][number], "rows">;

export const findTables = ({ db, companyId }: Scope): Promise<TableStatus[]> =>
  db.rows(sql`
    select name as "table", t.suspended_reason as "suspendedReason", coalesce(t.field_problems, '{}') as "fieldProblems",
      ${isoTime(sql`t.scanned_at`)} as "lastReadAt",
      (select count(*)::int from airtable_records r
        where r.company_id = ${companyId} and r.table_name = name and r.state = 'pending') as pending
    from unnest(${SYNCED_TABLES}::text[]) with ordinality as listed (name, number)
    left join sync_tables t on t.company_id = ${companyId} and t.table_name = name
    order by number`);

export interface ConflictRow {
  id: string;
  table: SyncedTable;
  recordId: string;
  field: string;
  kind: "changed" | "overwritten" | "deleted";
  base: FieldValue;
  ours: FieldValue;
  theirs: FieldValue;
  foundAt: string;
  version: string;
}

const CONFLICT_COLUMNS: Sql = sql`
  id, table_name as "table", local_id as "recordId", field, kind, base, ours, theirs, ${isoTime(sql`found_at`)} as "foundAt",
  md5(concat_ws('|', base, ours, theirs)) as version`;

export const findConflicts = ({ db, companyId }: Scope, limit: number): Promise<ConflictRow[]> =>
  db.rows(sql`
    select ${CONFLICT_COLUMNS} from airtable_conflicts where company_id = ${companyId} and resolved_at is null
    order by found_at desc, id limit ${limit}`);

export const countConflicts = async ({ db, companyId }: Scope): Promise<number> => {
  const found = await db.row<{ count: number }>(sql`
    select count(*)::int as count from airtable_conflicts where company_id = ${companyId} and resolved_at is null`);
  return found?.count ?? 0;
};

export const findConflict = (
  { db, companyId }: Scope,
  id: string,
): Promise<(ConflictRow & { isOpen: boolean }) | undefined> =>
  db.row(sql`
    select ${CONFLICT_COLUMNS}, resolved_at is null as "isOpen" from airtable_conflicts
    where company_id = ${companyId} and id = ${id}`);

/** Returns 0 when it was already resolved. */
export const markConflictResolved = (
  { db, companyId, actor }: Scope,
  id: string,
  choice: "ours" | "theirs",
  at: Date,
) =>
  db.run(sql`
    update airtable_conflicts set resolved_at = ${at}, resolved_by = ${actor.name}, choice = ${choice}
    where company_id = ${companyId} and id = ${id} and resolved_at is null`);

interface ParkedRow {
  table: SyncedTable;
  recordId: string;
  reason: string;
  since: string;
}

export const findParked = ({ db, companyId }: Scope, limit: number): Promise<ParkedRow[]> =>
  db.rows(sql`
    select r.table_name as "table", r.local_id as "recordId", ${isoTime(sql`r.updated_at`)} as since,
      coalesce((select o.problem from airtable_outbox o
        where o.company_id = r.company_id and o.table_name = r.table_name and o.local_id = r.local_id
          and o.parked_at is not null limit 1), r.problem, '') as reason
    from airtable_records r where r.company_id = ${companyId} and r.state = 'error'
    order by r.updated_at desc, r.local_id limit ${limit}`);

export const countParked = async ({ db, companyId }: Scope): Promise<number> => {
  const found = await db.row<{ count: number }>(sql`
    select count(*)::int as count from airtable_records where company_id = ${companyId} and state = 'error'`);
  return found?.count ?? 0;
};

/** Lets the edits be pushed, or the record be read, again. */
export const unparkRecord = async ({ db, companyId }: Scope, table: SyncedTable, localId: string): Promise<boolean> =>
  (await db.run(sql`
    with edits as (
      update airtable_outbox set parked_at = null, problem = null
      where company_id = ${companyId} and table_name = ${table} and local_id = ${localId} and parked_at is not null
    )
    update airtable_records set state = 'pending', problem = null, reread = record_id is not null, updated_at = now()
    where company_id = ${companyId} and table_name = ${table} and local_id = ${localId} and state = 'error'`)) > 0;

/** The row is pushed as a new record. */
export const detachRecord = ({ db, companyId }: Scope, table: SyncedTable, localId: string) =>
  db.run(sql`
    update airtable_records set record_id = null, base_values = '{}', unconfirmed = '{}', unreported = '{}', fingerprint = null,
      state = 'pending', problem = null, updated_at = now()
    where company_id = ${companyId} and table_name = ${table} and local_id = ${localId}`);

export const deleteEditsOfRecord = ({ db, companyId }: Scope, table: SyncedTable, localId: string) =>
  db.run(sql`
    delete from airtable_outbox where company_id = ${companyId} and table_name = ${table} and local_id = ${localId}`);

interface FailingSync {
  companyId: string;
  companyName: string;
  problem: string;
}

/** Active companies whose last run failed, most failures first. */
export const findFailingSyncs = ({ db }: PlatformScope, limit: number): Promise<FailingSync[]> =>
  db.rows(sql`
    select c.id as "companyId", c.name as "companyName", s.last_problem as problem
    from sync_states s join companies c on c.id = s.company_id
    where s.failures > 0 and s.last_problem is not null and c.is_active and c.deleted_at is null
      and c.airtable_base_id is not null and c.airtable_token_encrypted is not null
    order by s.failures desc, c.id limit ${limit}`);
