import { management } from "#contract/roles.ts";
import type { GoalMeasure } from "#contract/statistics.ts";
import type { PlatformScope, Scope } from "#platform/database/scope.ts";
import { type Sql, sql } from "#platform/database/sql.ts";
import type { ComparedPeriods, Period } from "./result-periods.ts";

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

const startOf = (day: string): Sql => sql`${day}::date::timestamp at time zone 'Europe/Amsterdam'`;
const endOf = (day: string): Sql => sql`(${day}::date + 1)::timestamp at time zone 'Europe/Amsterdam'`;
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

/** Invitations sent in the period that can no longer be accepted: the list "Niet geaccepteerd" of the invitations. */
export const countEndedInvitations = async ({ db, companyId }: Scope, { from, to }: Period): Promise<number> => {
  const found = await db.row<{ count: number }>(sql`
    select count(*)::int as count from invitations
    where company_id = ${companyId} and invited_at >= ${startOf(from)} and invited_at < ${endOf(to)}
      and accepted_at is null and status = 'ON_HOLD' and outcome is not null`);
  return found?.count ?? 0;
};

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

const isInEitherPeriod = (moment: Sql, { current, previous }: ComparedPeriods): Sql => sql`
  (${moment} >= ${startOf(current.from)} and ${moment} < ${endOf(current.to)}
    or ${moment} >= ${startOf(previous.from)} and ${moment} < ${endOf(previous.to)})`;

/** Statuses of companies' own bases for meetings that are still to come or were called off. */
const NOT_HELD = "gepland|verzet|vervallen|geannuleerd|afgezegd|planned|scheduled|cancel";

/** Not a lead that was a client already when it came from Airtable or a file: that has no change of class. */
const BECAME_CLIENT = sql`
  exists (select from classification_changes c where c.company_id = l.company_id
    and c.lead_id = any (l.id || array(select d.id from leads d where d.company_id = l.company_id and d.merged_into = l.id))
    and c.changed_at = l.classified_at and c.new_value = 'CLIENT')`;

/** Per account manager: the meetings that they held, and the leads of theirs that became a client. */
export const findOutcomes = ({ db, companyId }: Scope, periods: ComparedPeriods, now: Date): Promise<OutcomeRow[]> =>
  db.rows(sql`
    select "accountManager", "isCurrent", sum(meetings)::int as meetings, sum(clients)::int as clients from (
      select coalesce(owner_key, '') as "accountManager", meeting_date >= ${startOf(periods.current.from)} as "isCurrent",
        1 as meetings, 0 as clients
      from meetings where company_id = ${companyId} and tab <> 'deleted' and meeting_date <= ${now}
        and not (tab = 'other' and status ~* ${NOT_HELD}) and ${isInEitherPeriod(sql`meeting_date`, periods)}
      union all
      select coalesce(nullif(btrim(lead_allocated), ''), nullif(btrim(contract_owner), ''), ''),
        classified_at >= ${startOf(periods.current.from)}, 0, 1
      from leads l where company_id = ${companyId} and classification = 'CLIENT' and deleted_at is null and not erased
        and ${isInEitherPeriod(sql`classified_at`, periods)} and ${BECAME_CLIENT}
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
