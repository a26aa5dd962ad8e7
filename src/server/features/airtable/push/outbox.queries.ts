import type { SyncedTable } from "#contract/synced-tables.ts";
import type { Scope } from "#platform/database/scope.ts";
import { prepared, type Sql, sql } from "#platform/database/sql.ts";
import { mappedFields } from "../mapping/mapping.ts";
import { WHOLE_RECORD } from "../reconcile/remote-record.ts";
import { wakeWorkers } from "../runs/job-definitions.ts";
import { IS_OF_MISTAKEN_BASE } from "../runs/mistaken-base.queries.ts";

export interface OutboxEdit {
  field: string;
  value: unknown;
  basedOn: unknown;
}

export interface EditedRow {
  localId: string;
  edits: readonly OutboxEdit[];
}

/** For edits in the outbox: they are tried again. */
export const UNPARK: Sql = sql`parked_at = null, problem = null, lacks_choice = false, lacks_permission = false`;

/**
 * Inserts the edits and marks the records as pending, in one statement. A parked edit of the same field is unparked, and an
 * open conflict shows the new value. A row without edits is only marked as pending.
 */
export const insertOutboxEdits = async (
  scope: Scope,
  table: SyncedTable,
  rows: readonly EditedRow[],
): Promise<void> => {
  if (rows.length === 0) return;
  const { db, companyId, actor } = scope;
  await db.pipeline(
    prepared(sql`
    with edited as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}) as edited ("localId" uuid, edits jsonb)
    ), edit as (
      select edited."localId", edit.* from edited
      cross join lateral jsonb_to_recordset(edited.edits) as edit (field text, value jsonb, "basedOn" jsonb)
    ), inserted as (
      insert into airtable_outbox (company_id, table_name, local_id, field, value, based_on, author)
      select ${companyId}, ${table}, "localId", field, value, "basedOn", ${actor.name} from edit
    ), unparked as (
      update airtable_outbox parked set ${UNPARK} from edit
      where parked.company_id = ${companyId} and parked.table_name = ${table} and parked.local_id = edit."localId"
        and parked.field = edit.field and parked.parked_at is not null
    ), conflict as (
      update airtable_conflicts open set ours = edit.value from edit
      where open.company_id = ${companyId} and open.table_name = ${table} and open.local_id = edit."localId"
        and open.field = edit.field and open.kind = 'changed' and open.resolved_at is null
      returning open.local_id
    ), recreated as (
      insert into airtable_changes (company_id, table_name, local_id, kind, field, side, author, at)
      select ${companyId}, ${table}, edited."localId", 'recreated', '', 'here', ${actor.name}, now() from edited
      join airtable_records r on r.company_id = ${companyId} and r.table_name = ${table} and r.local_id = edited."localId"
      where r.state = 'remote_deleted'
    )
    insert into airtable_records as known (company_id, table_name, local_id, state, created_by)
    select ${companyId}, ${table}, "localId", 'pending', case when edits = '[]' then ${actor.name}::text end from edited
    on conflict (company_id, table_name, local_id) do update
    -- A record that was deleted in Airtable is created there again.
    set record_id = case when known.state = 'remote_deleted' then null else known.record_id end,
      -- The edit may have made both sides equal, which would close the conflict: the next run compares the record again.
      reread = known.reread or exists (select from conflict where conflict.local_id = known.local_id),
      base_values = case when known.state = 'remote_deleted' then '{}' else known.base_values end,
      problem = case when known.record_id is null then null else known.problem end,
      state = case when known.state = 'conflict' then known.state else 'pending' end, updated_at = now()`),
  );
  await wakeWorkers(scope);
};

/** Cancels the queue rows whose cancellation has waited for Airtable. If one was sent there meanwhile, that status wins. */
export const cancelRequestedItems = async (scope: Scope): Promise<void> => {
  const { db, companyId } = scope;
  const cancelled = await db.rows<{ id: string }>(sql`
    update queue_items set status = 'CANCELLED', cancel_requested_at = null, paused = false, updated_at = now()
    where company_id = ${companyId} and status = 'QUEUED' and cancel_requested_at is not null returning id`);
  const edits = [{ field: "status", value: "CANCELLED", basedOn: "QUEUED" }];
  await insertOutboxEdits(
    scope,
    "queue",
    cancelled.map(({ id }) => ({ localId: id, edits })),
  );
};

/** For a value that was written to Airtable outside the sync. The record stays pending, so that the next turn compares it. */
export const acknowledgeEdits = (
  { db, companyId }: Scope,
  table: SyncedTable,
  localId: string,
  field: string,
  value: string,
): Promise<number> =>
  db.run(sql`
    with acknowledged as (
      delete from airtable_outbox
      where company_id = ${companyId} and table_name = ${table} and local_id = ${localId} and field = ${field}
    )
    update airtable_records set base_values = base_values || jsonb_build_object(${field}::text, ${value}::text)
    where company_id = ${companyId} and table_name = ${table} and local_id = ${localId} and record_id is not null`);

/** Edits made after this version are newer than the requested text. */
export const markTextRequested = ({ db, companyId }: Scope, messageId: string) =>
  db.run(sql`
    update messages set requested_version = content_version where company_id = ${companyId} and id = ${messageId}`);

export interface RecordToPush {
  localId: string;
  recordId: string | null;
  /** The response to its creation was lost, so that it may exist in Airtable. */
  mayExist: boolean;
}

/** With `r` for the record. */
const UNPARKED_EDITS: Sql = sql`
  from airtable_outbox o
  where o.company_id = r.company_id and o.table_name = r.table_name and o.local_id = r.local_id and o.parked_at is null`;

/** With `r` for a record without a record id: it was in another base or table, so that a copy of it may be in the present one. */
const WAS_ELSEWHERE: Sql = sql`
  exists (select from airtable_former_records former
    where former.company_id = r.company_id and former.table_name = r.table_name and former.local_id = r.local_id)`;

/**
 * With `r` for the record: it is new, has to be compared again, or has an edit that is neither parked nor in conflict. Not while
 * - a user has to decide about its deletion in Airtable;
 * - it is unknown whether the base has it: of a mistaken base, or while a table that may have a copy of it has not been read;
 * - its values in Airtable cannot be stored here; a new edit makes it pending, so that it is read once more;
 * - the base has no place for it: its table is suspended, a new record would have no App ID, or the edited fields are missing.
 */
export const IS_PUSHABLE: Sql = sql`
  r.state in ('pending', 'conflict', 'error') and not (r.state = 'error' and r.refused)
  and not exists (
    select 1 from airtable_conflicts c
    where c.company_id = r.company_id and c.table_name = r.table_name and c.local_id = r.local_id and c.resolved_at is null
      and c.kind = 'deleted')
  and (r.state = 'pending' or (r.state = 'conflict' and r.reread) or exists (
    select 1 ${UNPARKED_EDITS}
      and not exists (
        select 1 from airtable_conflicts c
        where c.company_id = o.company_id and c.table_name = o.table_name and c.local_id = o.local_id
          and c.field = o.field and c.kind = 'changed' and c.resolved_at is null)))
  and exists (
    select 1 from sync_tables t
    where t.company_id = r.company_id and t.table_name = r.table_name and t.suspended_reason is null
      and case when r.record_id is null then t.field_ids ? 'app_id' and not ${IS_OF_MISTAKEN_BASE}
          and (t.full_sync_done_at is not null or not ${WAS_ELSEWHERE})
        else r.reread or r.unconfirmed <> '{}' or not exists (select 1 ${UNPARKED_EDITS})
          or exists (select 1 ${UNPARKED_EDITS} and t.field_ids ? o.field) end)`;

export const findRecordsToPush = (
  { db, companyId }: Scope,
  table: SyncedTable,
  skip: readonly string[],
  limit: number,
) =>
  db.rows<RecordToPush>(
    prepared(sql`
    select r.local_id as "localId", r.record_id as "recordId", r.record_id is null and r.unconfirmed <> '{}' as "mayExist"
    from airtable_records r
    where r.company_id = ${companyId} and r.table_name = ${table} and ${IS_PUSHABLE} and r.local_id <> all(${skip}::uuid[])
    order by r.local_id limit ${limit}`),
  );

/** Of the edits that Airtable did not let the owner of the token write, these wait for a user instead of being tried by every run. */
const sendRequests = (table: SyncedTable): string[] =>
  mappedFields(table).flatMap(([field, { asksToSend }]) => (asksToSend ? [field] : []));

interface RefusedWrite {
  localId: string;
  fields: readonly string[];
  /** The last edit that the rejected write contained. */
  lastEdit: number;
  lacksChoice?: boolean;
  lacksPermission?: boolean;
}

/**
 * Parks rejected edits with the reason; other records continue. If the field was edited again in the
 * meantime, the record stays pending and is tried once more.
 */
export const parkEdits = (
  { db, companyId }: Scope,
  table: SyncedTable,
  { localId, fields, lastEdit, lacksChoice = false, lacksPermission = false }: RefusedWrite,
  problem: string,
  at: Date,
) =>
  db.run(sql`
    with edit as materialized (
      select id from airtable_outbox
      where company_id = ${companyId} and table_name = ${table} and local_id = ${localId} and field = any(${fields})
    ), outcome as materialized (
      select coalesce(max(id) > ${lastEdit}, false) as "isNewer" from edit
    ), parked as (
      update airtable_outbox set parked_at = ${at}, problem = ${problem}, lacks_choice = ${lacksChoice},
        lacks_permission = ${lacksPermission} and field <> all(${sendRequests(table)}::text[]), may_add_choice = false
      from outcome
      where company_id = ${companyId} and id in (select id from edit) and not "isNewer"
    )
    update airtable_records set state = case when "isNewer" then 'pending' else 'error' end,
      problem = case when "isNewer" then problem else ${problem} end, lacks_permission = ${lacksPermission} and not "isNewer", unconfirmed = unconfirmed - ${fields}::text[], updated_at = now()
    from outcome where company_id = ${companyId} and table_name = ${table} and local_id = ${localId}`);

/** The edits that Airtable did not let the owner of the token write, per record and field. A record may be refused without an edit. */
const lockedEdits = ({ companyId }: Scope, table: SyncedTable): Sql => sql`
  select o.local_id, o.field, max(o.parked_at) as tried_at from airtable_outbox o
  where o.company_id = ${companyId} and o.table_name = ${table} and o.parked_at is not null and o.lacks_permission
  group by o.local_id, o.field
  union all
  select r.local_id, ${WHOLE_RECORD}::text, r.updated_at from airtable_records r
  where r.company_id = ${companyId} and r.table_name = ${table} and r.state = 'error' and r.lacks_permission and not exists (
    select from airtable_outbox o
    where o.company_id = r.company_id and o.table_name = r.table_name and o.local_id = r.local_id and o.parked_at is not null)`;

/** The fields with such edits, except those that were refused in this run. */
export const findLockedFields = async (scope: Scope, table: SyncedTable, runId: string): Promise<string[]> => {
  const found = await scope.db.rows<{ field: string }>(sql`
    select field from (${lockedEdits(scope, table)}) locked group by field
    having max(tried_at) < (select started_at from sync_runs where company_id = ${scope.companyId} and id = ${runId}) order by field`);
  return found.map(({ field }) => field);
};

/**
 * Unparks the edits of one such field and returns their records. Those that were tried longest ago come first: a record that is refused
 * for another field must not be the one that every run tries.
 */
export const unparkLocked = async (
  scope: Scope,
  table: SyncedTable,
  field: string,
  maxRecords: number,
): Promise<string[]> => {
  const { db, companyId } = scope;
  const retried = await db.rows<{ id: string }>(sql`
    with retried as materialized (
      select local_id from (${lockedEdits(scope, table)}) locked where field = ${field} order by tried_at, local_id limit ${maxRecords}
    ), unparked as (
      update airtable_outbox set ${UNPARK}
      where company_id = ${companyId} and table_name = ${table} and local_id in (select local_id from retried) and field = ${field}
        and lacks_permission
    ), pending as (
      update airtable_records set state = 'pending', problem = null, lacks_permission = false, reread = record_id is not null,
        updated_at = now()
      where company_id = ${companyId} and table_name = ${table} and local_id in (select local_id from retried) and state = 'error'
    )
    select local_id as id from retried`);
  return retried.map(({ id }) => id);
};

/** Whether an unparked edit has still not been written: Airtable refused it again, or it became a conflict. */
export const isUnwritten = async (
  scope: Scope,
  table: SyncedTable,
  field: string,
  localId: string,
): Promise<boolean> => {
  const isOfRow = sql`company_id = ${scope.companyId} and table_name = ${table} and local_id = ${localId}`;
  const found = await scope.db.row(
    field === WHOLE_RECORD
      ? sql`select from airtable_records where ${isOfRow} and state in ('pending', 'error')`
      : sql`select from airtable_outbox where ${isOfRow} and field = ${field}`,
  );
  return found !== undefined;
};

/** Record ids by row id, for the links of new records; null for a record that was deleted in Airtable. */
export const findRecordIds = async (
  { db, companyId }: Scope,
  table: SyncedTable,
  localIds: readonly string[],
): Promise<Map<string, string | null>> => {
  const found = await db.rows<{ localId: string; recordId: string | null }>(sql`
    select local_id as "localId", case when state <> 'remote_deleted' then record_id end as "recordId" from airtable_records
    where company_id = ${companyId} and table_name = ${table} and local_id = any(${localIds})
      and (record_id is not null or state = 'remote_deleted')`);
  return new Map(found.map(({ localId, recordId }) => [localId, recordId]));
};

export interface RecordWithoutAppId {
  localId: string;
  recordId: string;
}

export const findRecordsWithoutAppId = ({ db, companyId }: Scope, table: SyncedTable, limit: number) =>
  db.rows<RecordWithoutAppId>(sql`
    select local_id as "localId", record_id as "recordId" from airtable_records
    where company_id = ${companyId} and table_name = ${table} and lacks_app_id and record_id is not null
      and state <> 'remote_deleted' limit ${limit}`);

export const markAppIdsHandled = ({ db, companyId }: Scope, table: SyncedTable, localIds: readonly string[]) =>
  db.run(sql`
    update airtable_records set lacks_app_id = false
    where company_id = ${companyId} and table_name = ${table} and local_id = any(${localIds})`);

/** The row no longer exists, so there is nothing to push: its edits are deleted, and its record counts as deleted in Airtable. */
export const dropEditsOfMissingRow = ({ db, companyId }: Scope, table: SyncedTable, localId: string) =>
  db.run(sql`
    with gone as (
      delete from airtable_outbox where company_id = ${companyId} and table_name = ${table} and local_id = ${localId}
    )
    update airtable_records set state = 'remote_deleted', updated_at = now()
    where company_id = ${companyId} and table_name = ${table} and local_id = ${localId}`);
