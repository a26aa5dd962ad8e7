import type { Channel } from "#contract/queue.ts";
import type { Scope } from "#platform/database/scope.ts";
import { prepared, type Sql, sql } from "#platform/database/sql.ts";
import { isPartListedIn, isSameSender, sectionOrder } from "#platform/database/sql-expressions.ts";
import type { QueuedPart } from "./planner.ts";

/** The stored facts about a queued part, for the planner. */
export interface PartRow {
  id: string;
  name: string;
  leadId: string | null;
  fullName: string | null;
  messageId: string | null;
  channel: Channel;
  due: Date | null;
  /** The sort key as text: a Date has no microseconds, so that a comparison with it would find the same row again. */
  dueKey: string;
  sendNow: boolean;
  paused: boolean;
  pausedBy: string | null;
  remoteStatus: string | null;
  isCancelRequested: boolean;
  hasLead: boolean;
  leadDeletedAt: Date | null;
  classification: string | null;
  /** The lead has replied since the part was queued. */
  replied: boolean;
  previousId: string | null;
  previousName: string | null;
  leadSentAt: Date | null;
  isAnswer: boolean;
  acceptance: QueuedPart["acceptance"];
  isDeletedInAirtable: boolean;
  isRefusedFromAirtable: boolean;
}

/**
 * A reply to the part's own message counts whatever its time: the created_at of a part queued in Airtable is when the sync read
 * it, possibly after the reply. A reply to another message counts only if it came after the part was queued. For a reply
 * that only Airtable knows, that is when the status was set.
 */
const REPLIED = sql`not q.is_answer and (
  exists (select from messages m where m.company_id = q.company_id and m.lead_id = q.lead_id
    and is_reply_status(m.status) and (m.id = q.message_id or coalesce(m.replied_at, m.answered_at) > q.created_at))
  or exists (select from linkedin_messages r where r.company_id = q.company_id and r.lead_id = q.lead_id
    and not r.is_ours and r.at > q.created_at))`;

/** When the lead was last sent a message other than an answer, by any sender: also one in flight, and one whose outcome is unknown. */
const LEAD_SENT_AT = sql`(
  select max(case o.status when 'SENT' then o.date_sent when 'SENDING' then coalesce(o.claimed_at, o.updated_at) else o.claimed_at end)
  from queue_items o where o.company_id = q.company_id and o.lead_id = q.lead_id
    and (o.status in ('SENT', 'SENDING', 'ERROR') or o.status = 'CANCELLED' and o.claimed_at is not null) and not o.is_answer)`;

/** The lead of a part has to accept an invitation of the sender first. */
export const WAITS_FOR_ACCEPTANCE = sql`(
  q.channel = 'linkedin' and not q.is_answer and not exists (select from relations_of_senders r
    where r.company_id = q.company_id and r.sender_key = q.sender_key and r.lead_id = q.lead_id))`;

const ACCEPTANCE = sql`
  case when ${WAITS_FOR_ACCEPTANCE} then coalesce((
    select case when i.status <> 'ON_HOLD' then 'pending' when i.outcome is null then 'on_hold' else 'ended' end
    from invitations i where i.company_id = q.company_id and i.lead_id = q.lead_id
      and ${isSameSender(sql`i.company_id`, sql`i.sender_key`, sql`q.sender_key`)}
    -- An accepted invitation counts last: they are no longer connected, so a newer one decides.
    order by i.status = 'ACCEPTED', i.status = 'ON_HOLD', i.outcome is not null limit 1), 'missing') end`;

/** For a message that is not queued yet. */
export const findAcceptance = async (
  { db, companyId }: Scope,
  { leadId, messageFlow }: { leadId: string | null; messageFlow: string | null },
  channel: Channel,
): Promise<QueuedPart["acceptance"]> => {
  const found = await db.row<Pick<QueuedPart, "acceptance">>(sql`
    select ${ACCEPTANCE} as acceptance
    from (select ${companyId}::uuid as company_id, ${channel}::text as channel, false as is_answer,
      sender_key(${messageFlow}) as sender_key, ${leadId}::uuid as lead_id) q`);
  return found?.acceptance ?? null;
};

/**
 * The leads for whom a queued part of these messages waits for an invitation that does not exist yet: it is made when the part
 * is due. Without a working account whose relations have been read nobody knows who is a connection, and nothing goes.
 */
export const findLeadsToInvite = async ({ db, companyId }: Scope, messageIds: readonly string[]): Promise<string[]> => {
  const found = await db.rows<{ id: string }>(sql`
    select distinct q.lead_id as id from queue_items q
    join sender_names n on n.company_id = q.company_id and n.name_key = q.sender_key
    join linkedin_accounts a on a.company_id = n.company_id and a.sender_id = n.sender_id
    where q.company_id = ${companyId} and q.message_id = any (${messageIds}::uuid[]) and q.status = 'QUEUED'
      and a.status = 'ok' and a.relations_read_at is not null and ${ACCEPTANCE} = 'missing'`);
  return found.map(({ id }) => id);
};

const facts = (companyId: string): Sql => sql`
  q.id, q.message_name as name, q.lead_id as "leadId", l.full_name as "fullName", q.message_id as "messageId", q.channel, q.date_due as due, q.due_sort_key::text as "dueKey",
  q.send_now as "sendNow", q.paused, q.paused_by as "pausedBy", q.remote_status as "remoteStatus",
  q.cancel_requested_at is not null as "isCancelRequested", l.id is not null as "hasLead",
  l.deleted_at as "leadDeletedAt", l.classification, ${REPLIED} as replied, ${LEAD_SENT_AT} as "leadSentAt", q.is_answer as "isAnswer",
  ${ACCEPTANCE} as acceptance, ${isPartListedIn(sql`rows_deleted_in_airtable`, companyId)} as "isDeletedInAirtable",
  ${isPartListedIn(sql`rows_refused_from_airtable`, companyId)} as "isRefusedFromAirtable"`;
const WITH_LEAD = sql`left join leads l on l.company_id = q.company_id and l.id = q.lead_id`;

/** The nearest earlier part of the same message that is queued, being sent, or failed. */
const PREVIOUS = sql`
  left join lateral (
    select o.id, o.message_name from queue_items o
    where o.company_id = q.company_id and o.message_id = q.message_id and o.status in ('QUEUED', 'SENDING', 'ERROR')
      and ${sectionOrder(sql`o.message_name`)} < ${sectionOrder(sql`q.message_name`)}
    order by ${sectionOrder(sql`o.message_name`)} desc limit 1) previous on true`;

/** All queued parts of a sender, each with its previous part: as `PREVIOUS`, but for all of them at once. */
export const findQueuedParts = ({ db, companyId }: Scope, nameKeys: readonly string[]): Promise<PartRow[]> => {
  // One status at a time, each with its own index.
  const unsentWith = (status: Sql): Sql => sql`
    select id, message_id, message_name, ${sectionOrder(sql`message_name`)} from queue_items
    where company_id = ${companyId} and sender_key = any (${nameKeys}::text[]) and status = ${status}`;
  return db.rows(sql`
    with parts as (
      select ${facts(companyId)}, ${sectionOrder(sql`q.message_name`)} as section_order, q.due_sort_key
      from queue_items q ${WITH_LEAD}
      where q.company_id = ${companyId} and q.sender_key = any (${nameKeys}::text[]) and q.status = 'QUEUED'
    ), unsent as (
      select p.id, p."messageId", p.name, p.section_order from parts p
      union all ${unsentWith(sql`'SENDING'`)} union all ${unsentWith(sql`'ERROR'`)}
    ), ordered as (
      select id, first_value(id) over previous as "previousId", first_value(name) over previous as "previousName"
      from unsent where "messageId" is not null and section_order is not null
      window previous as (partition by "messageId" order by section_order groups between 1 preceding and 1 preceding))
    select p.*, o."previousId", o."previousName" from parts p left join ordered o on o.id = p.id
    order by p.due_sort_key, p.id`);
};

/** The first queued part of a message. Its `previousId` is null: no earlier part is queued. */
export const findFirstPart = ({ db, companyId }: Scope, messageId: string): Promise<PartRow | undefined> =>
  db.row(sql`
    select ${facts(companyId)}, null as "previousId", null as "previousName" from queue_items q ${WITH_LEAD}
    where q.company_id = ${companyId} and q.message_id = ${messageId} and q.status = 'QUEUED'
    order by ${sectionOrder(sql`q.message_name`)} limit 1`);

export const findQueuedPart = ({ db, companyId }: Scope, id: string): Promise<PartRow | undefined> =>
  db.row(sql`
    select ${facts(companyId)}, previous.id as "previousId", previous.message_name as "previousName"
    from queue_items q ${WITH_LEAD} ${PREVIOUS}
    where q.company_id = ${companyId} and q.id = ${id} and q.status = 'QUEUED'`);

/** Which of these parts are still queued although their lead has replied. */
export const findReplied = async ({ db, companyId }: Scope, ids: readonly string[]): Promise<string[]> => {
  const found = await db.rows<{ id: string }>(sql`
    select q.id from queue_items q
    where q.company_id = ${companyId} and q.id = any (${ids}::uuid[]) and q.status = 'QUEUED' and ${REPLIED}`);
  return found.map(({ id }) => id);
};

/** Parts that Airtable does not have yet, or with another text or date. */
export const findUnsyncedParts = async ({ db, companyId }: Scope): Promise<Set<string>> => {
  const found = await db.rows<{ id: string }>(sql`
    select local_id as id from unsynced_rows where company_id = ${companyId} and table_name = 'queue' and state = 'pending'`);
  return new Set(found.map(({ id }) => id));
};

interface NextPartsQuery {
  channel: Channel;
  after?: PartRow | undefined;
  limit: number;
  /** Only parts that were due then and do not wait for hours and spacing: sent now by a user, answers, and those that have to be withdrawn. */
  onlyUrgentDueBy?: Date | undefined;
}

/** The parts of a sender that one of our channels sends next, by their due dates, after the given one. */
export const selectNextParts = (
  { companyId }: Scope,
  senderId: string,
  { channel, after, limit, onlyUrgentDueBy }: NextPartsQuery,
): Sql => {
  const isUrgent = sql`q.due_sort_key <= ${onlyUrgentDueBy} and (q.send_now or q.is_answer or l.id is null
    or not may_be_contacted(l.classification, l.deleted_at, l.erased) or ${REPLIED})`;
  const isAfter = sql`(q.due_sort_key, q.id) > (${after?.dueKey}::timestamptz, ${after?.id}::uuid)`;
  // The first parts of each name by one index lookup, and only then what belongs to them: a sender may have thousands of due parts.
  return prepared(sql`
    select ${facts(companyId)}, previous.id as "previousId", previous.message_name as "previousName"
    from (
      select q.* from sender_names n cross join lateral (
        select q.* from queue_items q ${onlyUrgentDueBy ? WITH_LEAD : sql``}
        where q.company_id = n.company_id and q.sender_key = n.name_key and q.status = 'QUEUED' and q.channel = ${channel}
          and not q.paused and q.remote_status is null and q.cancel_requested_at is null
          and ${onlyUrgentDueBy ? isUrgent : sql`true`} and ${after ? isAfter : sql`true`}
        order by q.due_sort_key, q.id limit ${limit}) q
      where n.company_id = ${companyId} and n.sender_id = ${senderId}
      order by q.due_sort_key, q.id limit ${limit}) q
    left join lateral (select * from leads l where l.company_id = q.company_id and l.id = q.lead_id limit 1) l on true
    ${PREVIOUS}
    order by q.due_sort_key, q.id`);
};

export const findNextParts = (scope: Scope, senderId: string, query: NextPartsQuery): Promise<PartRow[]> =>
  scope.db.rows(selectNextParts(scope, senderId, query));
