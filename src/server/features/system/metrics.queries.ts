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

/** Sums over all companies. */
export const countWork = async ({ db }: PlatformScope, now: Date): Promise<WorkCounts | undefined> =>
  db.row<WorkCounts>(sql`
    with open_sessions as (
      select session_kind, count(*)::int as amount from sessions where expires_at > ${now} group by session_kind
    ), outbox as (
      select count(*) filter (where parked_at is null)::int as waiting, count(*) filter (where parked_at is not null)::int as parked,
        min(created_at) filter (where parked_at is null) as oldest
      from airtable_outbox
    ), sync as (
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
      coalesce(extract(epoch from ${now} - outbox.oldest), 0)::float8 as "outboxOldestSeconds",
      sync.connected as "syncConnected", sync.failing as "syncFailing",
      coalesce(extract(epoch from ${now} - sync.oldest), 0)::float8 as "syncOldestSeconds",
      runs.running as "syncRunning", runs.queued as "syncQueued", queue.waiting as "queueWaiting", queue.parked as "queueParked"
    from outbox, sync, runs, queue`);
