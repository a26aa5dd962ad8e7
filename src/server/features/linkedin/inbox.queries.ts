import type { Conversation, LeadConversation } from "#contract/linkedin.ts";
import type { Scope } from "#platform/database/scope.ts";
import { type Sql, sql } from "#platform/database/sql.ts";
import { isoTime } from "#platform/database/sql-expressions.ts";

/** Answered by a later message of ours, or by an answer that waits to be sent, or by the decision that it needs none. */
const IS_ANSWERED = sql`(
  coalesce(c.last_sent_at >= c.last_received_at, false) or coalesce(c.handled_at >= c.last_received_at, false)
  or exists (select from queue_items q where q.company_id = c.company_id and q.lead_id = c.lead_id and q.is_answer
    and q.status in ('QUEUED', 'SENDING') and q.created_at >= c.last_received_at))`;

const repliedTo = (companyId: string): Sql => sql`
  from linkedin_conversations c join leads l on l.company_id = c.company_id and l.id = c.lead_id
  where c.company_id = ${companyId} and c.last_received_at is not null and l.deleted_at is null`;

export const findInbox = ({ db, companyId }: Scope, limit: number): Promise<Conversation[]> =>
  db.rows(sql`
    select * from (
      select c.lead_id as "leadId", l.full_name as "fullName", l.title, l.company, l.classification as "leadClassification",
        coalesce((select s.name from senders s join linkedin_accounts a on a.company_id = s.company_id and a.sender_id = s.id
          where a.company_id = c.company_id and a.id = c.account_id), '') as "senderName",
        ${isoTime(sql`c.last_received_at`)} as "lastReceivedAt", ${IS_ANSWERED} as "isAnswered",
        coalesce((select m.text from linkedin_messages m where m.company_id = c.company_id and m.lead_id = c.lead_id
          and m.account_id = c.account_id and not m.is_ours order by m.at desc limit 1), '') as "lastText"
      ${repliedTo(companyId)}) found
    order by "isAnswered", "lastReceivedAt" desc, "leadId" limit ${limit}`);

export const countUnanswered = async ({ db, companyId }: Scope): Promise<number> => {
  const found = await db.row<{ count: number }>(sql`
    select count(*)::int as count ${repliedTo(companyId)} and not ${IS_ANSWERED}`);
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

/** The conversation as it is on LinkedIn, with the answers that are on their way. */
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

export const markHandled = (
  { db, companyId, actor }: Scope,
  leadId: string,
  isHandled: boolean,
  at: Date,
): Promise<number> =>
  db.run(sql`
    update linkedin_conversations set handled_at = ${isHandled ? at : null}, handled_by = ${isHandled ? actor.name : null}
    where company_id = ${companyId} and lead_id = ${leadId}`);
