import { MEETING_TABS, type MeetingTabOrHidden } from "#contract/meeting-status.ts";
import type { MeetingStats } from "#contract/meetings.ts";
import { counterTotal, hasManager } from "#platform/database/counters.ts";
import type { Scope } from "#platform/database/scope.ts";
import { type Sql, sql } from "#platform/database/sql.ts";
import { isoTime, searchTerm } from "#platform/database/sql-expressions.ts";
import { readJsonList } from "#platform/json-list.ts";
import { nullableTimeKey, type PageRequest, readCursor, timeCursorKey } from "#platform/paging.ts";
import { seesAllMeetings } from "./meeting-visibility.queries.ts";

/** The fields that users can change. */
export interface MeetingValues {
  meetingName: string;
  type: string | null;
  status: string;
}

export interface LockedMeeting extends MeetingValues {
  id: string;
  privateBy: string | null;
  /** Who had marked it as private, if its last change of status made it visible to all. */
  wasPrivateBy: string | null;
  /** A deleted meeting may be private too. */
  isPrivate: boolean;
}

const visibleMeetings = (scope: Scope): Sql =>
  sql`visible_meetings(${scope.companyId}, ${scope.actor.id}, ${seesAllMeetings(scope)})`;

/** Locks the row until the transaction ends, so that a decision is based on current values. */
export const lockMeeting = async (
  scope: Scope,
  id: string,
  which: "visible" | "any",
): Promise<LockedMeeting | undefined> => {
  const { db, companyId } = scope;
  const [[locked], seen] = await db.rowsOfEach<[LockedMeeting, object]>([
    sql`
      select id, meeting_name as "meetingName", type, status, private_by as "privateBy",
        was_private_by as "wasPrivateBy", is_private as "isPrivate"
      from meetings
      where company_id = ${companyId} and id = ${id} for no key update`,
    sql`select from ${visibleMeetings(scope)} m where m.id = ${id}`,
  ]);
  return which === "any" || seen.length > 0 ? locked : undefined;
};

/**
 * `privateBy` becomes the user who marked the meeting as private, if the change does that. An API key, or a user who was deleted
 * meanwhile, is not stored.
 */
export const updateMeeting = (
  { db, companyId }: Scope,
  { id, status: before }: LockedMeeting,
  { meetingName, type, status }: MeetingValues,
  privateBy: string | null,
  at: Date,
): Promise<number> =>
  db.run(sql`
    update meetings set meeting_name = ${meetingName}, type = ${type}, status = ${status}, updated_at = ${at},
      private_by = case when is_private then private_by else (select u.id from users u where u.id = ${privateBy}::uuid) end
    where company_id = ${companyId} and id = ${id} and status = ${before}`);

export const insertMeeting = async (
  { db, companyId, actor }: Scope,
  { meetingName, meetingDate }: { meetingName: string; meetingDate?: string | undefined },
  at: Date,
): Promise<string> => {
  const inserted = await db.row<{ id: string }>(sql`
    insert into meetings (company_id, meeting_name, meeting_owner, meeting_date, created_at, updated_at)
    values (${companyId}, ${meetingName}, ${actor.name}, ${meetingDate ?? null}, ${at}, ${at}) returning id`);
  if (!inserted) throw new Error("the meeting was not inserted");
  return inserted.id;
};

export interface SummaryFields {
  summary: string;
  actionItems: string | null;
  salesOpportunities: string | null;
  followUpInterests: string | null;
}

/** A summary that a user accepted. The next sync overwrites a field only where Airtable has a value of its own. */
export const updateSummary = (
  { db, companyId }: Scope,
  id: string,
  { summary, actionItems, salesOpportunities, followUpInterests }: SummaryFields,
  at: Date,
): Promise<number> =>
  db.run(sql`
    update meetings set summary = ${summary}, action_items = coalesce(${actionItems}, action_items),
      sales_opportunities = coalesce(${salesOpportunities}, sales_opportunities),
      follow_up_interests = coalesce(${followUpInterests}, follow_up_interests), summary_accepted = true,
      airtable_summary = coalesce(airtable_summary, summary), updated_at = ${at}
    where company_id = ${companyId} and id = ${id}`);

interface MeetingFilters extends PageRequest {
  tab?: MeetingTabOrHidden | undefined;
  search?: string | undefined;
  owner?: string | undefined;
  leadId?: string | undefined;
  include?: "meetingReport" | undefined;
}

/** The attendees who are leads, each with the number of its waiting queue items; `paused`: by a user, `queued`: the others. */
const ATTENDING_LEADS = sql`
  (select coalesce(json_agg(json_build_object('id', l.id, 'fullName', l.full_name, 'queued', waiting.queued,
      'paused', waiting.paused) order by lower(l.full_name), l.id), '[]')
    from leads l cross join lateral (
      select count(*) filter (where q.paused_by is null)::int as queued,
        count(*) filter (where q.paused_by is not null)::int as paused
      from queue_items q where q.company_id = l.company_id and q.lead_id = l.id and q.status = 'QUEUED') waiting
    where l.company_id = m.company_id and l.deleted_at is null and l.id in (
      select coalesce(known.merged_into, known.id) from leads known
      where known.company_id = m.company_id and known.email_key = any (m.attendee_emails)))`;

const SUMMARY_STATE = sql`
  coalesce((select case when r.status in ('queued', 'running') then 'writing' when r.status = 'failed' then 'failed'
      when exists (select from meeting_summaries s where s.company_id = m.company_id and s.meeting_id = m.id
        and s.made_at is not null and s.decision is null) then 'proposed' else 'none' end
    from writing_requests r where r.company_id = m.company_id and r.meeting_id = m.id
    order by r.requested_at desc, r.id desc limit 1), 'none')`;

const meetingColumns = (include?: "meetingReport"): Sql => sql`
  m.id, m.meeting_name as "meetingName", m.transcript_id as "transcriptId", m.transcript_url as "transcriptUrl",
  m.meeting_url as "meetingUrl", m.status, m.type, m.meeting_owner as "meetingOwner",
  ${isoTime(sql`m.meeting_date`)} as "meetingDate",
  ${isoTime(sql`m.transcription_date`)} as "dateTranscriptionGenerated", ${isoTime(sql`m.created_at`)} as "createdAt",
  m.summary as "meetingShortSummary", m.sales_opportunities as "salesOpportunities",
  m.follow_up_interests as "followUpInterests", m.action_items as "actionItems", m.attendees,
  m.hubspot_url as "hubspotUrl", m.has_report as "hasReport", ${ATTENDING_LEADS} as leads,
  ${SUMMARY_STATE} as "summaryState",
  coalesce((select s.state from unsynced_rows s
    where s.company_id = m.company_id and s.table_name = 'meetings' and s.local_id = m.id), 'synced') as sync
  ${include ? sql`, m.report as "meetingReport"` : sql``}`;

/** For the meetings that the user sees. */
const matchesFilters = (scope: Scope, { tab, search, owner, leadId }: MeetingFilters): Sql => {
  const isInTab = tab ? sql`m.tab = ${tab}` : sql`m.tab <> 'deleted'`;
  const hasOwner = hasManager(scope, sql`m.owner_key`, owner);
  const matchesSearch = search ? sql`strpos(m.search_text, ${searchTerm(search)}) > 0` : sql`true`;
  const isOfLead = leadId
    ? sql`m.attendee_emails && (select emails_of_lead(${scope.companyId}, ${leadId}))`
    : sql`true`;
  return sql`${isInTab} and ${hasOwner} and ${matchesSearch} and ${isOfLead}`;
};

const NEWEST_FIRST = sql`order by m.list_sort_key desc, m.id desc`;

/**
 * Processed meetings are sorted by the date of their transcription or of the meeting, the others by when they were
 * created.
 */
export const readMeetings = (scope: Scope, filters: MeetingFilters) => {
  const { tab, search, owner, leadId, include, cursor } = filters;
  const after = readCursor(nullableTimeKey, cursor);
  const filterCondition = matchesFilters(scope, filters);
  const isAfterCursor = after
    ? sql`(m.list_sort_key, m.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`
    : sql`true`;
  const page = (table: Sql, condition: Sql, limit: number): Sql => sql`
    select m.list_sort_key as sort_key, m.id, row_to_json(shown) as item
    from (select m.id from ${table} m where ${condition} and ${isAfterCursor} ${NEWEST_FIRST} limit ${limit}) page_ids
    join meetings m on m.company_id = ${scope.companyId} and m.id = page_ids.id
    cross join lateral (select ${meetingColumns(include)}) shown ${NEWEST_FIRST}`;
  // The counters do not know who may see a private meeting.
  const isCounted = seesAllMeetings(scope) || (tab !== undefined && tab !== "private");
  if (!search && !leadId && isCounted) {
    // The counters call the owner of a meeting its manager.
    const total = counterTotal(scope, { subject: "meetings", kind: tab, manager: owner });
    return readJsonList(scope.db, filters, {
      rows: (limit) => page(visibleMeetings(scope), filterCondition, limit),
      total,
      keyOf: timeCursorKey,
    });
  }
  // No index serves a substring search: the rows are scanned once, for the page and for the total.
  return readJsonList(scope.db, filters, {
    shared: sql`matches as materialized (select m.id, m.list_sort_key from ${visibleMeetings(scope)} m where ${filterCondition})`,
    rows: (limit) => page(sql`matches`, sql`true`, limit),
    total: sql`select count(*) from matches`,
    keyOf: timeCursorKey,
  });
};

/** One meeting as in the list, whatever its status. */
export const findMeetingJson = async ({ db, companyId }: Scope, id: string): Promise<string | undefined> => {
  const row = await db.row<{ item: string }>(sql`
    select row_to_json(shown)::text as item from meetings m cross join lateral (select ${meetingColumns()}) shown
    where m.company_id = ${companyId} and m.id = ${id}`);
  return row?.item;
};

export const findReport = (scope: Scope, id: string): Promise<{ title: string; html: string | null } | undefined> =>
  scope.db.row(sql`
    select 'Meeting Rapport - ' || m.meeting_name as title, m.report as html from ${visibleMeetings(scope)} m
    where m.id = ${id} and m.tab <> 'deleted'`);

const countVisiblePrivate = async (scope: Scope): Promise<number> => {
  const found = await scope.db.row<{ count: number }>(sql`
    select count(*)::int as count from ${visibleMeetings(scope)} m where m.tab = 'private'`);
  return found?.count ?? 0;
};

export const findStats = async (scope: Scope): Promise<MeetingStats> => {
  const { db, companyId } = scope;
  const rows = await db.rows<{ kind: string; count: number }>(sql`
    select kind, sum(amount)::int as count from counters
    where company_id = ${companyId} and subject = 'meetings' group by kind`);
  const counts = new Map(rows.map(({ kind, count }) => [kind, count]));
  const stats = Object.fromEntries(MEETING_TABS.map((tab) => [tab, counts.get(tab) ?? 0])) as MeetingStats;
  return seesAllMeetings(scope) ? stats : { ...stats, private: await countVisiblePrivate(scope) };
};
