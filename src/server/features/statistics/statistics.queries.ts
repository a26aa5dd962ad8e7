import { isOpen, MESSAGE_STATUSES } from "#contract/message-status.ts";
import { management } from "#contract/roles.ts";
import type { DayCount, GoalMeasure, HourCount, InvitationStats, MonthQuery } from "#contract/statistics.ts";
import type { PlatformScope, Scope } from "#platform/database/scope.ts";
import { type Sql, sql } from "#platform/database/sql.ts";
import { isoTime } from "#platform/database/sql-expressions.ts";
import { startOfPeriod } from "#platform/time.ts";
import type { ComparedPeriods, Period } from "./result-periods.ts";

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

type OutreachKind = "invitation" | "icebreaker" | "followup";

/** What one account manager sent in one interval of the period, with the results. */
export interface ResultRow {
  kind: OutreachKind;
  accountManager: string;
  isCurrent: boolean;
  /** 0 for the interval that ends on the last day of the period, 1 for the one before it, and so on. */
  interval: number;
  sent: number;
  succeeded: number;
  /** For how many the time from sending to success is known, and the sum of those seconds. */
  timed: number;
  seconds: number;
}

const isDayIn = (day: Sql, { from, to }: Period): Sql => sql`${day} between ${from}::date and ${to}::date`;

/** The results of a period and of the one before it. Intervals are counted back from the last day of each. */
export const findResults = (
  { db, companyId }: Scope,
  { current, previous }: ComparedPeriods,
  intervalDays: number,
): Promise<ResultRow[]> =>
  db.rows(sql`
    select kind, person as "accountManager", day >= ${current.from}::date as "isCurrent",
      (case when day >= ${current.from}::date then ${current.to}::date else ${previous.to}::date end - day) / ${intervalDays}::int
        as "interval",
      sum(daily_results.sent)::int as sent, sum(responses)::int as succeeded, sum(responses_with_time)::int as timed,
      sum(response_time_us)::float8 / 1000000 as seconds
    from daily_results
    where company_id = ${companyId} and (${isDayIn(sql`day`, current)} or ${isDayIn(sql`day`, previous)})
    group by kind, person, "isCurrent", "interval"
    having sum(daily_results.sent) <> 0`);

export interface IndustryRow {
  kind: OutreachKind;
  industry: string;
  isCurrent: boolean;
  sent: number;
  succeeded: number;
}

export const findIndustryResults = (
  { db, companyId }: Scope,
  { current, previous }: ComparedPeriods,
): Promise<IndustryRow[]> =>
  db.rows(sql`
    select kind, industry, day >= ${current.from}::date as "isCurrent", sum(sent)::int as sent, sum(responses)::int as succeeded
    from industry_results
    where company_id = ${companyId} and (${isDayIn(sql`day`, current)} or ${isDayIn(sql`day`, previous)})
    group by kind, industry, "isCurrent" having sum(sent) <> 0`);

export interface OutcomeRow {
  accountManager: string;
  isCurrent: boolean;
  meetings: number;
  clients: number;
}

const startOf = (day: string): Sql => sql`${day}::date::timestamp at time zone 'Europe/Amsterdam'`;
const endOf = (day: string): Sql => sql`(${day}::date + 1)::timestamp at time zone 'Europe/Amsterdam'`;
const isInEitherPeriod = (moment: Sql, { current, previous }: ComparedPeriods): Sql => sql`
  (${moment} >= ${startOf(current.from)} and ${moment} < ${endOf(current.to)}
    or ${moment} >= ${startOf(previous.from)} and ${moment} < ${endOf(previous.to)})`;

/** Meetings by their owner, and clients by the account manager of the lead. */
export const findOutcomes = ({ db, companyId }: Scope, periods: ComparedPeriods): Promise<OutcomeRow[]> =>
  db.rows(sql`
    select "accountManager", "isCurrent", sum(meetings)::int as meetings, sum(clients)::int as clients from (
      select coalesce(owner_key, '') as "accountManager", meeting_date >= ${startOf(periods.current.from)} as "isCurrent",
        1 as meetings, 0 as clients
      from meetings where company_id = ${companyId} and tab <> 'deleted' and ${isInEitherPeriod(sql`meeting_date`, periods)}
      union all
      select coalesce(nullif(btrim(lead_allocated), ''), nullif(btrim(contract_owner), ''), ''),
        classified_at >= ${startOf(periods.current.from)}, 0, 1
      from leads where company_id = ${companyId} and classification = 'CLIENT' and deleted_at is null and not erased
        and ${isInEitherPeriod(sql`classified_at`, periods)}
    ) outcome group by 1, 2`);

export const findGoals = ({ db, companyId }: Scope): Promise<{ measure: GoalMeasure; target: number }[]> =>
  db.rows(sql`select measure, target from monthly_goals where company_id = ${companyId}`);

/** Until the transaction ends, so that of two admins who save at the same moment the goals of one remain. */
export const lockGoals = ({ db, companyId }: Scope): Promise<number> =>
  db.run(sql`select pg_advisory_xact_lock(hashtextextended(${`goals ${companyId}`}, 0))`);

export const replaceGoals = async (
  { db, companyId }: Scope,
  goals: readonly { measure: GoalMeasure; target: number }[],
): Promise<void> => {
  await db.run(sql`delete from monthly_goals where company_id = ${companyId}`);
  await db.run(sql`
    insert into monthly_goals (company_id, measure, target)
    select ${companyId}, measure, target from jsonb_to_recordset(${JSON.stringify(goals)}) as goal (measure text, target int)`);
};

export const findWeeklyMail = async ({ db, companyId, actor }: Scope): Promise<boolean> => {
  const found = await db.row<{ isOn: boolean }>(sql`
    select wants_weekly_mail as "isOn" from users where company_id = ${companyId} and id = ${actor.id}::uuid`);
  return found?.isOn ?? false;
};

export const storeWeeklyMail = ({ db }: PlatformScope, userId: string, isOn: boolean): Promise<number> =>
  db.run(sql`update users set wants_weekly_mail = ${isOn} where id = ${userId}`);

export interface WeeklyMailReader {
  companyId: string;
  email: string;
  username: string;
  firstName: string | null;
  lastName: string | null;
}

/** Users who want the mail and may still see the figures, by company. */
export const findWeeklyMailReaders = ({ db }: PlatformScope): Promise<WeeklyMailReader[]> =>
  db.rows(sql`
    select u.company_id as "companyId", u.email, u.username, u.first_name as "firstName", u.last_name as "lastName"
    from users u join companies c on c.id = u.company_id
    where u.wants_weekly_mail and u.is_active and u.email is not null and u.role = any (${management.roles}::text[])
      and c.is_active and c.deleted_at is null
    order by u.company_id, u.id`);

/** A text of the built-in writer, with what became of it. */
export interface WrittenText {
  promptId: string;
  promptName: string;
  accountManager: string;
  version: number;
  since: string | null;
  isRewritten: boolean;
  isApproved: boolean;
  isSent: boolean;
  isAccepted: boolean;
  isReplied: boolean;
  /** The written and the approved text, where a user edited it. */
  edit: { written: string; approved: string } | null;
}

/** The texts that were written since then, up to a moment if there is one. A text that came from Airtable has no version and is not among them. */
export const findWrittenTexts = (
  { db, companyId }: Scope,
  since: Date,
  until: Date | undefined,
): Promise<WrittenText[]> =>
  db.rows(sql`
    select d.prompt_id as "promptId", p.prompt_name as "promptName", coalesce(p.account_manager, '') as "accountManager",
      d.prompt_version as version, ${isoTime(sql`pv.made_at`)} as since, next.is_rewritten as "isRewritten",
      not next.is_rewritten and m.status in ('approved', 'sent', 'connected', 'interested', 'not_interested', 'neutral', 'error')
        as "isApproved",
      not next.is_rewritten and m.effective_sent_at is not null as "isSent",
      not next.is_rewritten and (result.is_replied or m.status = 'connected') as "isAccepted",
      not next.is_rewritten and result.is_replied as "isReplied",
      case when not next.is_rewritten and m.content_version > d.content_version
        then json_build_object('written', coalesce(v.content, ''), 'approved', m.content) end as edit
    from message_drafts d
      join messages m on m.company_id = d.company_id and m.id = d.message_id
      join prompts p on p.company_id = d.company_id and p.id = d.prompt_id
      left join prompt_versions pv on pv.company_id = d.company_id and pv.prompt_id = d.prompt_id and pv.number = d.prompt_version
      left join message_versions v on v.company_id = d.company_id and v.message_id = d.message_id and v.number = d.content_version
      cross join lateral (select v.feedback is not null or exists (select from message_drafts n
        where n.company_id = d.company_id and n.message_id = d.message_id and n.content_version > d.content_version)
        as is_rewritten) next
      cross join lateral (select exists (
        select from message_result(m.message_type, m.effective_sent_at, m.flow_key, m.date_created, m.status, m.replied_at)
        where responded = 1) as is_replied) result
    where d.company_id = ${companyId} and d.made_at >= ${since} and ${until ? sql`d.made_at < ${until}` : sql`true`}`);
