import type { InvitationResult } from "#contract/linkedin.ts";
import type { Scope } from "#platform/database/scope.ts";
import { type Sql, sql } from "#platform/database/sql.ts";
import type { AccountRow } from "./accounts.queries.ts";

const CONTACTABLE = sql`
  l.deleted_at is null and not l.erased and coalesce(l.classification, '') not in
    ('DO NOT CONNECT', 'NOT INTERESTED', 'NOT RELEVANT', 'DELETED')`;

const isRelation = (companyId: Sql, senderKey: Sql, leadId: Sql): Sql => sql`exists (
  select from relations_of_senders r where r.company_id = ${companyId} and r.sender_key = ${senderKey} and r.lead_id = ${leadId})`;

/** It was accepted, and the person has ended the connection since: they are not among the relations that were read. */
const hasConnectionEnded = (invitation: Sql): Sql => sql`(${invitation}.status = 'ACCEPTED' and exists (
    select from sender_names n join linkedin_accounts a on a.company_id = n.company_id and a.sender_id = n.sender_id
    where n.company_id = ${invitation}.company_id and n.name_key = ${invitation}.sender_key and a.relations_read_at is not null)
  and not ${isRelation(sql`${invitation}.company_id`, sql`${invitation}.sender_key`, sql`${invitation}.lead_id`)})`;

/** The sender has an invitation of this lead that waits, was sent or was accepted. */
const isInvited = (leadId: Sql, senderKey: Sql): Sql => sql`exists (
  select from invitations i where i.company_id = l.company_id and i.lead_id = ${leadId} and i.sender_key = ${senderKey}
    and i.outcome is null and not ${hasConnectionEnded(sql`i`)})`;

/** Whoever adds invitations checks first who has one: one transaction at a time, so that nobody is invited twice. */
export const lockInvitationQueue = ({ db, companyId }: Scope): Promise<number> =>
  db.run(sql`select pg_advisory_xact_lock(hashtextextended(${`invitations ${companyId}`}, 0))`);

/** Queues invitations of these leads to a sender; returns the leads that got one. */
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
    where ${CONTACTABLE} and (l.provider_id is not null or l.linkedin_url is not null)
      and not ${isInvited(sql`l.id`, sql`sender_key(given."senderName")`)}
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
          when not (${CONTACTABLE}) then 'unwelcome'
          when l.provider_id is null and l.linkedin_url is null then 'no_profile'
          when given."senderName" is null then 'no_sender'
          when ${isRelation(sql`${companyId}`, sql`sender_key(given."senderName")`, sql`l.id`)} then 'relation'
          when not exists (select from invitations i where i.company_id = ${companyId} and i.lead_id = l.id
            and i.sender_key = sender_key(given."senderName") and i.outcome is null and i.status <> 'ON_HOLD') then 'on_hold'
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
    where l.company_id = ${companyId} and ${CONTACTABLE} and l.rating_sort_key >= ${minRating}
      and (l.provider_id is not null or l.linkedin_url is not null)
      and not exists (select from invitations i where i.company_id = l.company_id and i.lead_id = l.id)
      and not exists (select from linkedin_relations r where r.company_id = l.company_id and r.lead_id = l.id)
    order by l.rating_sort_key desc, l.id desc limit ${limit}`);
  return found.map(({ id }) => id);
};

/** Where LinkedIn contradicts itself about a connection, it must not lead to an invitation every few minutes. */
const REINVITE_AFTER_DAYS = 7;

/**
 * Messages to leads who are no relations yet: each gets an invitation first. After one that was refused, withdrawn or not
 * accepted, only a user invites again.
 */
export const inviteWaitingLeads = async ({ db, companyId }: Scope, now: Date): Promise<number> => {
  // An invitation that the company's automation had queued is ours now: the message waits for it.
  await db.run(sql`
    update invitations i set channel = 'linkedin', updated_at = ${now} from queue_items q
    where i.company_id = ${companyId} and i.status = 'QUEUED' and i.channel = 'airtable' and q.company_id = ${companyId}
      and q.lead_id = i.lead_id and q.sender_key = i.sender_key and q.status = 'QUEUED' and q.channel = 'linkedin'
      and not q.paused and not q.is_answer and q.due_sort_key <= ${now}`);
  return db.run(sql`
    insert into invitations (company_id, lead_id, connected_with, status, queued_at, channel, created_at, updated_at)
    select distinct on (q.lead_id, q.sender_key) q.company_id, q.lead_id, q.message_flow, 'QUEUED', ${now}::timestamptz,
      'linkedin', ${now}::timestamptz, ${now}::timestamptz
    from queue_items q join leads l on l.company_id = q.company_id and l.id = q.lead_id
    where q.company_id = ${companyId} and q.status = 'QUEUED' and q.channel = 'linkedin' and not q.is_answer and not q.paused
      and q.remote_status is null and q.cancel_requested_at is null and q.due_sort_key <= ${now} and ${CONTACTABLE}
      and not ${isRelation(sql`q.company_id`, sql`q.sender_key`, sql`q.lead_id`)}
      and not exists (select from invitations i
        where i.company_id = q.company_id and i.lead_id = q.lead_id and i.sender_key = q.sender_key
          and not (${hasConnectionEnded(sql`i`)} and coalesce(i.accepted_at, i.created_at)
            < ${now}::timestamptz - make_interval(days => ${REINVITE_AFTER_DAYS})))
      and exists (select from sender_names n join linkedin_accounts a on a.company_id = n.company_id and a.sender_id = n.sender_id
        where n.company_id = q.company_id and n.name_key = q.sender_key and a.relations_read_at is not null)
    order by q.lead_id, q.sender_key, q.due_sort_key`);
};

/** The senders with an account that works and an invitation to send. */
export const findInvitingSenders = async ({ db, companyId }: Scope, now: Date): Promise<string[]> => {
  const found = await db.rows<{ id: string }>(sql`
    select s.id from senders s join linkedin_accounts a on a.company_id = s.company_id and a.sender_id = s.id
    where s.company_id = ${companyId} and a.status = 'ok' and a.relations_read_at is not null
      and (s.next_invitation_at is null or s.next_invitation_at <= ${now})
      and exists (select from sender_names n join invitations i on i.company_id = n.company_id and i.sender_key = n.name_key
        where n.company_id = s.company_id and n.sender_id = s.id and i.status = 'QUEUED' and i.channel = 'linkedin'
          and i.claimed_at is null)
    order by s.id`);
  return found.map(({ id }) => id);
};

export interface InvitationRow {
  id: string;
  leadId: string;
  accountId: string;
  gatewayAccountId: string;
  accountStatus: AccountRow["status"];
  providerId: string | null;
  linkedInUrl: string | null;
  claimedAt: Date | null;
}

const INVITATION = sql`
  i.id, i.lead_id as "leadId", a.id as "accountId", a.gateway_account_id as "gatewayAccountId",
  a.status as "accountStatus", coalesce(c.provider_id, l.provider_id) as "providerId", l.linkedin_url as "linkedInUrl", i.claimed_at as "claimedAt"`;
const FROM_INVITATIONS = sql`
  from invitations i join leads l on l.company_id = i.company_id and l.id = i.lead_id
    join sender_names n on n.company_id = i.company_id and n.name_key = i.sender_key
    join linkedin_accounts a on a.company_id = n.company_id and a.sender_id = n.sender_id
    left join linkedin_conversations c on c.company_id = i.company_id and c.account_id = a.id and c.lead_id = i.lead_id`;

/** The first in the queue of a sender. */
export const findNextInvitation = ({ db, companyId }: Scope, senderId: string): Promise<InvitationRow | undefined> =>
  db.row(sql`
    select ${INVITATION} ${FROM_INVITATIONS}
    where i.company_id = ${companyId} and a.sender_id = ${senderId} and i.status = 'QUEUED' and i.channel = 'linkedin'
      and i.claimed_at is null
    order by i.queued_at, i.id limit 1`);

/** Claimed invitations without an outcome: the answer was lost, or the process died. */
export const findClaimedInvitations = ({ db, companyId }: Scope, before: Date): Promise<InvitationRow[]> =>
  db.rows(sql`
    select ${INVITATION} ${FROM_INVITATIONS}
    where i.company_id = ${companyId} and i.status = 'QUEUED' and i.channel = 'linkedin' and i.claimed_at < ${before}
    order by i.claimed_at`);

export const claimInvitation = ({ db, companyId }: Scope, id: string, at: Date): Promise<number> =>
  db.run(sql`
    update invitations set claimed_at = ${at}, problem = null, updated_at = ${at}
    where company_id = ${companyId} and id = ${id} and status = 'QUEUED' and claimed_at is null`);

export const releaseInvitation = ({ db, companyId }: Scope, id: string, problem: string, at: Date): Promise<number> =>
  db.run(sql`
    update invitations set claimed_at = null, problem = ${problem}, updated_at = ${at}
    where company_id = ${companyId} and id = ${id} and status = 'QUEUED'`);

/** Releases it; returns how often the person could not be looked up. */
export const countFailedLookup = async (
  { db, companyId }: Scope,
  id: string,
  problem: string,
  at: Date,
): Promise<number> => {
  const found = await db.row<{ count: number }>(sql`
    update invitations set claimed_at = null, failed_lookups = failed_lookups + 1, problem = ${problem}, updated_at = ${at}
    where company_id = ${companyId} and id = ${id} and status = 'QUEUED' returning failed_lookups as count`);
  return found?.count ?? 0;
};

export const markInvited = (
  { db, companyId }: Scope,
  id: string,
  { gatewayId, at }: { gatewayId: string | null; at: Date },
): Promise<number> =>
  db.run(sql`
    update invitations set status = 'SENT', invited_at = coalesce(claimed_at, ${at}), gateway_id = ${gatewayId},
      claimed_at = null, problem = null, updated_at = ${at}
    where company_id = ${companyId} and id = ${id} and status = 'QUEUED'`);

/** An invitation that was not sent or not accepted leaves the queue. */
export const endInvitation = (
  { db, companyId }: Scope,
  id: string,
  { outcome, problem }: { outcome: "ignored" | "withdrawn" | "refused" | "unknown"; problem: string | null },
  at: Date,
): Promise<number> =>
  db.run(sql`
    update invitations set status = 'ON_HOLD', outcome = ${outcome}, outcome_at = ${at}, problem = ${problem}, claimed_at = null,
      updated_at = ${at}
    where company_id = ${companyId} and id = ${id} and status in ('QUEUED', 'SENT')`);

/** The company's own automation sends it: nothing that we store would stop it. */
export const isOfAutomation = (invitation: Sql): Sql => sql`(${invitation}.channel = 'airtable' and exists (
  select from companies co where co.id = ${invitation}.company_id and co.delivery_channel <> 'linkedin'))`;

export type ChosenInvitations = { leadIds: readonly string[] } | { invitationIds: readonly string[] };

/** Of a lead, only those that wait: an invitation that has ended is put back by its own id. */
const isChosen = (chosen: ChosenInvitations, i: Sql = sql`i`): Sql =>
  "leadIds" in chosen
    ? sql`${i}.lead_id = any (${chosen.leadIds}::uuid[]) and ${i}.outcome is null`
    : sql`${i}.id = any (${chosen.invitationIds}::uuid[]) and coalesce(${i}.outcome, '') not in ('withdrawn', 'refused')`;

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
      and i.status = ${isOnHold ? "QUEUED" : "ON_HOLD"} and (${isOnHold} or not exists (
        select from invitations o where o.company_id = i.company_id and o.lead_id = i.lead_id and o.sender_key = i.sender_key
          and o.id <> i.id and (o.status in ('QUEUED', 'SENT') or o.status = 'ON_HOLD' and o.id > i.id and ${isChosen(chosen, sql`o`)})))`);

export interface SentInvitation {
  id: string;
  leadId: string;
  gatewayId: string | null;
  providerId: string | null;
  isExpired: boolean;
}

/** The invitations of an account that we sent and that have no response. */
export const findSentInvitations = (
  { db, companyId }: Scope,
  accountId: string,
  now: Date,
): Promise<SentInvitation[]> =>
  db.rows(sql`
    select i.id, i.lead_id as "leadId", i.gateway_id as "gatewayId", coalesce(c.provider_id, l.provider_id) as "providerId",
      i.invited_at < ${now}::timestamptz - make_interval(days => co.withdraw_invitations_after) as "isExpired"
    ${FROM_INVITATIONS} join companies co on co.id = i.company_id
    where i.company_id = ${companyId} and a.id = ${accountId} and i.status = 'SENT' and i.channel = 'linkedin'
      and i.invited_at < ${now}::timestamptz - interval '1 hour'
    order by i.invited_at`);

export const insertRelation = (
  { db, companyId }: Scope,
  accountId: string,
  leadId: string,
  at: Date,
): Promise<number> =>
  db.run(sql`
    insert into linkedin_relations (company_id, account_id, lead_id, since) values (${companyId}, ${accountId}, ${leadId}, ${at})
    on conflict do nothing`);

export const storeNextInvitation = ({ db, companyId }: Scope, senderId: string, at: Date): Promise<number> =>
  db.run(sql`update senders set next_invitation_at = ${at} where company_id = ${companyId} and id = ${senderId}`);

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
