import type { RefusedErasure } from "#contract/sync-questions.ts";
import type { SyncedTable } from "#contract/synced-tables.ts";
import type { Scope } from "#platform/database/scope.ts";
import { type Sql, sql } from "#platform/database/sql.ts";
import { isoTime } from "#platform/database/sql-expressions.ts";
import { wakeWorkers } from "../runs/job-definitions.ts";

export type RowsToErase = Partial<Record<SyncedTable, readonly string[]>>;

/** The next sync run deletes the records of these rows, before it reads anything. Also for their records in former bases and tables. */
export const requestErasure = async (scope: Scope, rows: RowsToErase, at: Date): Promise<void> => {
  const { db, companyId, actor } = scope;
  const erased = Object.entries(rows).flatMap(([table, ids]) => ids.map((id) => ({ table, id })));
  await db.run(sql`
    with erased as (
      select * from jsonb_to_recordset(${JSON.stringify(erased)}) as erased ("table" text, id uuid)
    )
    insert into airtable_erasures (company_id, table_name, record_id, requested_at, requested_by, base_id, remote_table_id)
    select r.company_id, r.table_name, r.record_id, ${at}::timestamptz, ${actor.name}, s.base_id, coalesce(t.remote_table_id, m.last_table_id)
    from erased join airtable_records r on r.table_name = erased."table" and r.local_id = erased.id
    left join sync_states s on s.company_id = r.company_id
    left join sync_tables t on t.company_id = r.company_id and t.table_name = r.table_name
    left join airtable_mappings m on m.company_id = r.company_id and m.base_id = s.base_id and m.table_name = r.table_name
    where r.company_id = ${companyId} and r.record_id is not null and r.state <> 'remote_deleted'
    union all
    select f.company_id, f.table_name, f.record_id, ${at}::timestamptz, ${actor.name}, f.base_id, f.remote_table_id
    from erased join airtable_former_records f on f.table_name = erased."table" and f.local_id = erased.id
    where f.company_id = ${companyId}
    on conflict do nothing`);
  await wakeWorkers(scope);
};

/** For records that were being created while their person was erased. */
export const insertErasures = async (
  { db, companyId }: Scope,
  table: SyncedTable,
  remoteTableId: string,
  recordIds: readonly string[],
  at: Date,
): Promise<void> => {
  if (recordIds.length === 0) return;
  await db.run(sql`
    insert into airtable_erasures (company_id, table_name, record_id, requested_at, base_id, remote_table_id)
    select ${companyId}, ${table}, id, ${at}::timestamptz, (select base_id from sync_states where company_id = ${companyId}), ${remoteTableId}
    from unnest(${recordIds}::text[]) as id on conflict do nothing`);
};

/** With `e` for the erasure. Another base would answer that the record does not exist. */
const isInCurrentBase = (companyId: string): Sql =>
  sql`(e.base_id is null or e.base_id is not distinct from (select base_id from sync_states where company_id = ${companyId}))`;

/** With `e` for the erasure: it can be carried out. */
export const isErasable = (companyId: string): Sql => sql`not e.parked and ${isInCurrentBase(companyId)}`;

/** Records of one remote table. */
export interface ErasureBatch {
  table: SyncedTable;
  remoteTableId: string | null;
  recordIds: string[];
}

/** Undefined when nothing can be erased any more. */
export const findErasureBatch = ({ db, companyId }: Scope, limit: number): Promise<ErasureBatch | undefined> =>
  db.row(sql`
    select e.table_name as "table", e.remote_table_id as "remoteTableId",
      (array_agg(e.record_id order by e.record_id))[1:${limit}::int] as "recordIds"
    from airtable_erasures e where e.company_id = ${companyId} and ${isErasable(companyId)}
    group by e.table_name, e.remote_table_id order by e.table_name, e.remote_table_id limit 1`);

export const deleteErasures = ({ db, companyId }: Scope, table: SyncedTable, recordIds: readonly string[]) =>
  db.run(sql`
    delete from airtable_erasures
    where company_id = ${companyId} and table_name = ${table} and record_id = any(${recordIds})`);

/** Stores why Airtable rejected the deletion. A parked erasure is skipped until it is unparked. */
export const parkErasure = ({ db, companyId }: Scope, table: SyncedTable, recordId: string, problem: string) =>
  db.run(sql`
    update airtable_erasures set parked = true, problem = ${problem}
    where company_id = ${companyId} and table_name = ${table} and record_id = ${recordId}`);

export const parkErasuresOfTable = (
  { db, companyId }: Scope,
  { table, remoteTableId }: ErasureBatch,
  problem: string,
): Promise<number> =>
  db.run(sql`
    update airtable_erasures e set parked = true, problem = ${problem}
    where e.company_id = ${companyId} and e.table_name = ${table} and e.remote_table_id is not distinct from ${remoteTableId}
      and ${isErasable(companyId)}`);

export const unparkErasures = ({ db, companyId }: Scope) =>
  db.run(sql`update airtable_erasures set parked = false where company_id = ${companyId} and parked`);

/** For a record in a former base, when a user confirms that it was deleted there. */
export const deleteFormerErasure = ({ db, companyId }: Scope, table: SyncedTable, recordId: string): Promise<number> =>
  db.run(sql`
    delete from airtable_erasures e
    where e.company_id = ${companyId} and e.table_name = ${table} and e.record_id = ${recordId} and not ${isInCurrentBase(companyId)}`);

const IN_FORMER_BASE =
  "Dit record staat in een base die niet meer aan dit bedrijf is gekoppeld. Wis het daar zelf, en geef hier aan dat het gewist is.";

/** Rejected erasures, and those in a former base; oldest first. */
export const findRefusedErasures = async (
  { db, companyId }: Scope,
  limit: number,
): Promise<{ erasures: RefusedErasure[]; totalErasures: number }> => {
  const found = await db.rows<RefusedErasure & { total: number }>(sql`
    select e.table_name as "table", e.record_id as "recordId", e.requested_by as "askedBy", ${isoTime(sql`e.requested_at`)} as "askedAt",
      case when ${isInCurrentBase(companyId)} then e.problem else ${IN_FORMER_BASE} end as reason,
      case when not ${isInCurrentBase(companyId)} then
        'https://airtable.com/' || e.base_id || '/' || nullif(e.remote_table_id, '') || '/' || e.record_id end as "formerUrl",
      not ${isInCurrentBase(companyId)} as "isInFormerBase", count(*) over ()::int as total
    from airtable_erasures e
    where e.company_id = ${companyId} and (e.problem is not null or not ${isInCurrentBase(companyId)})
    order by e.requested_at, e.table_name, e.record_id limit ${limit}`);
  return { erasures: found.map(({ total: _total, ...erasure }) => erasure), totalErasures: found[0]?.total ?? 0 };
};
