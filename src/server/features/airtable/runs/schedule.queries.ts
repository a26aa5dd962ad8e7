import type { SyncHealth } from "#contract/airtable.ts";
import { SYNCED_TABLES } from "#contract/synced-tables.ts";
import type { PlatformScope, Scope } from "#platform/database/scope.ts";
import { type Sql, sql } from "#platform/database/sql.ts";
import { isoTime } from "#platform/database/sql-expressions.ts";
import { HAS_NOTIFICATIONS } from "./feed-checks.queries.ts";

/**
 * When a company's next run is due: at once before its first run and when the company has been changed since a failed run, otherwise
 * after its interval. Each failure doubles the interval, up to half an hour.
 */
const DUE_AT: Sql = sql`
  case
    when s.last_run_ended_at is null or (s.failures > 0 and c.updated_at > s.last_run_ended_at) then '-infinity'::timestamptz
    else s.last_run_ended_at + least(
      make_interval(mins => c.sync_interval_minutes) * power(2, least(s.failures, 8)),
      greatest(make_interval(mins => c.sync_interval_minutes), interval '30 minutes'))
  end`;

const IS_SYNCABLE: Sql = sql`
  c.is_active and c.deleted_at is null and c.airtable_base_id is not null and c.airtable_token_encrypted is not null
  and s.paused_at is null`;

const REQUESTS_THIS_MONTH: Sql = sql`
  case when s.quota_month = date_trunc('month', now())::date then s.requests_this_month else 0 end`;

/** True before the first run too, when the company has no budget yet. */
const IS_WITHIN_BUDGET: Sql = sql`coalesce(${REQUESTS_THIS_MONTH} < s.monthly_budget, true)`;

/** Somebody has a screen open and Airtable sends no notifications: the change feed is polled by a series of jobs. */
const IS_POLLED_OFTEN: Sql = sql`
  s.watched_until > clock_timestamp() and s.feed_id is not null and not ${HAS_NOTIFICATIONS} and ${IS_WITHIN_BUDGET}`;

/**
 * Once a night, between two and six, when a run of all tables has read the base. After a failure the same waiting time applies as to other
 * runs. One that could not read a table is repeated after two hours: reading everything costs many requests, and the table may stay
 * unreadable.
 */
const isComparisonDue = (now: Date): Sql => sql`
  extract(hour from ${now}::timestamptz at time zone 'Europe/Amsterdam') between 2 and 5
  and coalesce(s.compared_at, s.base_since, '-infinity') < ${now}::timestamptz - interval '6 hours' and ${IS_WITHIN_BUDGET}
  and exists (select from sync_runs r where r.company_id = c.id and r.status in ('succeeded', 'partial')
    and r.tables @> ${SYNCED_TABLES}::text[] and r.finished_at >= coalesce(s.base_since, '-infinity'))
  and (s.failures = 0 or ${DUE_AT} <= ${now}::timestamptz)
  and not exists (select from sync_runs r where r.company_id = c.id and r.is_comparison and r.status = 'partial'
    and r.finished_at > ${now}::timestamptz - interval '2 hours')`;

/** With a new token nothing is known about failures: the next run is due at once, and a change feed may be tried again. */
export const forgetFailures = ({ db, companyId }: Scope) =>
  db.run(sql`
    update sync_states set failures = 0, stalls = 0, last_problem = null, last_run_ended_at = null, feed_refused_at = null
    where company_id = ${companyId}`);

/** Companies for which a sync turn has something to do and that no worker has leased. */
export const findDueCompanies = async ({ db }: PlatformScope, now: Date): Promise<string[]> => {
  const found = await db.rows<{ id: string }>(sql`
    select c.id from companies c left join sync_states s on s.company_id = c.id
    where ${IS_SYNCABLE} and (s.lease_until is null or s.lease_until < clock_timestamp())
      and (${DUE_AT} <= ${now} and ${IS_WITHIN_BUDGET}
        or ${isComparisonDue(now)}
        -- The series of polls was interrupted.
        or (${IS_POLLED_OFTEN} and coalesce(s.next_poll_at < clock_timestamp() - interval '30 seconds', true))
        or s.feed_check_requested
        or exists (select 1 from sync_runs r where r.company_id = c.id and r.status in ('queued', 'running'))
        -- A user waits for the cancellation: it is tried every minute, however long the base has been unreachable.
        or exists (select 1 from queue_items q where q.company_id = c.id and q.status = 'QUEUED' and q.cancel_requested_at is not null))`);
  return found.map(({ id }) => id);
};

export const isRunDue = async ({ db }: PlatformScope, companyId: string, now: Date): Promise<boolean> => {
  const found = await db.row(sql`
    select 1 from companies c left join sync_states s on s.company_id = c.id
    where c.id = ${companyId} and ${IS_SYNCABLE} and ${DUE_AT} <= ${now} and ${IS_WITHIN_BUDGET}`);
  return found !== undefined;
};

export const isNightlyComparisonDue = async ({ db }: PlatformScope, companyId: string, now: Date): Promise<boolean> => {
  const found = await db.row(sql`
    select from companies c join sync_states s on s.company_id = c.id
    where c.id = ${companyId} and ${IS_SYNCABLE} and ${isComparisonDue(now)}`);
  return found !== undefined;
};

export interface BudgetUse {
  requestsThisMonth: number;
  monthlyBudget: number;
}

/** Undefined when the change feed is not polled. */
export const findPolledBudget = ({ db, companyId }: Scope): Promise<BudgetUse | undefined> =>
  db.row(sql`
    select ${REQUESTS_THIS_MONTH} as "requestsThisMonth", s.monthly_budget as "monthlyBudget"
    from sync_states s where s.company_id = ${companyId} and s.paused_at is null and ${IS_POLLED_OFTEN}`);

const nextRunAt = (now: Date): Sql =>
  sql`case when ${IS_SYNCABLE} and ${IS_WITHIN_BUDGET} then ${isoTime(sql`greatest(${DUE_AT}, ${now})`)} end`;

export interface Schedule {
  intervalMinutes: number;
  /** Null when the company is inactive, deleted, not connected or paused, or has used its requests of this month. */
  nextRunAt: string | null;
}

export const findSchedule = async ({ db }: PlatformScope, companyId: string, now: Date): Promise<Schedule> => {
  const found = await db.row<Schedule>(sql`
    select c.sync_interval_minutes as "intervalMinutes", ${nextRunAt(now)} as "nextRunAt"
    from companies c left join sync_states s on s.company_id = c.id where c.id = ${companyId}`);
  return found ?? { intervalMinutes: 0, nextRunAt: null };
};

/** All companies with a base and a token. */
export const findHealth = ({ db }: PlatformScope, now: Date): Promise<SyncHealth[]> =>
  db.rows(sql`
    select c.id as "companyId", ${isoTime(sql`s.last_run_ended_at`)} as "lastEndedAt", s.last_problem as problem,
      coalesce(s.failures > 0 and s.first_sync_ended_at is null
        and (select r.problem_kind = 'not_mapped' from sync_runs r
          where r.company_id = c.id and r.status = 'failed' order by r.started_at desc limit 1), false) as "awaitsMapping",
      ${nextRunAt(now)} as "nextRunAt",
      case when s.paused_at is not null
        then jsonb_build_object('since', ${isoTime(sql`s.paused_at`)}, 'by', s.paused_by) end as paused,
      exists (select 1 from sync_runs r where r.company_id = c.id and r.status in ('queued', 'running')) as "isRunning"
    from companies c left join sync_states s on s.company_id = c.id
    where c.deleted_at is null and c.airtable_base_id is not null and c.airtable_token_encrypted is not null
    order by c.id`);
