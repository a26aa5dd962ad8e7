import type { Scope } from "#platform/database/scope.ts";
import { sql } from "#platform/database/sql.ts";
import type { Relation } from "../gateway/gateway.ts";

/**
 * Stores those of these relations who are leads; returns the leads that were not known as relations. A lead is also recognised by the
 * provider id in its conversation, which was looked up when it was invited or written to. Three index lookups per relation: one
 * condition with `or` would compare each of them with all leads.
 */
export const insertRelations = (
  { db, companyId }: Scope,
  accountId: string,
  relations: readonly Relation[],
): Promise<{ leadId: string; since: Date | null }[]> =>
  db.rows(sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(relations)})
        as given ("providerId" text, "publicIdentifier" text, at timestamptz)
    ), matching as (
      select distinct on (l.id) l.id, given.at from given cross join lateral (
        select id from leads where company_id = ${companyId} and provider_id = given."providerId"
          and deleted_at is null and not erased
        union all
        select id from leads where company_id = ${companyId}
          and profile_key = profile_key('linkedin.com/in/' || nullif(given."publicIdentifier", ''))
          and deleted_at is null and not erased
        union all
        select known.id from linkedin_conversations c join leads known on known.company_id = c.company_id and known.id = c.lead_id
        where c.company_id = ${companyId} and c.provider_id = given."providerId"
          and known.deleted_at is null and not known.erased) l
      order by l.id)
    insert into linkedin_relations (company_id, account_id, lead_id, since)
    select ${companyId}, ${accountId}, id, at from matching
    on conflict do nothing returning lead_id as "leadId", since`);

export const deleteRelation = ({ db, companyId }: Scope, accountId: string, leadId: string): Promise<number> =>
  db.run(sql`
    delete from linkedin_relations where company_id = ${companyId} and account_id = ${accountId} and lead_id = ${leadId}`);

/** After the first time, what waited for it gets another plan; returns whether it was the first. */
export const markRelationsRead = async ({ db, companyId }: Scope, accountId: string, at: Date): Promise<boolean> => {
  const outdated = await db.run(sql`
    update senders s set plans_valid_until = null from linkedin_accounts a
    where s.company_id = ${companyId} and a.company_id = ${companyId} and a.id = ${accountId} and s.id = a.sender_id
      and a.relations_read_at is null`);
  await db.run(sql`
    update linkedin_accounts set relations_read_at = ${at}, relations_failed_at = null
    where company_id = ${companyId} and id = ${accountId}`);
  return outdated > 0;
};

export const markRelationsFailed = ({ db, companyId }: Scope, accountId: string, at: Date): Promise<number> =>
  db.run(
    sql`update linkedin_accounts set relations_failed_at = ${at} where company_id = ${companyId} and id = ${accountId}`,
  );

/** The invitations of this sender to these leads become accepted. Returns how many. */
export const acceptInvitations = (
  { db, companyId }: Scope,
  accountId: string,
  leadIds: readonly string[],
  at: Date,
): Promise<number> =>
  db.run(sql`
    update invitations i set status = 'ACCEPTED', accepted_at = ${at}, updated_at = ${at}
    from linkedin_accounts a join sender_names n on n.company_id = a.company_id and n.sender_id = a.sender_id
    where i.company_id = ${companyId} and a.company_id = ${companyId} and a.id = ${accountId}
      and n.name_key = sender_key(i.connected_with) and i.lead_id = any (${leadIds}::uuid[]) and i.accepted_at is null`);

export interface WaitingPart {
  id: string;
  messageId: string;
  messageFlow: string | null;
  name: string;
  due: Date;
}

/** The queued parts of this sender to these leads, of messages whose first date has passed, in the order of their dates. */
export const lockOverdueParts = ({ db, companyId }: Scope, accountId: string, leadIds: readonly string[], now: Date) =>
  db.rows<WaitingPart>(sql`
    select q.id, q.message_id as "messageId", q.message_flow as "messageFlow", q.message_name as name, q.date_due as due
    from queue_items q
    where q.company_id = ${companyId} and q.lead_id = any (${leadIds}::uuid[]) and q.status = 'QUEUED' and q.channel = 'linkedin'
      and q.sender_key in (
        select n.name_key from linkedin_accounts a join sender_names n on n.company_id = a.company_id and n.sender_id = a.sender_id
        where a.company_id = ${companyId} and a.id = ${accountId})
      and q.date_due is not null and exists (
        select from queue_items o where o.company_id = q.company_id and o.message_id = q.message_id and o.status = 'QUEUED'
          and o.channel = 'linkedin' and o.date_due < ${now})
    order by q.date_due, q.id for no key update of q`);

/** A user's "now" was before the acceptance: it does not count any more. */
export const moveWaitingParts = (
  { db, companyId }: Scope,
  parts: readonly Pick<WaitingPart, "id" | "due">[],
  now: Date,
): Promise<number> =>
  db.run(sql`
    update queue_items q set date_due = moved.due, send_now = false, updated_at = ${now}
    from unnest(${parts.map(({ id }) => id)}::uuid[], ${parts.map(({ due }) => due)}::timestamptz[]) as moved (id, due)
    where q.company_id = ${companyId} and q.id = moved.id`);

/** The plans of parts to these leads are out of date: they no longer wait for an acceptance. */
export const invalidatePlansOfLeads = ({ db, companyId }: Scope, leadIds: readonly string[]): Promise<number> =>
  db.run(sql`
    insert into plan_changes (company_id, sender_key) select distinct company_id, sender_key from queue_items
    where company_id = ${companyId} and lead_id = any (${leadIds}::uuid[]) and status = 'QUEUED'`);
