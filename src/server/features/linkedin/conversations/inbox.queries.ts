import type { Conversation, LeadConversation } from "#contract/inbox.ts";
import type { Scope } from "#platform/database/scope.ts";
import { type Sql, sql } from "#platform/database/sql.ts";
import { isoTime } from "#platform/database/sql-expressions.ts";
import type { HandledConversation } from "#server/features/undo/undo.service.ts";

/**
 * Whether the lead's last reply is answered: the account's owner has written on LinkedIn after it, or after we stored it somebody has
 * written an answer here, decided that it needs none, or approved a message that was sent. A part that was approved before, or that the
 * company's automation queued, does not count: nobody approved it after reading the reply.
 */
const IS_ANSWERED = sql`(
  coalesce(c.last_typed_at >= c.last_received_at, false) or coalesce(c.handled_at >= c.reply_stored_at, false)
  or exists (select from queue_items q where q.company_id = c.company_id and q.lead_id = c.lead_id
    and (q.is_answer and q.status in ('QUEUED', 'SENDING', 'SENT') and q.created_at >= c.reply_stored_at
      or q.status = 'SENT' and q.approved_at >= greatest(c.reply_stored_at, c.last_received_at))))`;

const fromConversationsWithReply = (companyId: string): Sql => sql`
  from linkedin_conversations c join leads l on l.company_id = c.company_id and l.id = c.lead_id
  where c.company_id = ${companyId} and c.last_received_at is not null and l.deleted_at is null`;

/**
 * A lead who wrote to several accounts is in it once, with the message that waits for an answer or else the latest. The texts are looked
 * up for the shown conversations only.
 */
export const findInbox = ({ db, companyId }: Scope, limit: number): Promise<Conversation[]> =>
  db.rows(sql`
    with of_leads as (
      select distinct on (c.lead_id) c.lead_id, c.account_id, c.last_received_at, ${IS_ANSWERED} as is_answered
      ${fromConversationsWithReply(companyId)} order by c.lead_id, is_answered, c.last_received_at desc),
    shown as materialized (
      select * from of_leads order by is_answered, last_received_at desc, lead_id limit ${limit})
    select c.lead_id as "leadId", l.full_name as "fullName", l.title, l.company, l.classification as "leadClassification",
      coalesce((select s.name from senders s join linkedin_accounts a on a.company_id = s.company_id and a.sender_id = s.id
        where a.company_id = ${companyId} and a.id = c.account_id), '') as "senderName",
      ${isoTime(sql`c.last_received_at`)} as "lastReceivedAt", c.is_answered as "isAnswered",
      coalesce((select m.text from linkedin_messages m where m.company_id = ${companyId} and m.lead_id = c.lead_id
        and m.account_id = c.account_id and not m.is_ours order by m.at desc limit 1), '') as "lastText"
    from shown c join leads l on l.company_id = ${companyId} and l.id = c.lead_id
    order by c.is_answered, c.last_received_at desc, c.lead_id`);

export const countUnanswered = async ({ db, companyId }: Scope): Promise<number> => {
  const found = await db.row<{ count: number }>(sql`
    select count(distinct c.lead_id)::int as count ${fromConversationsWithReply(companyId)} and not ${IS_ANSWERED}`);
  return found?.count ?? 0;
};

export interface ConversationOwner {
  accountId: string;
  senderName: string;
}

/** The account that talks with a lead: the one that the lead wrote to last, else the one that wrote last. */
export const findConversationOwner = (
  { db, companyId }: Scope,
  leadId: string,
): Promise<ConversationOwner | undefined> =>
  db.row(sql`
    select c.account_id as "accountId", s.name as "senderName" from linkedin_conversations c
      join linkedin_accounts a on a.company_id = c.company_id and a.id = c.account_id
      join senders s on s.company_id = a.company_id and s.id = a.sender_id
    where c.company_id = ${companyId} and c.lead_id = ${leadId}
    order by c.last_received_at desc nulls last, c.last_sent_at desc nulls last limit 1`);

/** The conversation as it is on LinkedIn, and our answers that are queued, being sent or failed. */
export const findConversation = async (
  { db, companyId }: Scope,
  leadId: string,
): Promise<LeadConversation | undefined> => {
  const found = await db.row<{ conversation: LeadConversation }>(sql`
    select json_build_object('leadId', l.id, 'fullName', l.full_name, 'leadClassification', l.classification,
      'isAnswered', not exists (select from linkedin_conversations c where c.company_id = l.company_id and c.lead_id = l.id
        and c.last_received_at is not null and not ${IS_ANSWERED}),
      'senderName', (select s.name from linkedin_conversations c
          join linkedin_accounts a on a.company_id = c.company_id and a.id = c.account_id
          join senders s on s.company_id = a.company_id and s.id = a.sender_id
        where c.company_id = l.company_id and c.lead_id = l.id
        order by c.last_received_at desc nulls last, c.last_sent_at desc nulls last limit 1),
      'messages', coalesce((select json_agg(json_build_object('id', id, 'isOurs', is_ours, 'author', author, 'text', text,
          'at', ${isoTime(sql`at`)}, 'pending', pending) order by pending is not null, at, id) from (
        select m.id, m.is_ours, case when m.is_ours then a.name else l.full_name end as author, m.text, m.at, null::json as pending
        from linkedin_messages m join linkedin_accounts a on a.company_id = m.company_id and a.id = m.account_id
        where m.company_id = l.company_id and m.lead_id = l.id
        union all
        select q.id, true, coalesce(q.message_flow, ''), q.text, q.created_at,
          json_build_object('plannedAt', ${isoTime(sql`p.planned_at`)}, 'problem', coalesce(q.problem, p.waits_for ->> 'text'))
        from queue_items q left join queue_plans p on p.company_id = q.company_id and p.queue_item_id = q.id and q.status = 'QUEUED'
        where q.company_id = l.company_id and q.lead_id = l.id and q.is_answer and q.status in ('QUEUED', 'SENDING', 'ERROR')
      ) message), '[]'::json)) as conversation
    from leads l where l.company_id = ${companyId} and l.id = ${leadId} and l.deleted_at is null and not l.erased`);
  return found?.conversation;
};

/**
 * With `seenReplyId`, only conversations in which the lead has not written since that reply. Ids are in the order of storing. Returns
 * what an undo restores.
 */
export const markHandled = (
  { db, companyId, actor }: Scope,
  leadId: string,
  { isHandled, seenReplyId }: { isHandled: boolean; seenReplyId: string | undefined },
  at: Date,
): Promise<HandledConversation[]> =>
  db.rows(sql`
    with before as (
      select c.account_id, c.handled_at, c.handled_by from linkedin_conversations c
      where c.company_id = ${companyId} and c.lead_id = ${leadId} and (${!isHandled}::boolean or not exists (
        select from linkedin_messages m where m.company_id = c.company_id and m.lead_id = c.lead_id
          and m.account_id = c.account_id and not m.is_ours and m.id > ${seenReplyId ?? null}::uuid))
      order by c.account_id for no key update)
    update linkedin_conversations c set handled_at = ${isHandled ? at : null}, handled_by = ${isHandled ? actor.name : null}
    from before b where c.company_id = ${companyId} and c.lead_id = ${leadId} and c.account_id = b.account_id
    returning c.lead_id as "leadId", c.account_id as "accountId", c.handled_at as after,
      json_build_object('at', b.handled_at, 'by', b.handled_by) as before`);

/** Puts back who handled the replies and when, unless that was changed since. */
export const restoreHandled = (
  { db, companyId }: Scope,
  { leadId, accountId, before, after }: HandledConversation,
): Promise<number> =>
  db.run(sql`
    update linkedin_conversations set handled_at = ${before.at}, handled_by = ${before.by}
    where company_id = ${companyId} and lead_id = ${leadId} and account_id = ${accountId}
      and handled_at is not distinct from ${after}::timestamptz`);

/**
 * For two leads that are merged: where both have a conversation with the same account, the kept lead's conversation absorbs the other.
 * A reply of either lead that needs an answer still needs one: what was decided about, or written to, the other lead before `at` does
 * not answer it.
 */
export const combineConversations = async (
  { db, companyId }: Scope,
  from: string,
  to: string,
  at: Date,
): Promise<void> => {
  const ofBoth = sql`c.company_id = ${companyId} and c.lead_id = any (${[from, to]}::uuid[])`;
  const isOpen = sql`(c.last_received_at is not null and not ${IS_ANSWERED})`;
  await db.run(sql`update linkedin_conversations c set reply_stored_at = ${at} where ${ofBoth} and ${isOpen}`);
  await db.run(sql`
    with states as (select c.*, ${isOpen} as is_open from linkedin_conversations c where ${ofBoth}),
    combined as (
      select k.account_id, k.is_open or d.is_open as is_open, coalesce(k.chat_id, d.chat_id) as chat_id,
        coalesce(k.provider_id, d.provider_id) as provider_id, greatest(k.last_received_at, d.last_received_at) as last_received_at,
        case when d.last_received_at > coalesce(k.last_received_at, '-infinity') then d.reply_stored_at
          else k.reply_stored_at end as reply_stored_at,
        greatest(k.last_sent_at, d.last_sent_at) as last_sent_at, greatest(k.last_typed_at, d.last_typed_at) as last_typed_at,
        greatest(k.handled_at, d.handled_at) as handled_at,
        case when d.handled_at > coalesce(k.handled_at, '-infinity') then d.handled_by else k.handled_by end as handled_by
      from states k join states d on d.account_id = k.account_id where k.lead_id = ${to} and d.lead_id = ${from})
    update linkedin_conversations k set chat_id = b.chat_id, provider_id = b.provider_id, last_received_at = b.last_received_at,
      reply_stored_at = case when b.is_open then ${at} else b.reply_stored_at end, last_sent_at = b.last_sent_at,
      last_typed_at = case when not b.is_open then b.last_typed_at end,
      handled_at = case when not b.is_open then b.handled_at end, handled_by = case when not b.is_open then b.handled_by end
    from combined b where k.company_id = ${companyId} and k.lead_id = ${to} and k.account_id = b.account_id`);
  await db.run(sql`
    delete from linkedin_conversations d where d.company_id = ${companyId} and d.lead_id = ${from} and exists (
      select from linkedin_conversations k
      where k.company_id = ${companyId} and k.account_id = d.account_id and k.lead_id = ${to})`);
};
