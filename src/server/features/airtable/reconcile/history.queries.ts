import type { RecordHistory } from "#contract/sync-questions.ts";
import type { SyncedTable } from "#contract/synced-tables.ts";
import type { Scope } from "#platform/database/scope.ts";
import { sql } from "#platform/database/sql.ts";
import { isoTime } from "#platform/database/sql-expressions.ts";

/** A field that got its value from Airtable. */
export interface RecordChange {
  localId: string;
  field: string;
  before: unknown;
  after: unknown;
  author: string;
  at: string;
}

const MAX_LENGTH = 2_000;
/** The history shows what changed; the whole text is in the versions of a message or prompt. */
const shorten = (value: unknown): unknown =>
  typeof value === "string" && value.length > MAX_LENGTH ? `${value.slice(0, MAX_LENGTH).toWellFormed()}…` : value;

export const insertChanges = async (
  { db, companyId }: Scope,
  table: SyncedTable,
  changes: readonly RecordChange[],
): Promise<void> => {
  if (changes.length === 0) return;
  const shortened = changes.map((change) => ({
    ...change,
    before: shorten(change.before),
    after: shorten(change.after),
  }));
  await db.run(sql`
    insert into airtable_changes (company_id, table_name, local_id, field, side, before, after, author, at)
    select ${companyId}, ${table}, "localId", field, 'airtable', before, after, author, at
    from jsonb_to_recordset(${JSON.stringify(shortened)})
      as new ("localId" uuid, field text, before jsonb, after jsonb, author text, at timestamptz)`);
};

/** Deletes edits that were written to Airtable, or were replaced, and keeps them in the history. */
export const archiveEdits = async ({ db, companyId }: Scope, ids: readonly number[]): Promise<void> => {
  if (ids.length === 0) return;
  await db.run(sql`
    with done as (
      delete from airtable_outbox where company_id = ${companyId} and id = any(${ids}) returning *
    )
    insert into airtable_changes (company_id, table_name, local_id, field, side, before, after, author, at)
    select company_id, table_name, local_id, field, 'here',
      case when jsonb_typeof(based_on) = 'string' then to_jsonb(left(based_on #>> '{}', ${MAX_LENGTH})) else based_on end,
      case when jsonb_typeof(value) = 'string' then to_jsonb(left(value #>> '{}', ${MAX_LENGTH})) else value end, author, created_at
    from done order by id`);
};

type HistoryChange = Omit<RecordHistory["changes"][number], "fieldName">;

/**
 * Newest first, in the order in which the sync has seen them: Airtable's times are whole seconds. Edits that have not been written
 * yet come from the outbox.
 */
export const findHistory = (
  { db, companyId }: Scope,
  table: SyncedTable,
  localId: string,
  limit: number,
): Promise<HistoryChange[]> =>
  db.rows(sql`
    select ${isoTime(sql`at`)} as at, side, author, field, before, after, "isPending" from (
      select id, at, side, author, field, before, after, false as "isPending" from airtable_changes
      where company_id = ${companyId} and table_name = ${table} and local_id = ${localId}
      union all
      select id, created_at, 'here', author, field, based_on, value, true from airtable_outbox
      where company_id = ${companyId} and table_name = ${table} and local_id = ${localId}
    ) change
    order by "isPending" desc, id desc limit ${limit}`);

/** The address of the record in Airtable. Null when it is not there (yet). */
export const findRecordUrl = async (
  { db, companyId }: Scope,
  table: SyncedTable,
  localId: string,
): Promise<{ url: string | null } | undefined> =>
  db.row(sql`
    select case when r.state <> 'remote_deleted' then
      'https://airtable.com/' || s.base_id || '/' || t.remote_table_id || '/' || r.record_id end as url
    from airtable_records r
    left join sync_states s on s.company_id = r.company_id
    left join sync_tables t on t.company_id = r.company_id and t.table_name = r.table_name
    where r.company_id = ${companyId} and r.table_name = ${table} and r.local_id = ${localId}`);

const RETENTION_DAYS = 180;

export const deleteOldChanges = ({ db, companyId }: Scope, now: Date) =>
  db.run(sql`
    delete from airtable_changes
    where company_id = ${companyId} and at < ${now}::timestamptz - make_interval(days => ${RETENTION_DAYS})`);
