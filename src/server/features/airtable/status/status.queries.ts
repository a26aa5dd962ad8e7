import type { SyncStatus } from "#contract/airtable.ts";
import { SYNCED_TABLES, type SyncedTable } from "#contract/synced-tables.ts";
import type { PlatformScope, Scope } from "#platform/database/scope.ts";
import { type Sql, sql } from "#platform/database/sql.ts";
import { isoTime } from "#platform/database/sql-expressions.ts";
import type { FieldValue } from "../mapping/field-kinds.ts";
import { UNPARK } from "../push/outbox.queries.ts";
import { OUR_CHANGE } from "../reconcile/history.queries.ts";
import { HAS_NOTIFICATIONS } from "../runs/feed-checks.queries.ts";
import { type StoredRepairs, toTableRepairs } from "../runs/runs.queries.ts";

type Usage = Pick<
  SyncStatus,
  | "requestsThisMonth"
  | "monthlyBudget"
  | "hasChangeFeed"
  | "hasNotifications"
  | "areNotificationsMissing"
  | "lastComparison"
>;

const UNUSED: Usage = {
  requestsThisMonth: 0,
  monthlyBudget: 100_000,
  hasChangeFeed: false,
  hasNotifications: false,
  areNotificationsMissing: false,
  lastComparison: null,
};

export const findUsage = async ({ db, companyId }: Scope, now: Date): Promise<Usage> => {
  const found = await db.row<
    Omit<Usage, "lastComparison"> & { lastComparison: { at: string; repairs: StoredRepairs } | null }
  >(sql`
    select case when quota_month = date_trunc('month', ${now}::timestamptz)::date then requests_this_month else 0 end as "requestsThisMonth",
      monthly_budget as "monthlyBudget", feed_id is not null as "hasChangeFeed",
      feed_id is not null and ${HAS_NOTIFICATIONS} as "hasNotifications",
      feed_id is not null and notifications_missing as "areNotificationsMissing",
      case when compared_at is not null then jsonb_build_object('at', ${isoTime(sql`compared_at`)}, 'repairs', comparison_repairs) end
        as "lastComparison"
    from sync_states where company_id = ${companyId}`);
  if (!found) return UNUSED;
  const { lastComparison: last, ...usage } = found;
  return { ...usage, lastComparison: last && { at: last.at, repairs: toTableRepairs(last.repairs) } };
};

type TableStatus = Omit<SyncStatus["tables"][number], "rows">;

export const findTables = ({ db, companyId }: Scope): Promise<TableStatus[]> =>
  db.rows(sql`
    select name as "table", t.suspended_reason as "suspendedReason", coalesce(t.field_problems, '{}') as "fieldProblems",
      ${isoTime(sql`t.scanned_at`)} as "lastReadAt", "isLeftOut",
      waiting.pending, waiting."withoutAppId"
    from unnest(${SYNCED_TABLES}::text[]) with ordinality as listed (name, number)
    cross join lateral (
      select exists (
        select from airtable_mappings m join sync_states s on s.company_id = m.company_id and s.base_id = m.base_id
        where m.company_id = ${companyId} and m.table_name = name and m.remote_table_id is null) as "isLeftOut"
    ) mapping
    left join sync_tables t on t.company_id = ${companyId} and t.table_name = name
    cross join lateral (
      select count(*)::int as pending,
        count(*) filter (where r.record_id is null and t.remote_table_id is not null and not t.field_ids ? 'app_id')::int as "withoutAppId"
      from airtable_records r
      where r.company_id = ${companyId} and r.table_name = name and r.state = 'pending' and not "isLeftOut"
    ) waiting
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
  oursBy: string | null;
  oursAt: string | null;
  theirsBy: string | null;
  theirsAt: string | null;
  isApproved: boolean;
  airtableUrl: string | null;
  version: string;
}

/** For a query in which `c` is the conflict: it is about the text of an approved message, or of a part of it, that is not sent yet. */
const IS_APPROVED: Sql = sql`
  c.kind <> 'deleted' and (c.table_name, c.field) in (('messages', 'content'), ('queue', 'text')) and exists (
    select from queue_items q
    where q.company_id = c.company_id and q.status = 'QUEUED' and q.approved_hash is not null
      and c.local_id = case c.table_name when 'messages' then q.message_id else q.id end)`;

/** For a query in which `c` is the conflict. */
const CONFLICT_COLUMNS: Sql = sql`
  c.id, c.table_name as "table", c.local_id as "recordId", c.field, c.kind, c.base, c.ours, c.theirs,
  ${isoTime(sql`c.found_at`)} as "foundAt", c.theirs_by as "theirsBy", ${isoTime(sql`c.theirs_at`)} as "theirsAt",
  ${IS_APPROVED} as "isApproved", ours.author as "oursBy", ${isoTime(sql`ours.at`)} as "oursAt",
  (select 'https://airtable.com/' || s.base_id || '/' || t.remote_table_id || '/' || r.record_id
    from airtable_records r join sync_states s on s.company_id = r.company_id
    join sync_tables t on t.company_id = r.company_id and t.table_name = r.table_name
    where r.company_id = c.company_id and r.table_name = c.table_name and r.local_id = c.local_id and c.kind <> 'deleted') as "airtableUrl",
  md5(concat_ws('|', c.base, c.ours, c.theirs)) as version`;

const CONFLICTS: Sql = sql`airtable_conflicts c left join lateral (${OUR_CHANGE}) ours on true`;

export const findConflicts = ({ db, companyId }: Scope, limit: number, offset = 0): Promise<ConflictRow[]> =>
  db.rows(sql`
    select ${CONFLICT_COLUMNS} from ${CONFLICTS} where c.company_id = ${companyId} and c.resolved_at is null
    order by c.found_at desc, c.id limit ${limit} offset ${offset}`);

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
    select ${CONFLICT_COLUMNS}, c.resolved_at is null as "isOpen" from ${CONFLICTS}
    where c.company_id = ${companyId} and c.id = ${id}`);

/** Returns 0 when it was already resolved. */
export const markConflictResolved = (
  { db, companyId, actor }: Scope,
  id: string,
  choice: "ours" | "theirs" | "merged",
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
  lacksChoice: boolean;
  leadId: string | null;
  airtableUrl: string | null;
}

/** With `r` for the record: all its parked edits wait for a choice in Airtable. */
const LACKS_ONLY_CHOICES: Sql = sql`
  coalesce((select bool_and(o.lacks_choice) from airtable_outbox o
    where o.company_id = r.company_id and o.table_name = r.table_name and o.local_id = r.local_id
      and o.parked_at is not null), false)`;

/** With `r` for the record. */
const LEAD_ID: Sql = sql`
  case r.table_name
    when 'leads' then (select id from leads where company_id = r.company_id and id = r.local_id)
    when 'messages' then (select lead_id from messages where company_id = r.company_id and id = r.local_id)
    when 'queue' then (select lead_id from queue_items where company_id = r.company_id and id = r.local_id)
    when 'invitations' then (select lead_id from invitations where company_id = r.company_id and id = r.local_id)
    when 'adjustments' then (select m.lead_id from adjustments a join messages m on m.company_id = a.company_id and m.id = a.message_id
      where a.company_id = r.company_id and a.id = r.local_id)
  end`;

export const findParked = ({ db, companyId }: Scope, limit: number): Promise<ParkedRow[]> =>
  db.rows(sql`
    select r.table_name as "table", r.local_id as "recordId", ${isoTime(sql`r.updated_at`)} as since,
      coalesce((select o.problem from airtable_outbox o
        where o.company_id = r.company_id and o.table_name = r.table_name and o.local_id = r.local_id
          and o.parked_at is not null limit 1), r.problem, '') as reason,
      ${LACKS_ONLY_CHOICES} as "lacksChoice", ${LEAD_ID} as "leadId",
      (select 'https://airtable.com/' || s.base_id || '/' || t.remote_table_id || '/' || r.record_id
        from sync_states s join sync_tables t on t.company_id = s.company_id and t.table_name = r.table_name
        where s.company_id = r.company_id) as "airtableUrl"
    from airtable_records r where r.company_id = ${companyId} and r.state = 'error'
    order by r.updated_at desc, r.local_id limit ${limit}`);

/** Without those that only wait for a choice. */
export const countParked = async ({ db, companyId }: Scope): Promise<number> => {
  const found = await db.row<{ count: number }>(sql`
    select count(*)::int as count from airtable_records r
    where r.company_id = ${companyId} and r.state = 'error' and not ${LACKS_ONLY_CHOICES}`);
  return found?.count ?? 0;
};

/** Lets the edits be pushed, or the record be read, again. */
export const unparkRecord = async ({ db, companyId }: Scope, table: SyncedTable, localId: string): Promise<boolean> =>
  (await db.run(sql`
    with edits as (
      update airtable_outbox set ${UNPARK}
      where company_id = ${companyId} and table_name = ${table} and local_id = ${localId} and parked_at is not null
    )
    update airtable_records set state = 'pending', problem = null, reread = record_id is not null, updated_at = now()
    where company_id = ${companyId} and table_name = ${table} and local_id = ${localId} and state = 'error'`)) > 0;

export const hasRecord = async ({ db, companyId }: Scope, table: SyncedTable, localId: string): Promise<boolean> =>
  (await db.row(sql`
    select true from airtable_records
    where company_id = ${companyId} and table_name = ${table} and local_id = ${localId}`)) !== undefined;

interface FailingSync {
  companyId: string;
  companyName: string;
  problem: string;
}

const IS_CONNECTED = sql`c.is_active and c.deleted_at is null
  and c.airtable_base_id is not null and c.airtable_token_encrypted is not null`;

/** Active companies whose last run failed and that are not paused, most failures first. */
export const findFailingSyncs = ({ db }: PlatformScope, limit: number): Promise<FailingSync[]> =>
  db.rows(sql`
    select c.id as "companyId", c.name as "companyName", s.last_problem as problem
    from sync_states s join companies c on c.id = s.company_id
    where s.failures > 0 and s.last_problem is not null and s.paused_at is null and ${IS_CONNECTED}
    order by s.failures desc, c.id limit ${limit}`);

/** Active companies whose sync is paused, the longest pause first. */
export const findPausedSyncs = (
  { db }: PlatformScope,
  limit: number,
): Promise<{ companyId: string; companyName: string; by: string }[]> =>
  db.rows(sql`
    select c.id as "companyId", c.name as "companyName", s.paused_by as by
    from sync_states s join companies c on c.id = s.company_id
    where s.paused_at is not null and ${IS_CONNECTED}
    order by s.paused_at, c.id limit ${limit}`);
