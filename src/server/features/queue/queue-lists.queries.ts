import type { DUE_FILTERS } from "#contract/queue.ts";
import { counterTotal, hasManager } from "#platform/database/counters.ts";
import type { Scope } from "#platform/database/scope.ts";
import { type ReadQuery, type Sql, sql } from "#platform/database/sql.ts";
import { isoTime, searchTerm } from "#platform/database/sql-expressions.ts";
import { type JsonListQuery, type JsonListRow, jsonListQuery, readJsonList, toJsonList } from "#platform/json-list.ts";
import { nullableTimeKey, type PageRequest, readCursor, timeCursorKey } from "#platform/paging.ts";
import { startOfPeriod } from "#platform/time.ts";
import { selectOutdated } from "#server/features/senders/senders.service.ts";
import { WAITS_FOR_ACCEPTANCE } from "./planning/queued-parts.queries.ts";

interface Filters extends PageRequest {
  flow?: string | undefined;
  include?: "htmlReport" | undefined;
}

interface WaitingFilters extends Filters {
  state: "waiting" | "problem";
  due: (typeof DUE_FILTERS)[number];
  search?: string | undefined;
}

const queueColumns = ({ include }: Filters): Sql => sql`
  q.id, q.lead_id as "leadId", l.provider_id as "providerId", coalesce(l.full_name, '') as "fullName", l.company,
  l.linkedin_url as "linkedInUrl", q.text as message, q.message_name as "messageName", q.message_flow as "messageFlow",
  coalesce(l.has_report, false) as "hasReport", coalesce((select s.state from unsynced_rows s
    where s.company_id = q.company_id and s.table_name = 'queue' and s.local_id = q.id), 'synced') as sync${include ? sql`, l.html_report as "htmlReport"` : sql``}`;

const REASON_UNKNOWN = "Niet verstuurd; de reden is niet bekend.";

// One lookup per row of the page. In the generic plan of a prepared statement the length of the page is unknown: without the limit
// PostgreSQL expects a tenth of the table and reads all leads and plans of the company (measured: 128 ms instead of 4).
const WITH_LEAD = sql`
  left join lateral (select * from leads l where l.company_id = q.company_id and l.id = q.lead_id limit 1) l on true`;

/** A message is not late on its own day: working hours, caps and spacing may move it to a later hour. */
const isDayOver = (now: Date): Sql => sql`
  q.due_sort_key < ${startOfPeriod("day", now)} and not q.paused and q.cancel_requested_at is null`;

/** It should have been sent already. A message that waits for an accepted invitation gets its dates after the acceptance. */
const isLate = (now: Date): Sql => sql`(${isDayOver(now)} and not ${WAITS_FOR_ACCEPTANCE})`;

/** Limits the cost of the count, which every open screen requests after every change. */
const MAX_LATE_CANDIDATES = 2_000;

/** One row: the number of late messages as `amount`, and whether there may be more than were counted as `"isMinimum"`. */
export const countLate = ({ companyId }: Scope, now: Date): ReadQuery<{ amount: number; isMinimum: boolean }> => ({
  statement: sql`
    select (count(*) filter (where not ${WAITS_FOR_ACCEPTANCE}))::int as amount, count(*) >= ${MAX_LATE_CANDIDATES} as "isMinimum"
    from (select * from queue_items q where q.company_id = ${companyId} and q.status = 'QUEUED' and ${isDayOver(now)}
      order by q.due_sort_key desc, q.id desc limit ${MAX_LATE_CANDIDATES}) q`,
});

const dueCondition = (due: WaitingFilters["due"], now: Date): Sql => {
  const between = (from: Sql, until: Sql) => sql`q.due_sort_key >= ${from} and q.due_sort_key < ${until}`;
  switch (due) {
    case "all":
      return sql`true`;
    case "late":
      return isLate(now);
    case "today":
      return between(startOfPeriod("day", now), startOfPeriod("day", now, 1));
    case "tomorrow":
      return between(startOfPeriod("day", now, 1), startOfPeriod("day", now, 2));
    case "this_week":
      return between(startOfPeriod("week", now), startOfPeriod("week", now, 1));
    case "this_month":
      return between(startOfPeriod("month", now), startOfPeriod("month", now, 1));
  }
};

const ofLead = (search: string | undefined): Sql =>
  search
    ? sql`exists (select from lead_search s
        where s.company_id = q.company_id and s.lead_id = q.lead_id and strpos(s.text, ${searchTerm(search)}) > 0)`
    : sql`true`;

// The time as row_to_json writes it, ending in +00:00: with isoTime, explaining a page of 100 rows takes a quarter longer (measured).
const EXPLANATION = sql`, p.planned_at as "plannedAt", p.waits_for as "waitsFor"`;

/** The columns of the list of waiting parts; also used for one part with another status. */
const waitingColumns = (filters: Filters, now: Date, explanation = EXPLANATION): Sql => sql`
  ${queueColumns(filters)}, q.channel${explanation},
  ${isoTime(sql`q.date_due`)} as "dateDue", ${isLate(now)} as "isLate", q.paused, q.paused_by as "pausedBy",
  case when q.status = 'ERROR' then coalesce(q.problem, ${REASON_UNKNOWN}) else q.problem end as problem,
  q.remote_status as "remoteStatus", q.status = 'QUEUED' and q.cancel_requested_at is not null as "isCancelPending"`;

/** A plan from before a failure says nothing any more. */
const WITH_PLAN = sql`
  left join lateral (select p.planned_at, p.waits_for from queue_plans p
    where p.company_id = q.company_id and p.queue_item_id = q.id and q.status = 'QUEUED' limit 1) p on true`;

export const findQueuedJson = async ({ db, companyId }: Scope, id: string, now: Date): Promise<string | undefined> => {
  const found = await db.row<{ item: string }>(sql`
    select row_to_json(shown)::text as item from queue_items q ${WITH_LEAD} ${WITH_PLAN}
    cross join lateral (select ${waitingColumns({}, now)}) shown where q.company_id = ${companyId} and q.id = ${id}`);
  return found?.item;
};

/**
 * Queued messages or failed ones, the first due first, those without a date last. The benchmark compares the page with the same
 * page without explanations.
 */
export const waitingList = (
  scope: Scope,
  filters: WaitingFilters,
  now: Date,
  { isExplained = true } = {},
): JsonListQuery => {
  const { companyId } = scope;
  const { flow, due, search, cursor } = filters;
  const status = filters.state === "waiting" ? "QUEUED" : "ERROR";
  const after = readCursor(nullableTimeKey, cursor);
  // Literals, not parameters: each status has a partial index, which the planner cannot choose for a parameter.
  const ofState = filters.state === "waiting" ? sql`q.status = 'QUEUED'` : sql`q.status = 'ERROR'`;
  const all = sql`q.company_id = ${companyId} and ${ofState} and ${hasManager(scope, sql`q.flow_key`, flow)} and ${dueCondition(due, now)}
    and ${ofLead(search)}`;
  const afterCursor = after ? sql`(q.due_sort_key, q.id) > (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql`true`;
  return {
    rows: (limit) => sql`
      select q.due_sort_key as sort_key, q.id, row_to_json(shown) as item
      from (select * from queue_items q where ${all} and ${afterCursor} order by q.due_sort_key, q.id limit ${limit}) q
      ${WITH_LEAD} ${isExplained ? WITH_PLAN : sql``}
      cross join lateral (select ${waitingColumns(filters, now, isExplained ? EXPLANATION : sql``)}) shown
      order by q.due_sort_key, q.id`,
    total:
      due === "all" && !search
        ? counterTotal(scope, { subject: "queue", status, manager: flow })
        : sql`select count(*) from queue_items q where ${all}`,
    keyOf: timeCursorKey,
  };
};

/** A page, and whether plans were out of date when it was read, in one round trip. */
export const readQueuedPage = async (scope: Scope, filters: WaitingFilters, now: Date) => {
  const list = waitingList(scope, filters, now);
  const [found, outdated] = await scope.db.rowsOfEach<[JsonListRow, { id: string }]>([
    jsonListQuery(filters, list),
    selectOutdated(scope, now).statement,
  ]);
  return { page: toJsonList(filters, list, found), hasOutdatedPlans: outdated.length > 0 };
};

/** Sent messages, the newest first. */
export const readSent = (scope: Scope, filters: Filters) => {
  const { db, companyId } = scope;
  const { flow, cursor } = filters;
  const after = readCursor(nullableTimeKey, cursor);
  const afterCursor = after ? sql`(q.sent_sort_key, q.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql`true`;
  return readJsonList(db, filters, {
    rows: (limit) => sql`
      select q.sent_sort_key as sort_key, q.id, row_to_json(shown) as item
      from (select * from queue_items q where q.company_id = ${companyId} and q.status = 'SENT' and ${hasManager(scope, sql`q.flow_key`, flow)}
        and ${afterCursor} order by q.sent_sort_key desc, q.id desc limit ${limit}) q
      ${WITH_LEAD} cross join lateral (
        select ${queueColumns(filters)}, ${isoTime(sql`q.date_sent`)} as "dateSent") shown
      order by q.sent_sort_key desc, q.id desc`,
    total: counterTotal(scope, { subject: "queue", status: "SENT", manager: flow }),
    keyOf: timeCursorKey,
  });
};

/** The report on the lead of a queued or failed item ("queued"), or of a sent one ("sent"). */
export const findReport = (
  { db, companyId }: Scope,
  id: string,
  where: "queued" | "sent",
): Promise<{ title: string; html: string | null } | undefined> =>
  db.row(sql`
    select 'Lead Rapport - ' || l.full_name as title, l.html_report as html
    from queue_items q join leads l on l.company_id = q.company_id and l.id = q.lead_id
    where q.company_id = ${companyId} and q.id = ${id} and (q.status = 'SENT') = ${where === "sent"}`);

export const countSentToday = async ({ db, companyId }: Scope, now: Date): Promise<number> => {
  const found = await db.row<{ count: number }>(sql`
    select count(*)::int as count from queue_items
    where company_id = ${companyId} and status = 'SENT' and sent_sort_key >= ${startOfPeriod("day", now)}`);
  return found?.count ?? 0;
};
