import type { PlatformScope } from "#platform/database/scope.ts";
import { sql } from "#platform/database/sql.ts";

export interface QueueCounts {
  name: string;
  waiting: number;
  later: number;
  active: number;
  failed: number;
}

/** The workers store these counts every few seconds. */
export const countJobs = ({ db }: PlatformScope): Promise<QueueCounts[]> =>
  db.rows(sql`
    select name, ready_count as waiting, deferred_count as later, active_count as active, failed_count as failed
    from pgboss.queue where left(name, 2) <> '__' order by name`);

/** How long ago a worker stored those counts: it does so every ten seconds, also when there is nothing to do. */
export const secondsSinceCount = async ({ db }: PlatformScope): Promise<number> => {
  const found = await db.row<{ seconds: number }>(sql`
    select coalesce(extract(epoch from clock_timestamp() - coalesce(max(monitor_on), min(created_on))), 0)::float8 as seconds
    from pgboss.queue where left(name, 2) <> '__'`);
  return found?.seconds ?? 0;
};

export interface WorkCounts {
  sessionsMain: number;
  sessionsAdmin: number;
  outboxWaiting: number;
  outboxParked: number;
  outboxOldestSeconds: number;
  syncConnected: number;
  syncFailing: number;
  syncRunning: number;
  syncQueued: number;
  syncOldestSeconds: number;
  queueWaiting: number;
  queueParked: number;
}

/**
 * Edits that a worker should have sent by now. Without those that wait by design: for a decision of a user, for a place in the base, or
 * for the end of a pause or of a problem with the base, which the admin panel shows. Materialized, so that the last run is looked up
 * once per company and not once per edit.
 */
const OLDEST_EDIT = sql`
  with working as materialized (
    select c.id from companies c join sync_states s on s.company_id = c.id and s.paused_at is null and s.failures = 0
    where c.is_active and c.deleted_at is null and c.airtable_base_id is not null and c.airtable_token_encrypted is not null
      and (
        select r.problem_kind from sync_runs r
        where r.company_id = c.id and r.finished_at is not null order by r.started_at desc limit 1) is null)
  select min(o.created_at) as oldest
  from airtable_outbox o
  join working on working.id = o.company_id
  join sync_tables t on t.company_id = o.company_id and t.table_name = o.table_name and t.suspended_reason is null
    and t.field_ids ? 'app_id' and t.field_ids ? o.field
  where o.parked_at is null
    and not exists (
      select from airtable_conflicts f
      where f.company_id = o.company_id and f.table_name = o.table_name and f.local_id = o.local_id and f.resolved_at is null
        and (f.kind = 'deleted' or (f.kind = 'changed' and f.field = o.field)))`;

/** Sums over all companies. */
export const countWork = async ({ db }: PlatformScope, now: Date): Promise<WorkCounts | undefined> =>
  db.row<WorkCounts>(sql`
    with open_sessions as (
      select session_kind, count(*)::int as amount from sessions where expires_at > ${now} group by session_kind
    ), outbox as (
      select count(*) filter (where parked_at is null)::int as waiting, count(*) filter (where parked_at is not null)::int as parked
      from airtable_outbox
    ), oldest_edit as (${OLDEST_EDIT}), sync as (
      select count(*)::int as connected, count(*) filter (where failures > 0)::int as failing, min(last_run_ended_at) as oldest
      from sync_states s join companies c on c.id = s.company_id
      where c.is_active and c.deleted_at is null and c.airtable_base_id is not null and c.airtable_token_encrypted is not null
    ), runs as (
      select count(*) filter (where status = 'running')::int as running, count(*) filter (where status = 'queued')::int as queued
      from sync_runs where status in ('queued', 'running')
    ), queue as (
      select coalesce(sum(amount) filter (where status = 'QUEUED'), 0)::int as waiting,
        coalesce(sum(amount) filter (where status = 'ERROR'), 0)::int as parked
      from counters where subject = 'queue'
    )
    select coalesce((select amount from open_sessions where session_kind = 'main'), 0) as "sessionsMain",
      coalesce((select amount from open_sessions where session_kind = 'admin'), 0) as "sessionsAdmin",
      outbox.waiting as "outboxWaiting", outbox.parked as "outboxParked",
      coalesce(extract(epoch from ${now} - oldest_edit.oldest), 0)::float8 as "outboxOldestSeconds",
      sync.connected as "syncConnected", sync.failing as "syncFailing",
      coalesce(extract(epoch from ${now} - sync.oldest), 0)::float8 as "syncOldestSeconds",
      runs.running as "syncRunning", runs.queued as "syncQueued", queue.waiting as "queueWaiting", queue.parked as "queueParked"
    from outbox, oldest_edit, sync, runs, queue`);
