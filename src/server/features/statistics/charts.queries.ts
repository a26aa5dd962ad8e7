import type { DayCount, HourCount, MonthQuery } from "#contract/statistics.ts";
import { startOf } from "#platform/amsterdam.ts";
import type { Scope } from "#platform/database/scope.ts";
import { type Sql, sql } from "#platform/database/sql.ts";

const SENT_DAYS = 30;

type Subject = "invited" | "accepted" | "sent";

/** Every day from the first to the last, with what there was on it. */
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

/** The last thirty days, today among them. */
export const countSentDays = (scope: Scope, now: Date): Promise<DayCount[]> => {
  const today = sql`amsterdam_day(${now})`;
  return countDays(scope, "sent", sql`${today} - ${SENT_DAYS - 1}::int`, today);
};

/** By the hour the clock shows: what comes twice in the night it is put back counts together. */
export const countHours = ({ db, companyId }: Scope, now: Date): Promise<HourCount[]> =>
  db.rows(sql`
    select shown.hour, count(i.invited_at)::int as count
    from generate_series(0, 23) as shown (hour) left join (
      select invited_at, extract(hour from invited_at at time zone 'Europe/Amsterdam')::int as hour from invitations
      where company_id = ${companyId} and invited_at >= ${startOf("day", now)} and invited_at < ${startOf("day", now, 1)}
    ) i on i.hour = shown.hour
    group by shown.hour order by shown.hour`);
