import { SYNCED_TABLES, type SyncedTable } from "#contract/synced-tables.ts";
import type { PlatformScope, Scope } from "#platform/database/scope.ts";
import { prepared, type Sql, sql } from "#platform/database/sql.ts";
import { type KnownIds, type KnownTable, UNKNOWN_TABLE } from "../mapping/base-layout.ts";
import { isErasable } from "../push/erasures.queries.ts";
import { IS_PUSHABLE } from "../push/outbox.queries.ts";
import { HAS_FAILED_RECENTLY } from "./unread-tables.queries.ts";

/** The right to work on a company's base. `fence` is a fencing token: it grows with each owner. */
export interface Lease {
  owner: string;
  fence: number;
}

// Longer than the slowest request: the lease is renewed before each request and in each transaction.
const LEASE_DURATION = sql`interval '30 seconds'`;

const isHeldBy = ({ owner, fence }: Lease): Sql => sql`lease_owner = ${owner} and lease_fence = ${fence}`;

export const takeLease = async ({ db, companyId }: Scope, owner: string): Promise<Lease | undefined> => {
  const taken = await db.row<{ fence: number }>(sql`
    insert into sync_states as state (company_id, lease_owner, lease_fence, lease_until)
    values (${companyId}, ${owner}, 1, clock_timestamp() + ${LEASE_DURATION})
    on conflict (company_id) do update set lease_owner = excluded.lease_owner, lease_fence = state.lease_fence + 1,
      lease_until = excluded.lease_until, turn_requested = false
    where state.lease_until is null or state.lease_until < clock_timestamp()
    returning lease_fence::float8 as fence`);
  return taken && { owner, fence: taken.fence };
};

/** Asks the owner of the lease for another turn before it releases the lease. False when nobody owns it any more. */
export const requestTurn = async ({ db, companyId }: Scope): Promise<boolean> =>
  (await db.run(sql`
    update sync_states set turn_requested = true where company_id = ${companyId} and lease_until >= clock_timestamp()`)) >
  0;

/** Locks the lease until the end of the transaction. False when another worker owns it. */
export const renewLease = async ({ db, companyId }: Scope, lease: Lease): Promise<boolean> =>
  (await db.run(sql`
    update sync_states set lease_until = clock_timestamp() + ${LEASE_DURATION}
    where company_id = ${companyId} and ${isHeldBy(lease)}`)) > 0;

/** False when another turn was requested. */
export const releaseLeaseUnlessTurnRequested = async ({ db, companyId }: Scope, lease: Lease): Promise<boolean> =>
  (await db.run(sql`
    update sync_states set lease_owner = null, lease_until = null
    where company_id = ${companyId} and ${isHeldBy(lease)} and not turn_requested`)) > 0;

/** Takes the lease away from its owner, who then writes nothing more. Locks it until the end of the transaction. */
export const revokeLease = ({ db, companyId }: Scope) =>
  db.run(sql`
    insert into sync_states as state (company_id) values (${companyId})
    on conflict (company_id) do update set lease_owner = null, lease_until = null, lease_fence = state.lease_fence + 1`);

/** Clears the request for another turn. False when another worker owns the lease. */
export const acceptRequestedTurn = async ({ db, companyId }: Scope, lease: Lease): Promise<boolean> =>
  (await db.run(sql`
    update sync_states set turn_requested = false, lease_until = clock_timestamp() + ${LEASE_DURATION}
    where company_id = ${companyId} and ${isHeldBy(lease)}`)) > 0;

/** True when another turn was requested that has not been made. */
export const releaseLease = async ({ db, companyId }: Scope, lease: Lease): Promise<boolean> => {
  const released = await db.row<{ turnRequested: boolean }>(sql`
    update sync_states set lease_owner = null, lease_until = null
    where company_id = ${companyId} and ${isHeldBy(lease)} returning turn_requested as "turnRequested"`);
  return released?.turnRequested ?? false;
};

/** While the base is blocked after a 429, the request that asks for a slot is not sent: it does not count. */
const countRequest = (baseId: string): Sql => sql`
  requests_this_month = case when quota_month = date_trunc('month', now())::date then requests_this_month else 0 end
    + case when exists (select from airtable_rate_limits
      where base_hash = sha256(${baseId}::bytea) and blocked_until > clock_timestamp()) then 0 else 1 end,
  quota_month = date_trunc('month', now())::date`;

// Additive increase, multiplicative decrease, as in congestion control: a 429 halves the rate, and every ten seconds
// without one restore a part of it.
const RECOVERED_SLOWDOWN: Sql = sql`
  case when rate.slowdown_changed_at > clock_timestamp() - interval '10 seconds' then rate.slowdown
    else greatest(1, rate.slowdown - 0.25) end`;
const NEXT_SLOT: Sql = sql`
  next_slot_at = greatest(rate.next_slot_at, clock_timestamp()) + rate.spacing * (${RECOVERED_SLOWDOWN}),
  slowdown = ${RECOVERED_SLOWDOWN}, blocked_until = null,
  slowdown_changed_at = case when rate.slowdown = 1 or rate.slowdown_changed_at > clock_timestamp() - interval '10 seconds'
    then rate.slowdown_changed_at else clock_timestamp() end`;

interface RequestSlot {
  /** False when the lease was taken over, the sync was paused, or the company was deactivated, deleted or given another base. */
  isAllowed: boolean;
  /** Another turn was requested. */
  isTurnRequested: boolean;
  /** Null while the base is blocked after a 429. */
  waitMs: number | null;
  blockedMs: number | null;
}

/**
 * Reserves the time of the next request to a base, across all processes and companies, by the database's clock. The same
 * statement renews the lease and checks the company, so that a deactivated company stops at its next request.
 */
export const takeRequestSlot = (
  { db }: PlatformScope,
  companyId: string,
  lease: Lease,
  baseId: string,
): Promise<RequestSlot | undefined> =>
  db.row(sql`
    with holder as (
      update sync_states s set lease_until = clock_timestamp() + ${LEASE_DURATION}, ${countRequest(baseId)}
      from companies c
      where s.company_id = ${companyId} and ${isHeldBy(lease)} and c.id = s.company_id and c.is_active
        and c.deleted_at is null and c.airtable_base_id = ${baseId} and s.paused_at is null
      returning s.turn_requested
    ), slot as (
      insert into airtable_rate_limits as rate (base_hash, next_slot_at)
      select sha256(${baseId}::bytea), clock_timestamp() + interval '250 milliseconds' from holder
      on conflict (base_hash) do update set ${NEXT_SLOT}
      where rate.blocked_until is null or rate.blocked_until <= clock_timestamp()
      returning next_slot_at - spacing * slowdown as at
    )
    select exists (select 1 from holder) as "isAllowed", coalesce((select turn_requested from holder), false) as "isTurnRequested",
      (select extract(epoch from at - clock_timestamp()) * 1000 from slot)::float8 as "waitMs",
      (select extract(epoch from blocked_until - clock_timestamp()) * 1000 from airtable_rate_limits
        where base_hash = sha256(${baseId}::bytea))::float8 as "blockedMs"`);

/** Reserves the time of a request outside a sync. Undefined while the base is blocked after a 429. */
export const takeDirectRequestSlot = (
  { db }: PlatformScope,
  companyId: string,
  baseId: string,
): Promise<{ waitMs: number } | undefined> =>
  db.row(sql`
    with counted as (
      update sync_states set ${countRequest(baseId)} where company_id = ${companyId}
    )
    insert into airtable_rate_limits as rate (base_hash, next_slot_at)
    values (sha256(${baseId}::bytea), clock_timestamp() + interval '250 milliseconds')
    on conflict (base_hash) do update set ${NEXT_SLOT}
    where rate.blocked_until is null or rate.blocked_until <= clock_timestamp()
    returning (extract(epoch from next_slot_at - spacing * slowdown - clock_timestamp()) * 1000)::float8 as "waitMs"`);

/** Airtable asks for this pause after a 429. */
export const RATE_LIMIT_PAUSE_MS = 30_000;

/** Keeps the time since when the messages wait. */
export const setSendingWaits = ({ db, companyId }: Scope, isWaiting: boolean) =>
  db.run(sql`
    update sync_states set sending_waits_since = case when ${isWaiting} then coalesce(sending_waits_since, clock_timestamp()) end
    where company_id = ${companyId} and (sending_waits_since is not null) <> ${isWaiting}`);

/** Due messages wait until Airtable can be read again. */
export const isWaitingForAirtable = async ({ db, companyId }: Scope): Promise<boolean> =>
  (await db.row(sql`
    select from sync_states where company_id = ${companyId} and sending_waits_since is not null`)) !== undefined;

const MAX_SLOWDOWN = 16;

/** After a 429 no process sends requests to this base for this long, and then half as many a second. */
export const blockBase = ({ db }: PlatformScope, baseId: string, milliseconds: number) =>
  db.run(sql`
    update airtable_rate_limits set blocked_until = clock_timestamp() + make_interval(secs => ${milliseconds / 1000}),
      slowdown = least(slowdown * 2, ${MAX_SLOWDOWN}), slowdown_changed_at = clock_timestamp() + make_interval(secs => ${milliseconds / 1000})
    where base_hash = sha256(${baseId}::bytea)`);

export const findKnownTables = async ({ db, companyId }: Scope): Promise<Record<SyncedTable, KnownTable>> => {
  const found = await db.rows<KnownTable & { table: SyncedTable }>(sql`
    select table_name as "table", remote_table_id as "tableId", field_ids as "fieldIds", field_names as "fieldNames"
    from sync_tables where company_id = ${companyId}`);
  const known = new Map(found.map(({ table, ...ids }) => [table, ids]));
  return Object.fromEntries(SYNCED_TABLES.map((table) => [table, known.get(table) ?? UNKNOWN_TABLE])) as Record<
    SyncedTable,
    KnownTable
  >;
};

/** A table whose ids have changed, or that was suspended, is read completely again. */
export const saveLayout = (
  { db, companyId }: Scope,
  table: SyncedTable,
  { tableId, fieldIds }: KnownIds,
  { names, readOnly }: { names: Readonly<Record<string, string>>; readOnly: readonly string[] },
  problems: readonly string[],
) =>
  db.run(sql`
    insert into sync_tables as known (company_id, table_name, remote_table_id, field_ids, field_names, read_only_fields, field_problems)
    values (${companyId}, ${table}, ${tableId}, ${JSON.stringify(fieldIds)}, ${JSON.stringify(names)}, ${readOnly}, ${problems})
    on conflict (company_id, table_name) do update set remote_table_id = excluded.remote_table_id,
      field_ids = excluded.field_ids, field_names = excluded.field_names, read_only_fields = excluded.read_only_fields, field_problems = excluded.field_problems, suspended_reason = null,
      full_sync_done_at = case when known.remote_table_id = excluded.remote_table_id and known.field_ids = excluded.field_ids
        and known.suspended_reason is null then known.full_sync_done_at end,
      scanning = known.scanning and known.remote_table_id = excluded.remote_table_id
        and known.field_ids = excluded.field_ids and known.suspended_reason is null
    where known.remote_table_id is distinct from excluded.remote_table_id or known.field_ids <> excluded.field_ids
      or known.field_names <> excluded.field_names or known.read_only_fields <> excluded.read_only_fields or known.field_problems <> excluded.field_problems or known.suspended_reason is not null`);

/**
 * Forgets the layout and the position of tables that the company does not synchronise, and marks their pending and failed records as left
 * out: their edits are not shown as waiting. Open conflicts stay. The records of a table that is mapped again become pending; it is read
 * completely and they are pushed. Returns how many records changed.
 */
export const leaveOutTables = async ({ db, companyId }: Scope, tables: readonly SyncedTable[]): Promise<number> => {
  await db.run(sql`delete from sync_tables where company_id = ${companyId} and table_name = any(${tables})`);
  return db.run(sql`
    update airtable_records set state = case when table_name = any(${tables}) then 'left_out' else 'pending' end, updated_at = now()
    where company_id = ${companyId} and state <> 'synced'
      and case when table_name = any(${tables}) then state in ('pending', 'error') else state = 'left_out' end`);
};

export const suspendTable = ({ db, companyId }: Scope, table: SyncedTable, reason: string) =>
  db.run(sql`
    insert into sync_tables (company_id, table_name, suspended_reason) values (${companyId}, ${table}, ${reason})
    on conflict (company_id, table_name) do update set suspended_reason = excluded.suspended_reason`);

export const saveProgress = ({ db, companyId }: Scope, runId: string, progress: object, requests: number) =>
  db.run(sql`
    update sync_runs set progress = ${JSON.stringify(progress)}, requests = requests + ${requests}, message = null
    where company_id = ${companyId} and id = ${runId}`);

export const findBaseCondition = async ({ db, companyId }: Scope): Promise<{ isSlow: boolean; isPaused: boolean }> =>
  (await db.row<{ isSlow: boolean; isPaused: boolean }>(sql`
    select slow_since is not null as "isSlow", paused_at is not null as "isPaused"
    from sync_states where company_id = ${companyId}`)) ?? { isSlow: false, isPaused: false };

/** Keeps the time since when it is slow. */
export const setSlowBase = ({ db, companyId }: Scope, isSlow: boolean) =>
  db.run(sql`
    update sync_states set slow_since = case when ${isSlow} then clock_timestamp() end
    where company_id = ${companyId} and (slow_since is not null) <> ${isSlow}`);

/** A turn that ended early has left records unread that the change feed had reported. */
const hasReportedRecords = (companyId: string): Sql => sql`
  exists (select from airtable_records_to_read r
    join sync_tables t on t.company_id = r.company_id and t.table_name = r.table_name and t.suspended_reason is null
      and not (t.read_problem is not null and ${HAS_FAILED_RECENTLY})
    join sync_states s on s.company_id = r.company_id and s.feed_id is not null
    where r.company_id = ${companyId})`;

/** Work that needs a whole turn: the schema of the base, reading and writing. */
const hasOtherWork = (companyId: string): Sql => sql`
  exists (select from sync_runs where company_id = ${companyId} and status in ('queued', 'running'))
  or exists (select from airtable_records r where r.company_id = ${companyId} and ${IS_PUSHABLE})
  or exists (select from airtable_erasures e where e.company_id = ${companyId} and ${isErasable(companyId)})
  or exists (select from airtable_deletions where company_id = ${companyId} and confirmed)
  or exists (select from queue_items where company_id = ${companyId} and status = 'QUEUED' and cancel_requested_at is not null)
  or ${hasReportedRecords(companyId)}`;

const isFeedCheckRequested = (companyId: string): Sql => sql`
  exists (select from sync_states where company_id = ${companyId} and feed_check_requested and feed_id is not null)`;

/** Whether a turn would have something to do. Without this check every wake-up would cost requests. */
export const hasWork = async ({ db, companyId }: Scope): Promise<boolean> =>
  (await db.row(prepared(sql`select where ${isFeedCheckRequested(companyId)} or ${hasOtherWork(companyId)}`))) !==
  undefined;

export const hasOnlyFeedCheck = async ({ db, companyId }: Scope): Promise<boolean> =>
  (await db.row(
    prepared(sql`select where ${isFeedCheckRequested(companyId)} and not (${hasOtherWork(companyId)})`),
  )) !== undefined;

export const hasUnreadRecords = async ({ db, companyId }: Scope): Promise<boolean> =>
  (await db.row(sql`select where ${hasReportedRecords(companyId)}`)) !== undefined;
