import type { RecordHistory } from "#contract/sync-questions.ts";
import type { SyncedTable } from "#contract/synced-tables.ts";
import type { Scope } from "#platform/database/scope.ts";
import { type Sql, sql } from "#platform/database/sql.ts";
import { identifier, isoTime } from "#platform/database/sql-expressions.ts";
import { tableMapping } from "../mapping/mapping.ts";

/** A field that got its value from Airtable, or what happened to a whole record. */
export interface RecordChange {
  localId: string;
  /** "replaced": an HTML text has changed, of which the values are not kept. */
  kind: "changed" | "replaced" | "deleted" | "recreated";
  /** Empty when it is about the whole record. */
  field: string;
  before: unknown;
  after: unknown;
  author: string;
  at: string;
}

/** A change of the whole record, not of one field. */
export const recordEvent = (
  localId: string,
  kind: "deleted" | "recreated",
  { author, at }: { author: string; at: string },
): RecordChange => ({ localId, kind, field: "", before: null, after: null, author, at });

const MAX_LENGTH = 2_000;
/** The history shows what changed; the whole text is in the versions of a message or prompt. */
const shortenValue = (value: unknown): unknown =>
  typeof value === "string" && value.length > MAX_LENGTH ? `${value.slice(0, MAX_LENGTH).toWellFormed()}…` : value;

const firstCharactersOf = (column: Sql): Sql => sql`
  case when jsonb_typeof(${column}) = 'string' then to_jsonb(left(${column} #>> '{}', ${MAX_LENGTH})) else ${column} end`;

const JOB_AUTHORS = ["Airtable", "Systeem"];

export const insertChanges = async (
  { db, companyId }: Scope,
  table: SyncedTable,
  changes: readonly RecordChange[],
  side: "here" | "airtable" = "airtable",
): Promise<void> => {
  if (changes.length === 0) return;
  const stored = changes.map((change) => ({
    ...change,
    before: shortenValue(change.before),
    after: shortenValue(change.after),
  }));
  await db.run(sql`
    insert into airtable_changes (company_id, table_name, local_id, kind, field, side, before, after, author, at)
    select ${companyId}, ${table}, "localId", kind, field, ${side}, before, after, author, at
    from jsonb_to_recordset(${JSON.stringify(stored)})
      as new ("localId" uuid, kind text, field text, before jsonb, after jsonb, author text, at timestamptz)`);
};

/** Deletes edits that were written to Airtable, or were replaced, and keeps them in the history. */
export const archiveEdits = async ({ db, companyId }: Scope, ids: readonly number[]): Promise<void> => {
  if (ids.length === 0) return;
  await db.run(sql`
    with done as (
      delete from airtable_outbox where company_id = ${companyId} and id = any(${ids}) returning *
    )
    insert into airtable_changes (company_id, table_name, local_id, field, side, before, after, author, at)
    select company_id, table_name, local_id, field, 'here', ${firstCharactersOf(sql`based_on`)}, ${firstCharactersOf(sql`value`)}, author, created_at
    from done order by id`);
};

/**
 * A condition for a query with `c` for a conflict and `change` for an entry of the history: the entry set the field to our value in the
 * conflict. The history keeps only the beginning of a long text.
 */
const MADE_OUR_VALUE: Sql = sql`
  change.side = 'here' and ${firstCharactersOf(sql`change.after`)} is not distinct from ${firstCharactersOf(sql`c.ours`)}`;

/**
 * With `c` for a conflict: who made our value, and when. No row when a later change set another value, or when the author is a job: a job
 * only passes on what somebody else wrote.
 */
export const OUR_CHANGE: Sql = sql`
  select change.author, change.at from (
    select change.* from (
      select true as is_pending, o.id, 'here' as side, o.author, o.created_at as at, o.value as after from airtable_outbox o
      where o.company_id = c.company_id and o.table_name = c.table_name and o.local_id = c.local_id
        and (o.field = c.field or c.kind = 'deleted')
      union all
      select false, h.id, h.side, h.author, h.at, h.after from airtable_changes h
      where h.company_id = c.company_id and h.table_name = c.table_name and h.local_id = c.local_id and h.field = c.field
        and h.kind = 'changed'
    ) change
    where c.kind <> 'overwritten' or (${MADE_OUR_VALUE})
    order by change.is_pending desc, change.id desc limit 1
  ) change
  where change.author <> all(${JOB_AUTHORS}) and (c.kind = 'deleted' or (${MADE_OUR_VALUE}))`;

type HistoryChange = Omit<RecordHistory["changes"][number], "fieldName">;

/**
 * The last ones that were stored, those that wait in the outbox first. Not sorted by time, because Airtable's times are whole seconds:
 * `readHistory` does that.
 */
export const findHistory = (
  { db, companyId }: Scope,
  table: SyncedTable,
  localId: string,
  limit: number,
): Promise<HistoryChange[]> =>
  db.rows(sql`
    select ${isoTime(sql`at`)} as at, side, author, kind, field, before, after, "isPending" from (
      select id, at, side, author, kind, field, before, after, false as "isPending" from airtable_changes
      where company_id = ${companyId} and table_name = ${table} and local_id = ${localId}
      union all
      select id, created_at, 'here', author, 'changed', field, based_on, value, true from airtable_outbox
      where company_id = ${companyId} and table_name = ${table} and local_id = ${localId}
    ) change
    order by "isPending" desc, id desc limit ${limit}`);

/** Who created the record, and when. Nothing when its row is gone, or was about an erased person. */
export const findCreation = (
  { db, companyId }: Scope,
  table: SyncedTable,
  localId: string,
): Promise<HistoryChange | undefined> =>
  db.row(sql`
    select ${isoTime(sql`made.created_at`)} as at, case when r.imported_from is null then 'here' else 'airtable' end as side,
      coalesce(r.created_by, case when r.imported_from is null then 'Systeem' else 'Airtable' end) as author,
      'created' as kind, '' as field, null as before, null as after,
      r.record_id is null and not exists (
        select from airtable_changes c where c.company_id = r.company_id and c.table_name = r.table_name and c.local_id = r.local_id
          and c.kind = 'deleted') as "isPending"
    from airtable_records r
    join ${identifier(tableMapping(table).sqlTable)} made on made.company_id = r.company_id and made.id = r.local_id
    where r.company_id = ${companyId} and r.table_name = ${table} and r.local_id = ${localId} and not r.erased`);

/** The URL of the record in Airtable. Null when it has not been created there, or was deleted. */
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
