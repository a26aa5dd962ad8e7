import type { Scope } from "#platform/database/scope.ts";
import { type Sql, sql } from "#platform/database/sql.ts";
import { isPartListedIn, isSameSender } from "#platform/database/sql-expressions.ts";
import type { AccountRow } from "../accounts/accounts.queries.ts";

export const isRelation = (companyId: Sql, senderKey: Sql, leadId: Sql): Sql => sql`exists (
  select from relations_of_senders r where r.company_id = ${companyId} and r.sender_key = ${senderKey} and r.lead_id = ${leadId})`;

/** An accepted invitation of a person who is no longer among the relations that were read: they have ended the connection. */
const hasConnectionEnded = (invitation: Sql): Sql => sql`(${invitation}.status = 'ACCEPTED' and exists (
    select from sender_names n join linkedin_accounts a on a.company_id = n.company_id and a.sender_id = n.sender_id
    where n.company_id = ${invitation}.company_id and n.name_key = ${invitation}.sender_key and a.relations_read_at is not null)
  and not ${isRelation(sql`${invitation}.company_id`, sql`${invitation}.sender_key`, sql`${invitation}.lead_id`)})`;

/** The sender has an invitation of this lead that waits, was sent or was accepted. */
export const isInvited = (companyId: Sql, senderKey: Sql, leadId: Sql): Sql => sql`exists (
  select from invitations i where i.company_id = ${companyId} and i.lead_id = ${leadId}
    and ${isSameSender(sql`i.company_id`, sql`i.sender_key`, senderKey)} and i.outcome is null and not ${hasConnectionEnded(sql`i`)})`;

/** Whoever adds invitations checks first who has one: one transaction at a time, so that nobody is invited twice. */
export const lockInvitationQueue = ({ db, companyId }: Scope): Promise<number> =>
  db.run(sql`select pg_advisory_xact_lock(hashtextextended(${`invitations ${companyId}`}, 0))`);

/** LinkedIn may report an acceptance and leave the person out of the relations: no new invitation every few minutes then. */
const REINVITE_AFTER_DAYS = 7;

/** The due parts (`q`) for which the sender (`n`) may invite the lead: nothing but the connection is missing. */
const partsWithoutConnection = (companyId: string, now: Date): Sql => sql`
  queue_items q join leads l on l.company_id = q.company_id and l.id = q.lead_id
    join sender_names n on n.company_id = q.company_id and n.name_key = q.sender_key
    join linkedin_accounts a on a.company_id = n.company_id and a.sender_id = n.sender_id and a.relations_read_at is not null
  where q.company_id = ${companyId} and q.status = 'QUEUED' and q.channel = 'linkedin' and not q.is_answer and not q.paused
    and q.remote_status is null and q.cancel_requested_at is null and q.due_sort_key <= ${now}
    and may_be_contacted(l.classification, l.deleted_at, l.erased)
    and not ${isPartListedIn(sql`rows_deleted_in_airtable`, companyId)}
    and not ${isPartListedIn(sql`rows_refused_from_airtable`, companyId)}
    and not ${isRelation(sql`q.company_id`, sql`q.sender_key`, sql`q.lead_id`)}`;

/**
 * Messages to leads who are no relations yet: each gets an invitation first. After one that was refused, withdrawn or not
 * accepted, only a user invites again.
 */
export const inviteWaitingLeads = async ({ db, companyId }: Scope, now: Date): Promise<number> => {
  // An invitation that the company's automation had queued is ours now: the message waits for it.
  await db.run(sql`
    update invitations i set channel = 'linkedin', updated_at = ${now}
    where i.company_id = ${companyId} and i.status = 'QUEUED' and i.channel = 'airtable' and exists (
      select from ${partsWithoutConnection(companyId, now)}
        and q.lead_id = i.lead_id and ${isSameSender(sql`i.company_id`, sql`i.sender_key`, sql`q.sender_key`)})`);
  return db.run(sql`
    insert into invitations (company_id, lead_id, connected_with, status, queued_at, channel, created_at, updated_at)
    select distinct on (q.lead_id, n.sender_id) q.company_id, q.lead_id, q.message_flow, 'QUEUED', ${now}::timestamptz,
      'linkedin', ${now}::timestamptz, ${now}::timestamptz
    from ${partsWithoutConnection(companyId, now)}
      and not exists (select from invitations i
        where i.company_id = q.company_id and i.lead_id = q.lead_id
          and ${isSameSender(sql`i.company_id`, sql`i.sender_key`, sql`q.sender_key`)}
          and not (${hasConnectionEnded(sql`i`)} and coalesce(i.accepted_at, i.created_at)
            < ${now}::timestamptz - make_interval(days => ${REINVITE_AFTER_DAYS})))
    order by q.lead_id, n.sender_id, q.due_sort_key`);
};

/**
 * The lead of an invitation (`i`) was deleted in Airtable, and an admin has to decide first whether it is deleted here too. Or a
 * change from Airtable could not be stored here: it may be one that forbids contact.
 */
const isHeldByAirtable = (companyId: string): Sql => {
  const listed = (view: Sql): Sql =>
    sql`(select d.local_id from ${view} d where d.company_id = ${companyId} and d.table_name = 'leads')`;
  return sql`coalesce(i.lead_id in ${listed(sql`rows_deleted_in_airtable`)}
    or i.lead_id in ${listed(sql`rows_refused_from_airtable`)}, false)`;
};

/** The senders with an account that works and an invitation to send. */
export const findInvitingSenders = async ({ db, companyId }: Scope, now: Date): Promise<string[]> => {
  const found = await db.rows<{ id: string }>(sql`
    select s.id from senders s join linkedin_accounts a on a.company_id = s.company_id and a.sender_id = s.id
    where s.company_id = ${companyId} and a.status = 'ok' and a.relations_read_at is not null
      and (s.next_invitation_at is null or s.next_invitation_at <= ${now})
      and exists (select from sender_names n join invitations i on i.company_id = n.company_id and i.sender_key = n.name_key
        where n.company_id = s.company_id and n.sender_id = s.id and i.status = 'QUEUED' and i.channel = 'linkedin'
          and i.claimed_at is null and not ${isHeldByAirtable(companyId)})
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
      and i.claimed_at is null and not ${isHeldByAirtable(companyId)}
    order by i.queued_at, i.id limit 1`);

/** Claimed invitations without an outcome: the answer was lost, or the process died. */
export const findClaimedInvitations = ({ db, companyId }: Scope, before: Date): Promise<InvitationRow[]> =>
  db.rows(sql`
    select ${INVITATION} ${FROM_INVITATIONS}
    where i.company_id = ${companyId} and i.status = 'QUEUED' and i.channel = 'linkedin' and i.claimed_at < ${before}
    order by i.claimed_at`);

/** Ends claimed invitations of senders without an account as unknown: nobody can be asked whether they went out. */
export const endInvitationsWithoutAccount = (
  { db, companyId }: Scope,
  { claimedBefore, problem, at }: { claimedBefore: Date; problem: string; at: Date },
): Promise<number> =>
  db.run(sql`
    update invitations i set status = 'ON_HOLD', outcome = 'unknown', outcome_at = ${at}, problem = ${problem}, claimed_at = null,
      updated_at = ${at}
    where i.company_id = ${companyId} and i.status = 'QUEUED' and i.channel = 'linkedin' and i.claimed_at < ${claimedBefore}
      and not exists (select from sender_names n join linkedin_accounts a on a.company_id = n.company_id and a.sender_id = n.sender_id
        where n.company_id = i.company_id and n.name_key = i.sender_key)`);

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

export interface SentInvitation {
  id: string;
  leadId: string;
  gatewayId: string | null;
  providerId: string | null;
  isExpired: boolean;
}

/**
 * The invitations of an account that we sent and that have no response. Not those of the last hour: the list of pending ones, with
 * which they are compared, may not have them yet.
 */
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
    order by i.updated_at, i.invited_at`);

/** Puts it behind the others that are to be withdrawn: they are read in the order of `updated_at`. */
export const postponeWithdrawal = ({ db, companyId }: Scope, id: string, at: Date): Promise<number> =>
  db.run(sql`update invitations set updated_at = ${at} where company_id = ${companyId} and id = ${id}`);

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
