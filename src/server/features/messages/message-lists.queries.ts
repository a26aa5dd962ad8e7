import { groupOfStatus, MESSAGE_STATUSES, type MessageStatus, type ReviewGroup } from "#contract/message-status.ts";
import type { MessageType } from "#contract/messages.ts";
import { MINE } from "#contract/senders.ts";
import { counterTotal, hasManager } from "#platform/database/counters.ts";
import type { Scope } from "#platform/database/scope.ts";
import { type Sql, sql } from "#platform/database/sql.ts";
import { isoTime, searchTerm } from "#platform/database/sql-expressions.ts";
import { readJsonList } from "#platform/json-list.ts";
import { type PageRequest, readCursor, type TimeKey, timeCursorKey, timeKey } from "#platform/paging.ts";
import { calendarDay } from "#platform/time.ts";

export interface MessageFilters extends PageRequest {
  type?: MessageType | undefined;
  firstName?: string | undefined;
  lastName?: string | undefined;
  company?: string | undefined;
  flow?: string | undefined;
  group?: ReviewGroup | undefined;
  include?: "htmlReport" | undefined;
}

const INITIALS = sql`
  upper(left(btrim(l.full_name), 1) || coalesce(left(substring(btrim(l.full_name) from '\\s(\\S+)$'), 1), ''))`;

const DUE = sql`
  json_strip_nulls(json_build_object('ice_breaker', ${isoTime(sql`m.due_ice_breaker`)},
    'message_1', ${isoTime(sql`m.due_message_1`)}, 'message_2', ${isoTime(sql`m.due_message_2`)},
    'follow_up_1', ${isoTime(sql`m.due_follow_up_1`)}, 'follow_up_2', ${isoTime(sql`m.due_follow_up_2`)},
    'follow_up_3', ${isoTime(sql`m.due_follow_up_3`)}))`;

const FIRST_DUE = sql`
  least(m.due_ice_breaker, m.due_message_1, m.due_message_2, m.due_follow_up_1, m.due_follow_up_2, m.due_follow_up_3)`;

/** Where a text of the writer came from, as a JSON object; `d` is its row of message_drafts. */
export const DRAFT = sql`
  json_build_object('promptId', d.prompt_id, 'promptVersion', d.prompt_version, 'rulesVersion', d.rules_version,
    'model', d.model, 'facts', d.facts, 'claims', d.claims, 'warnings', d.warnings,
    'tokens', d.prompt_tokens + d.completion_tokens, 'cost', d.cost_micros::float8 / 1000000, 'tookMs', d.took_ms, 'madeAt', ${isoTime(sql`d.made_at`)})`;

/** A text that a user edited still rests on its draft; one that came from Airtable afterwards does not. */
const CURRENT_DRAFT = sql`
  (select ${DRAFT} from message_drafts d where d.company_id = m.company_id and d.message_id = m.id and not exists (
      select from message_versions v where v.company_id = m.company_id and v.message_id = m.id
        and v.number > d.content_version and v.source not in ('edit', 'approval'))
    order by d.content_version desc limit 1)`;

/**
 * Why an approved message is not in the queue; null where it is or was. A part that was cancelled with its approval does not count,
 * unless it may have been sent or the lead replied since; one that was cancelled for another reason does: DO NOT SEND holds for the
 * message.
 */
export const NOT_QUEUED = sql`
  case when m.status = 'approved' and m.sent_at is null then (
    select case when c.delivery_channel = 'airtable' then 'sent_by_airtable' else 'to_queue' end
    from companies c where c.id = m.company_id and not exists (
      select from queue_items q where q.company_id = m.company_id and q.message_id = m.id
        and (c.delivery_channel = 'airtable' or q.status <> 'CANCELLED' or not q.approval_undone or q.claimed_at is not null
          or exists (select from linkedin_messages r where r.company_id = q.company_id and r.lead_id = q.lead_id and not r.is_ours
            and r.at >= q.created_at)))) end`;

const messageColumns = (include: "htmlReport" | undefined): Sql => sql`
  m.id, m.lead_id as "leadId", l.provider_id as "providerId", m.status, m.message_type as "messageType",
  m.message_flow as "messageFlow", m.content as "messageContent", coalesce(l.full_name, '') as "contactName",
  coalesce(nullif(l.linkedin_url, ''), l.company) as "contactCompany", l.title as "contactTitle",
  coalesce(${INITIALS}, '') as "contactInitials", l.profile_picture_url as "profilePictureUrl",
  json_build_object('company', coalesce(nullif(l.company, ''), 'Geen bedrijf')) as "researchReport",
  l.website as "companyWebsite", m.sentiment, l.lead_rating::text as "leadRating",
  nullif(l.classification, 'DELETED') as "leadClassification", coalesce(nullif(btrim(m.motivation_rating), ''), l.motivation) as "motivationRating",
  coalesce(l.has_report, false) as "hasReport", ${isoTime(sql`m.created_at`)} as "createdAt",
  ${isoTime(sql`m.date_created`)} as "dateCreated", ${isoTime(FIRST_DUE)} as "dateDue", ${DUE} as "dateDueBySection",
  ${NOT_QUEUED} as "notQueued", ${isoTime(sql`m.sent_at`)} as "sentAt", m.regenerating, m.feedback,
  m.text_request_problem as "textRequestProblem",
  case when m.void_approval_version is not null then json_build_object('approvedVersion', m.void_approval_version)
    end as "changedAfterApproval", m.content_version as "contentVersion",
  m.changed_by as "changedBy", ${isoTime(sql`m.changed_at`)} as "changedAt", coalesce((select s.state from unsynced_rows s
    where s.company_id = m.company_id and s.table_name = 'messages' and s.local_id = m.id), 'synced') as sync,
  ${CURRENT_DRAFT} as draft, m.snoozed_until as "snoozedUntil", (
    select json_build_object('id', u.id, 'name', coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), u.username))
    from users u where u.company_id = m.company_id and u.id = m.assigned_to) as "assignedTo",
  (select count(*)::int from message_notes n where n.company_id = m.company_id and n.message_id = m.id) as "noteCount",
  (select json_build_object('text', r.text, 'at', ${isoTime(sql`r.at`)}) from linkedin_messages r
    where r.company_id = m.company_id and r.lead_id = m.lead_id and not r.is_ours order by r.at desc limit 1) as reply
  ${include ? sql`, l.html_report as "htmlReport"` : sql``}`;

const WITH_LEAD = sql`left join leads l on l.company_id = m.company_id and l.id = m.lead_id`;

const FIRST_NAME = sql`split_part(m.contact_name, ' ', 1)`;
const LAST_NAME = sql`substr(m.contact_name, strpos(m.contact_name || ' ', ' ') + 1)`;
const containsText = (text: Sql, part: string | undefined): Sql | undefined =>
  part ? sql`strpos(${text}, ${searchTerm(part)}) > 0` : undefined;

const allOf = (conditions: (Sql | undefined)[]): Sql =>
  conditions.reduce<Sql>((so, next) => (next ? sql`${so} and ${next}` : so), sql`true`);

/** Literals, because the index of open messages needs them. */
const OPEN = sql`m.status in ('pending', 'rewritten', 'edited') and not m.lead_deleted`;

const isInGroup = (group: ReviewGroup | undefined, today: string): Sql => {
  if (!group) return sql`true`;
  if (group === "open") return sql`${OPEN} and (m.snoozed_until is null or m.snoozed_until <= ${today}::date)`;
  if (group === "snoozed") return sql`${OPEN} and m.snoozed_until > ${today}::date`;
  const statuses = MESSAGE_STATUSES.filter((status) => groupOfStatus(status) === group);
  return sql`m.status = any (${statuses}::text[])`;
};

/** "Mijn" also has what a colleague has assigned to the user, whoever its sender is. */
const isAssignedToMe = (scope: Scope): Sql =>
  sql`m.assigned_to = ${scope.actor.id}::uuid and (${hasManager(scope, sql`m.flow_key`, MINE)}) is not true`;

const fromAssignedToMe = (scope: Scope, type: MessageType | undefined): Sql => sql`
  from messages m where m.company_id = ${scope.companyId} and ${type ? sql`m.message_type = ${type}` : sql`true`}
    and m.status <> 'cancelled' and not m.lead_deleted and ${isAssignedToMe(scope)}`;

/** One lateral query per type, because the type comes first in the index. */
const fromMatchingMessages = (
  scope: Scope,
  filters: MessageFilters & { today: string },
  columns: Sql,
  rest: Sql,
): Sql => {
  const types = filters.type ? [filters.type] : ["icebreaker", "followup"];
  const { firstName, lastName, company, flow } = filters;
  const matches = allOf([
    containsText(FIRST_NAME, firstName),
    containsText(LAST_NAME, lastName),
    containsText(sql`m.contact_company`, company),
    isInGroup(filters.group, filters.today),
  ]);
  const select = (condition: Sql): Sql => sql`
    (select ${columns} from messages m
      where m.company_id = ${scope.companyId} and m.message_type = kind.type and m.status <> 'cancelled' and not m.lead_deleted
        and ${matches} and ${condition} ${rest})`;
  const ofManager = select(hasManager(scope, sql`m.flow_key`, flow));
  // Two queries, because each has an index of its own.
  const all = flow === MINE ? sql`${ofManager} union all ${select(isAssignedToMe(scope))}` : ofManager;
  return sql`from unnest(${types}::text[]) as kind (type) cross join lateral (${all}) m`;
};

const afterCursor = (after: TimeKey | undefined): Sql =>
  after ? sql`and (m.date_created, m.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql``;

const NEWEST_FIRST = sql`order by m.date_created desc, m.id desc`;

const isSearch = ({ firstName, lastName, company }: MessageFilters): boolean =>
  Boolean(firstName || lastName || company);

/** All messages except cancelled ones, or those of one group, the newest first. */
export const readMessages = (scope: Scope, query: MessageFilters, now: Date) => {
  const { companyId } = scope;
  const filters = { ...query, today: calendarDay(now) };
  const after = readCursor(timeKey, filters.cursor);
  const { type, flow, group } = filters;
  return readJsonList(scope.db, filters, {
    rows: (limit) => {
      const page = sql`${afterCursor(after)} ${NEWEST_FIRST} limit ${limit}`;
      return sql`
        select m.date_created as sort_key, m.id, row_to_json(shown) as item
        from (select m.id ${fromMatchingMessages(scope, filters, sql`m.id, m.date_created`, page)} ${NEWEST_FIRST} limit ${limit}) place
        join messages m on m.company_id = ${companyId} and m.id = place.id ${WITH_LEAD}
        cross join lateral (select ${messageColumns(filters.include)}) shown ${NEWEST_FIRST}`;
    },
    total:
      isSearch(filters) || group
        ? sql`select count(*) ${fromMatchingMessages(scope, filters, sql`m.id`, sql``)}`
        : sql`select (${counterTotal(scope, { subject: "messages", kind: type, manager: flow })})
            + ${flow === MINE ? sql`(select count(*)::int ${fromAssignedToMe(scope, type)})` : sql`0`}`,
    keyOf: timeCursorKey,
  });
};

/** The messages per status. Without a search from the counters, which are as fast for a million messages as for ten. */
export const countByStatus = (
  scope: Scope,
  { type, flow, ...search }: MessageFilters,
): Promise<{ status: MessageStatus; count: number }[]> => {
  const { db, companyId } = scope;
  if (!isSearch(search)) {
    const assigned = flow === MINE ? sql`union all select m.status, 1 ${fromAssignedToMe(scope, type)}` : sql``;
    return db.rows(sql`
      select status, sum(amount)::int as count from (
        select status, amount from counters
        where company_id = ${companyId} and subject = 'messages' and kind = ${type ?? null} and ${hasManager(scope, sql`manager`, flow)}
        ${assigned}) counted
      group by status having sum(amount) > 0`);
  }
  const matching = fromMatchingMessages(scope, { type, flow, ...search, today: "" }, sql`m.status`, sql``);
  return db.rows(sql`select m.status, count(*)::int as count ${matching} group by m.status`);
};

export const countSnoozed = async (scope: Scope, filters: MessageFilters, today: string): Promise<number> => {
  const snoozed = fromMatchingMessages(scope, { ...filters, group: "snoozed", today }, sql`m.id`, sql``);
  const found = await scope.db.row<{ count: number }>(sql`select count(*)::int as count ${snoozed}`);
  return found?.count ?? 0;
};

/** One message as in the list, whatever its status. */
export const findMessageJson = async ({ db, companyId }: Scope, id: string): Promise<string | undefined> => {
  const row = await db.row<{ item: string }>(sql`
    select row_to_json(shown)::text as item from messages m ${WITH_LEAD} cross join lateral (select ${messageColumns(undefined)}) shown
    where m.company_id = ${companyId} and m.id = ${id}`);
  return row?.item;
};

export const findReport = (
  { db, companyId }: Scope,
  id: string,
): Promise<{ title: string; html: string | null } | undefined> =>
  db.row(sql`
    select 'Lead Rapport - ' || l.full_name as title, l.html_report as html
    from messages m join leads l on l.company_id = m.company_id and l.id = m.lead_id
    where m.company_id = ${companyId} and m.id = ${id}`);

/** The number of messages per type and status, and of queue items per status. */
export const findCounts = ({
  db,
  companyId,
}: Scope): Promise<{ subject: "messages" | "queue"; kind: string; status: string; count: number }[]> =>
  db.rows(sql`
    select subject, kind, status, sum(amount)::int as count from counters where company_id = ${companyId}
    group by subject, kind, status having sum(amount) > 0`);
