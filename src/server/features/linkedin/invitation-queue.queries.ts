import type { InvitationList, QueuedInvitation } from "#contract/linkedin.ts";
import { MINE } from "#contract/senders.ts";
import { hasManager } from "#platform/database/counters.ts";
import type { Scope } from "#platform/database/scope.ts";
import { type Sql, sql } from "#platform/database/sql.ts";
import { isoTime, searchTerm } from "#platform/database/sql-expressions.ts";
import { isOfAutomation } from "./invitations.queries.ts";

const LISTS: Readonly<Record<InvitationList, { condition: Sql; order: Sql }>> = {
  queued: { condition: sql`i.status = 'QUEUED'`, order: sql`i.queued_at nulls last, i.id` },
  held: {
    condition: sql`i.status = 'ON_HOLD' and i.outcome is null`,
    order: sql`i.queued_at nulls last, i.id`,
  },
  sent: { condition: sql`i.status = 'SENT'`, order: sql`i.invited_at desc nulls last, i.id` },
  ended: { condition: sql`i.status = 'ON_HOLD' and i.outcome is not null`, order: sql`i.outcome_at desc, i.id` },
};

/** The invitations of a sender under all its names; all invitations without a sender. */
const isOfSender = (scope: Scope, sender: string | undefined): Sql => {
  if (sender === undefined) return sql`true`;
  if (sender === MINE) return hasManager(scope, sql`i.connected_with`, MINE);
  return sql`i.sender_key in (
    select other.name_key from sender_names named join sender_names other
      on other.company_id = named.company_id and other.sender_id = named.sender_id
    where named.company_id = ${scope.companyId} and named.name_key = sender_key(${sender}))`;
};

const isOfLead = (search: string | undefined): Sql =>
  search
    ? sql`exists (select from lead_search s
        where s.company_id = i.company_id and s.lead_id = i.lead_id and strpos(s.text, ${searchTerm(search)}) > 0)`
    : sql`true`;

type InvitationFilters = Pick<InvitationQuery, "sender" | "search">;

const fromInvitations = (scope: Scope, { sender, search }: InvitationFilters): Sql => sql`
  from invitations i join leads l on l.company_id = i.company_id and l.id = i.lead_id
  where i.company_id = ${scope.companyId} and l.deleted_at is null and ${isOfSender(scope, sender)} and ${isOfLead(search)}`;

export interface InvitationQueueRow extends Omit<QueuedInvitation, "plannedAt" | "waitsFor"> {
  /** Null where the name is no sender's. */
  senderId: string | null;
  /** A worker is sending it. */
  isClaimed: boolean;
}

export interface InvitationQuery {
  list: InvitationList;
  sender?: string | undefined;
  search?: string | undefined;
  leadId?: string;
  limit: number;
}

export const findInvitations = (
  scope: Scope,
  { list, leadId, limit, ...filters }: InvitationQuery,
): Promise<InvitationQueueRow[]> => {
  const { condition, order } = LISTS[list];
  return scope.db.rows(sql`
    select i.id, i.lead_id as "leadId", l.full_name as "fullName", l.title, l.company, l.linkedin_url as "linkedInUrl",
      l.lead_rating::float8 as "leadRating", l.classification as "leadClassification",
      coalesce(i.connected_with, '') as "senderName", ${isoTime(sql`i.queued_at`)} as "queuedAt",
      ${isoTime(sql`i.invited_at`)} as "invitedAt",
      case when i.status = 'SENT' and i.channel = 'linkedin' then ${isoTime(sql`(i.invited_at + make_interval(days => (
        select withdraw_invitations_after from companies where id = i.company_id)))`)} end as "withdrawnAt",
      i.problem, ${isoTime(sql`i.outcome_at`)} as "endedAt", ${isOfAutomation(sql`i`)} as "isOfAutomation",
      (select n.sender_id from sender_names n where n.company_id = i.company_id and n.name_key = i.sender_key) as "senderId",
      i.claimed_at is not null as "isClaimed", i.channel = 'airtable' as "isFromAirtable"
    ${fromInvitations(scope, filters)} and ${leadId ? sql`i.lead_id = ${leadId}` : sql`true`} and ${condition} order by ${order} limit ${limit}`);
};

export const countInvitations = async (
  scope: Scope,
  filters: InvitationFilters,
): Promise<Record<InvitationList, number>> => {
  const found = await scope.db.row<Record<InvitationList, number>>(sql`
    select count(*) filter (where ${LISTS.queued.condition})::int as queued,
      count(*) filter (where ${LISTS.held.condition})::int as held,
      count(*) filter (where ${LISTS.sent.condition})::int as sent,
      count(*) filter (where ${LISTS.ended.condition})::int as ended
    ${fromInvitations(scope, filters)} and i.status <> 'ACCEPTED'`);
  return found ?? { queued: 0, held: 0, sent: 0, ended: 0 };
};

export interface OpenInvitation {
  gatewayAccountId: string | null;
  gatewayId: string | null;
  providerId: string | null;
  fullName: string;
}

/** An invitation without a response, with the account that sent it; null where that account is not connected. */
export const findOpenInvitation = ({ db, companyId }: Scope, id: string): Promise<OpenInvitation | undefined> =>
  db.row(sql`
    select a.gateway_account_id as "gatewayAccountId", i.gateway_id as "gatewayId", coalesce(c.provider_id, l.provider_id) as "providerId",
      l.full_name as "fullName"
    from invitations i join leads l on l.company_id = i.company_id and l.id = i.lead_id
      left join sender_names n on n.company_id = i.company_id and n.name_key = i.sender_key
      left join linkedin_accounts a on a.company_id = n.company_id and a.sender_id = n.sender_id and a.status = 'ok'
      left join linkedin_conversations c on c.company_id = i.company_id and c.account_id = a.id and c.lead_id = i.lead_id
    where i.company_id = ${companyId} and i.id = ${id} and i.status = 'SENT'`);

export const isInvitation = async ({ db, companyId }: Scope, id: string): Promise<boolean> =>
  (await db.row(sql`select 1 from invitations where company_id = ${companyId} and id = ${id}`)) !== undefined;
