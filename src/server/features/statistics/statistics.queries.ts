import { isOpen, MESSAGE_STATUSES } from "#contract/message-status.ts";
import type { DayCount, HourCount, InvitationStats, MonthQuery } from "#contract/statistics.ts";
import type { Scope } from "#platform/database/scope.ts";
import { type Sql, sql } from "#platform/database/sql.ts";
import { startOfPeriod } from "#platform/time.ts";

const SENT_DAYS = 30;

type Subject = "invited" | "accepted" | "sent";

/** Every day from the first to the last, also those without a count. */
const countDays = ({ db, companyId }: Scope, subject: Subject, first: Sql, last: Sql): Promise<DayCount[]> =>
  db.rows(sql`
    with span as (select ${first} as first, ${last} as last),
      counted as (
        select day, sum(amount)::int as count from daily_counts
        where company_id = ${companyId} and subject = ${subject}
          and day between (select first from span) and (select last from span)
        group by day)
    select to_char(shown.day, 'YYYY-MM-DD') as date, coalesce(counted.count, 0) as count
    from span cross join generate_series(span.first::timestamp, span.last::timestamp, '1 day') as shown (day)
      left join counted on counted.day = shown.day::date
    order by shown.day`);

export const countMonth = (
  scope: Scope,
  subject: "invited" | "accepted",
  { month, year }: MonthQuery,
  now: Date,
): Promise<DayCount[]> => {
  const first = sql`make_date(
    coalesce(${year ?? null}::int, extract(year from amsterdam_day(${now}))::int),
    coalesce(${month ?? null}::int + 1, extract(month from amsterdam_day(${now}))::int), 1)`;
  return countDays(scope, subject, first, sql`(${first} + interval '1 month - 1 day')::date`);
};

/** The last thirty days, including today. */
export const countSentDays = (scope: Scope, now: Date): Promise<DayCount[]> => {
  const today = sql`amsterdam_day(${now})`;
  return countDays(scope, "sent", sql`${today} - ${SENT_DAYS - 1}::int`, today);
};

/** By the hour of the local clock: the hour that occurs twice when daylight saving time ends counts as one. */
export const countHours = ({ db, companyId }: Scope, now: Date): Promise<HourCount[]> =>
  db.rows(sql`
    select shown.hour, count(i.invited_at)::int as count
    from generate_series(0, 23) as shown (hour) left join (
      select invited_at, extract(hour from invited_at at time zone 'Europe/Amsterdam')::int as hour from invitations
      where company_id = ${companyId} and invited_at >= ${startOfPeriod("day", now)} and invited_at < ${startOfPeriod("day", now, 1)}
    ) i on i.hour = shown.hour
    group by shown.hour order by shown.hour`);

const OPEN_STATUSES = MESSAGE_STATUSES.filter(isOpen);

/** A subselect, so that it is evaluated once per query and not per row. */
const statisticsPerson = (companyId: string): Sql => sql`(select statistics_person(${companyId}))`;

/**
 * A setting "Frank" also matches "Frank Hoekstra": companies often enter a first name where their tables have the full
 * one.
 */
const isStatisticsPerson = (name: Sql, companyId: string): Sql => sql`
  (lower(${name}) = lower(${statisticsPerson(companyId)}) or starts_with(lower(${name}), lower(${statisticsPerson(companyId)}) || ' '))`;

/** Totals, and what has no date yet, are stored under the day '-infinity'. */
const IS_TOTAL = sql`day = '-infinity'`;

export const countInvitations = async ({ db, companyId }: Scope, now: Date): Promise<InvitationStats> => {
  const amount = (condition: Sql) => sql`coalesce(sum(amount) filter (where ${condition}), 0)::int`;
  const found = await db.row<InvitationStats>(sql`
    select ${amount(sql`subject = 'invited' and not ${IS_TOTAL}`)} as "invitationsSentToday",
      ${amount(sql`subject = 'queued'`)} as "invitationsInQueue",
      ${amount(sql`subject = 'on_hold'`)} as "invitationsOnHold",
      ${amount(sql`subject = 'accepted'`)} as "invitationsAccepted",
      ${amount(sql`subject = 'invited' and ${IS_TOTAL}`)} as "totalInvitationsSent"
    from daily_counts where company_id = ${companyId} and (
      (subject in ('invited', 'accepted', 'queued', 'on_hold') and ${IS_TOTAL})
      or (subject = 'invited' and day = amsterdam_day(${now})))`);
  if (!found) throw new Error("an aggregate has a row");
  return found;
};

/** The count of the company's statistics person. Grouped by name before matching: there are fewer names than rows. */
const countOfPerson = async ({ db, companyId }: Scope, condition: Sql): Promise<number> => {
  const found = await db.row<{ count: number }>(sql`
    with people as materialized (
      select person, sum(amount) as amount from daily_counts where company_id = ${companyId} and ${condition} group by person)
    select coalesce(sum(amount), 0)::int as count from people where ${isStatisticsPerson(sql`person`, companyId)}`);
  return found?.count ?? 0;
};

export const countPersonToday = (scope: Scope, now: Date): Promise<number> =>
  countOfPerson(scope, sql`subject = 'invited' and day = amsterdam_day(${now})`);

export const countPersonTotal = (scope: Scope, subject: "queued" | "on_hold" | "accepted"): Promise<number> =>
  countOfPerson(scope, sql`subject = ${subject} and ${IS_TOTAL}`);

interface MessageCounts {
  person: string;
  toApprove: number;
  createdToday: number;
  sentToday: number;
  queuedToday: number;
}

export const countMessages = async ({ db, companyId }: Scope, now: Date): Promise<MessageCounts> => {
  const today = (moment: Sql) =>
    sql`${moment} >= ${startOfPeriod("day", now)} and ${moment} < ${startOfPeriod("day", now, 1)}`;
  const found = await db.row<MessageCounts>(sql`
    select ${statisticsPerson(companyId)} as person,
      (select coalesce(sum(amount), 0) from counters
        where company_id = ${companyId} and subject = 'messages' and kind = 'icebreaker'
          and status = any (${OPEN_STATUSES}::text[]) and ${isStatisticsPerson(sql`manager`, companyId)})::int as "toApprove",
      (select count(*) from messages where company_id = ${companyId} and message_type = 'icebreaker'
        and ${today(sql`date_created`)})::int as "createdToday",
      (select coalesce(sum(amount), 0) from daily_counts
        where company_id = ${companyId} and subject = 'sent' and day = amsterdam_day(${now}))::int as "sentToday",
      (select count(*) from queue_items
        where company_id = ${companyId} and status = 'QUEUED' and ${today(sql`due_sort_key`)})::int as "queuedToday"`);
  if (!found) throw new Error("a select without a table has a row");
  return found;
};

/** The number of queued messages, and how many of them are due. */
export const countQueue = async ({ db, companyId }: Scope, now: Date): Promise<{ queued: number; ready: number }> => {
  const found = await db.row<{ queued: number; ready: number }>(sql`
    select (select coalesce(sum(amount), 0) from counters
        where company_id = ${companyId} and subject = 'queue' and status = 'QUEUED')::int as queued,
      (select count(*) from queue_items
        where company_id = ${companyId} and status = 'QUEUED' and due_sort_key <= ${now})::int as ready`);
  return found ?? { queued: 0, ready: 0 };
};
