import type { RefusedErasure } from "#contract/sync-questions.ts";
import type { SyncedTable } from "#contract/synced-tables.ts";
import type { Scope } from "#platform/database/scope.ts";
import { type Sql, sql } from "#platform/database/sql.ts";
import { isoTime } from "#platform/database/sql-expressions.ts";
import { wakeWorkers } from "../runs/job-definitions.ts";

export type RowsToErase = Partial<Record<SyncedTable, readonly string[]>>;

/** The next sync run deletes the records of these rows, before it reads anything. */
export const requestErasure = async (scope: Scope, rows: RowsToErase, at: Date): Promise<void> => {
  const { db, companyId, actor } = scope;
  const erased = Object.entries(rows).flatMap(([table, ids]) => ids.map((id) => ({ table, id })));
  await db.run(sql`
    insert into airtable_erasures (company_id, table_name, record_id, requested_at, requested_by, base_id)
    select r.company_id, r.table_name, r.record_id, ${at}, ${actor.name},
      (select base_id from sync_states where company_id = ${companyId})
    from jsonb_to_recordset(${JSON.stringify(erased)}) as erased ("table" text, id uuid)
    join airtable_records r on r.table_name = erased."table" and r.local_id = erased.id
    where r.company_id = ${companyId} and r.record_id is not null and r.state <> 'remote_deleted'
    on conflict do nothing`);
  await wakeWorkers(scope);
};

/** Another base would answer that the record does not exist. */
const isInCurrentBase = (companyId: string): Sql =>
  sql`(base_id is null or base_id = (select base_id from sync_states where company_id = ${companyId}))`;

export const findErasures = async ({ db, companyId }: Scope, table: SyncedTable, limit: number): Promise<string[]> => {
  const found = await db.rows<{ id: string }>(sql`
    select record_id as id from airtable_erasures
    where company_id = ${companyId} and table_name = ${table} and not parked
      and ${isInCurrentBase(companyId)}
    order by record_id limit ${limit}`);
  return found.map(({ id }) => id);
};

export const deleteErasures = ({ db, companyId }: Scope, table: SyncedTable, recordIds: readonly string[]) =>
  db.run(sql`
    delete from airtable_erasures
    where company_id = ${companyId} and table_name = ${table} and record_id = any(${recordIds})`);

/** Stores why Airtable rejected the deletion. A parked erasure is skipped until it is unparked. */
export const parkErasure = ({ db, companyId }: Scope, table: SyncedTable, recordId: string, problem: string) =>
  db.run(sql`
    update airtable_erasures set parked = true, problem = ${problem}
    where company_id = ${companyId} and table_name = ${table} and record_id = ${recordId}`);

export const parkErasuresOfTable = ({ db, companyId }: Scope, table: SyncedTable, problem: string) =>
  db.run(sql`
    update airtable_erasures set parked = true, problem = ${problem}
    where company_id = ${companyId} and table_name = ${table} and not parked and ${isInCurrentBase(companyId)}`);

export const unparkErasures = ({ db, companyId }: Scope) =>
  db.run(sql`update airtable_erasures set parked = false where company_id = ${companyId} and parked`);

/** Rejected erasures, and those in a suspended table with that table's reason; oldest first. */
export const findRefusedErasures = async (
  { db, companyId }: Scope,
  limit: number,
): Promise<{ erasures: RefusedErasure[]; totalErasures: number }> => {
  const found = await db.rows<RefusedErasure & { total: number }>(sql`
    select e.table_name as "table", e.record_id as "recordId", e.requested_by as "askedBy", ${isoTime(sql`e.requested_at`)} as "askedAt",
      coalesce(t.suspended_reason, e.problem) as reason, count(*) over ()::int as total
    from airtable_erasures e left join sync_tables t on t.company_id = e.company_id and t.table_name = e.table_name
    where e.company_id = ${companyId} and coalesce(t.suspended_reason, e.problem) is not null
    order by e.requested_at, e.table_name, e.record_id limit ${limit}`);
  return { erasures: found.map(({ total: _total, ...erasure }) => erasure), totalErasures: found[0]?.total ?? 0 };
};
