import type { InvitationList, InvitationResult, QueuedInvitation } from "#contract/invitation-queue.ts";
import { MINE } from "#contract/senders.ts";
import { hasManager } from "#platform/database/counters.ts";
import type { Scope } from "#platform/database/scope.ts";
import { type Sql, sql } from "#platform/database/sql.ts";
import { isoTime, isSameSender, searchTerm } from "#platform/database/sql-expressions.ts";
import { isInvited, isRelation } from "./invitations.queries.ts";

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

/** Queues an invitation from the given sender to each lead; returns the leads for which one was queued. */
export const queueInvitations = async (
  { db, companyId }: Scope,
  leads: readonly { leadId: string; senderName: string }[],
  at: Date,
): Promise<string[]> => {
  const found = await db.rows<{ id: string }>(sql`
    insert into invitations (company_id, lead_id, connected_with, status, queued_at, channel, created_at, updated_at)
    select ${companyId}, l.id, given."senderName", 'QUEUED', ${at}, 'linkedin', ${at}, ${at}
    from jsonb_to_recordset(${JSON.stringify(leads)}) as given ("leadId" uuid, "senderName" text)
      join leads l on l.company_id = ${companyId} and l.id = given."leadId"
    where may_be_contacted(l.classification, l.deleted_at, l.erased) and (l.provider_id is not null or l.linkedin_url is not null)
      and not ${isInvited(sql`l.company_id`, sql`sender_key(given."senderName")`, sql`l.id`)}
      and not ${isRelation(sql`l.company_id`, sql`sender_key(given."senderName")`, sql`l.id`)}
    returning lead_id as id`);
  return found.map(({ id }) => id);
};

/** Why these leads got no invitation, with the number for each reason. A lead without a sender has no account manager. */
export const countSkipReasons = (
  { db, companyId }: Scope,
  leads: readonly { leadId: string; senderName: string | undefined }[],
): Promise<InvitationResult["skipped"]> =>
  db.rows(sql`
    select reason, count(*)::int as count from (
      select case
          when l.id is null or l.deleted_at is not null or l.erased then 'deleted'
          when not may_be_contacted(l.classification, l.deleted_at, l.erased) then 'unwelcome'
          when l.provider_id is null and l.linkedin_url is null then 'no_profile'
          when given."senderName" is null then 'no_sender'
          when ${isRelation(sql`${companyId}`, sql`sender_key(given."senderName")`, sql`l.id`)} then 'relation'
          when not exists (select from invitations i where i.company_id = ${companyId} and i.lead_id = l.id
            and ${isSameSender(sql`i.company_id`, sql`i.sender_key`, sql`sender_key(given."senderName")`)}
            and i.outcome is null and i.status <> 'ON_HOLD') then 'on_hold'
          else 'invited'
        end as reason
      from jsonb_to_recordset(${JSON.stringify(leads)}) as given ("leadId" uuid, "senderName" text)
        left join leads l on l.company_id = ${companyId} and l.id = given."leadId"
    ) skipped group by reason order by count desc, reason`);

/** The best rated leads who were never invited and are nobody's relation. */
export const findRatedToInvite = async (
  { db, companyId }: Scope,
  minRating: number,
  limit: number,
): Promise<string[]> => {
  const found = await db.rows<{ id: string }>(sql`
    select l.id from leads l
    where l.company_id = ${companyId} and may_be_contacted(l.classification, l.deleted_at, l.erased) and l.rating_sort_key >= ${minRating}
      and (l.provider_id is not null or l.linkedin_url is not null)
      and not exists (select from invitations i where i.company_id = l.company_id and i.lead_id = l.id)
      and not exists (select from linkedin_relations r where r.company_id = l.company_id and r.lead_id = l.id)
    order by l.rating_sort_key desc, l.id desc limit ${limit}`);
  return found.map(({ id }) => id);
};

/** The company's own automation sends it: nothing that we store would stop it. */
const isOfAutomation = (invitation: Sql): Sql => sql`(${invitation}.channel = 'airtable' and exists (
  select from companies co where co.id = ${invitation}.company_id and co.delivery_channel <> 'linkedin'))`;

export type ChosenInvitations = { leadIds: readonly string[] } | { invitationIds: readonly string[] };

/** Of a lead, only those that wait: an invitation that has ended is put back by its own id. */
const isChosen = (chosen: ChosenInvitations, i: Sql = sql`i`): Sql =>
  "leadIds" in chosen
    ? sql`${i}.lead_id = any (${chosen.leadIds}::uuid[]) and ${i}.outcome is null`
    : sql`${i}.id = any (${chosen.invitationIds}::uuid[]) and coalesce(${i}.outcome, '') not in ('withdrawn', 'refused')`;

/**
 * With `i` for an invitation on hold: the sender has invited the lead again meanwhile, or a later one (`o`) goes back into the
 * queue too.
 */
export const isReplaced = (alsoGoesBack: Sql): Sql => sql`exists (
  select from invitations o where o.company_id = i.company_id and o.lead_id = i.lead_id and o.id <> i.id
    and ${isSameSender(sql`i.company_id`, sql`i.sender_key`, sql`o.sender_key`)}
    and (o.status in ('QUEUED', 'SENT') or o.status = 'ON_HOLD' and o.id > i.id and ${alsoGoesBack}))`;

/**
 * Puts waiting invitations on hold, or back into the queue. Returns how many. One that Airtable queued stays with Airtable while it
 * is on hold; back in the queue it is ours, because what we store does not make the automation send it. Where the sender has
 * invited the lead again meanwhile, the older invitation stays.
 */
export const holdInvitations = (
  { db, companyId }: Scope,
  chosen: ChosenInvitations,
  isOnHold: boolean,
  at: Date,
): Promise<number> =>
  db.run(sql`
    update invitations i set status = ${isOnHold ? "ON_HOLD" : "QUEUED"}, channel = case when ${isOnHold} then channel else 'linkedin' end, outcome = null, outcome_at = null,
      problem = null, queued_at = coalesce(queued_at, ${at}), updated_at = ${at}
    where i.company_id = ${companyId} and ${isChosen(chosen)} and i.claimed_at is null and not ${isOfAutomation(sql`i`)}
      and i.status = ${isOnHold ? "QUEUED" : "ON_HOLD"} and (${isOnHold} or not ${isReplaced(isChosen(chosen, sql`o`))})`);

/** Whom each lead would be invited by: the sender of its account manager. */
export const findSendersOfLeads = (
  { db, companyId }: Scope,
  leadIds: readonly string[],
): Promise<{ leadId: string; senderName: string }[]> =>
  db.rows(sql`
    select l.id as "leadId", s.name as "senderName" from leads l
      join sender_names n on n.company_id = l.company_id
        and n.name_key = sender_key(coalesce(nullif(btrim(l.lead_allocated), ''), l.contract_owner))
      join senders s on s.company_id = n.company_id and s.id = n.sender_id
    where l.company_id = ${companyId} and l.id = any (${leadIds}::uuid[]) and n.name_key <> ''`);
