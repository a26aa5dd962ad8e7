import type { AcceptedFilters, ConnectedDate } from "#contract/invitations.ts";
import { hasManager } from "#platform/database/counters.ts";
import type { Scope } from "#platform/database/scope.ts";
import { type Sql, sql } from "#platform/database/sql.ts";
import { isoTime, sortName } from "#platform/database/sql-expressions.ts";
import { type JsonText, readJsonPage } from "#platform/json-list.ts";
import { type TimeKey, timeCursorKey } from "#platform/paging.ts";
import { startOfPeriod } from "#platform/time.ts";
import { leadColumns } from "../leads.queries.ts";

/** "Last week" begins on the same day a week ago: it is not the previous calendar week (decision 0009). Month and year likewise. */
const isAcceptedIn = (period: ConnectedDate, now: Date): Sql => {
  const today = startOfPeriod("day", now);
  switch (period) {
    case "today":
      return sql`i.accepted_at >= ${today} and i.accepted_at < ${startOfPeriod("day", now, 1)}`;
    case "yesterday":
      return sql`i.accepted_at >= ${startOfPeriod("day", now, -1)} and i.accepted_at < ${today}`;
    case "last_week":
      return sql`i.accepted_at >= ${startOfPeriod("day", now, -7)}`;
    case "last_month":
      return sql`i.accepted_at >= ${startOfSameDayAgo(now, "1 month")}`;
    case "last_year":
      return sql`i.accepted_at >= ${startOfSameDayAgo(now, "1 year")}`;
  }
};

const startOfSameDayAgo = (now: Date, length: "1 month" | "1 year"): Sql => sql`
  (date_trunc('day', ${now}::timestamptz at time zone 'Europe/Amsterdam') - ${length}::interval) at time zone 'Europe/Amsterdam'`;

const WITH_LEAD = sql`join leads l on l.company_id = i.company_id and l.id = i.lead_id`;

const isListed = ({ companyId }: Scope): Sql =>
  sql`i.company_id = ${companyId} and i.accepted_at is not null and l.deleted_at is null`;

const matchesFilters = (
  scope: Scope,
  { connectedWith, classification, connectedDate }: AcceptedFilters,
  now: Date,
): Sql => {
  const conditions = [
    connectedWith !== undefined && hasManager(scope, sql`i.connected_with`, connectedWith),
    classification && sql`l.classification = ${classification}`,
    connectedDate && isAcceptedIn(connectedDate, now),
  ];
  return conditions.reduce<Sql>(
    (joined, condition) => (condition ? sql`${joined} and ${condition}` : joined),
    isListed(scope),
  );
};

interface AcceptedPageQuery extends AcceptedFilters {
  limit: number;
  after: TimeKey | undefined;
  include?: "htmlReport" | undefined;
}

export const findAccepted = (scope: Scope, query: AcceptedPageQuery, now: Date): Promise<JsonText> => {
  const { after, include } = query;
  const afterCursor = after ? sql`(i.accepted_at, i.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql`true`;
  return readJsonPage(scope.db, query, {
    keyOf: timeCursorKey,
    rows: (limit) => sql`
      select i.accepted_at as sort_key, i.id, row_to_json(shown) as item
      from invitations i ${WITH_LEAD} cross join lateral (
        select ${leadColumns(include)}, i.id as "invitationId", i.connected_with as "connectedWith",
          ${isoTime(sql`i.invited_at`)} as "dateInvited", ${isoTime(sql`i.accepted_at`)} as "dateAccepted") shown
      where ${matchesFilters(scope, query, now)} and ${afterCursor}
      order by i.accepted_at desc, i.id desc limit ${limit}`,
  });
};

export const countAccepted = async (
  scope: Scope,
  filters: AcceptedFilters,
  now: Date,
): Promise<{ matching: number; total: number }> => {
  const found = await scope.db.row<{ matching: number; total: number }>(sql`
    select count(*) filter (where ${matchesFilters(scope, filters, now)})::int as matching, count(*)::int as total
    from invitations i ${WITH_LEAD} where ${matchesFilters(scope, {}, now)}`);
  return found ?? { matching: 0, total: 0 };
};

/**
 * A loose index scan (one index lookup per distinct name): thousands of invitations have a few names. Only names with an invitation
 * in the list; by the order, which is that of the index, PostgreSQL reads the newest of each name instead of the table.
 */
export const findManagersWithAccepted = async (scope: Scope): Promise<string[]> => {
  const { db, companyId } = scope;
  const found = await db.rows<{ name: string }>(sql`
    with recursive step as (
      (select connected_with as name from invitations where company_id = ${companyId} and accepted_at is not null
        order by connected_with limit 1)
      union all
      select (select i.connected_with from invitations i where i.company_id = ${companyId} and i.accepted_at is not null
        and i.connected_with > step.name order by i.connected_with limit 1) from step where step.name is not null)
    select name from step where name <> '' and (
      select true from invitations i ${WITH_LEAD}
      where ${isListed(scope)} and i.connected_with = step.name order by i.accepted_at desc limit 1)
    order by ${sortName(sql`name`)}, name`);
  return found.map(({ name }) => name);
};
