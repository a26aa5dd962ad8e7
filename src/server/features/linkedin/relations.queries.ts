import type { Scope } from "#platform/database/scope.ts";
import { sql } from "#platform/database/sql.ts";
import type { Relation } from "./gateway.ts";

/** Stores those of these relations who are leads; returns the leads that were not known as relations. */
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
      select distinct on (l.id) l.id, given.at from leads l join given
        on l.provider_id = given."providerId"
          or (given."publicIdentifier" <> '' and lower(split_part(rtrim(split_part(l.linkedin_url, '?', 1), '/'), '/in/', 2)) = lower(given."publicIdentifier"))
      where l.company_id = ${companyId} and l.deleted_at is null and not l.erased order by l.id)
    insert into linkedin_relations (company_id, account_id, lead_id, since)
    select ${companyId}, ${accountId}, id, at from matching
    on conflict do nothing returning lead_id as "leadId", since`);

export const deleteRelation = ({ db, companyId }: Scope, accountId: string, leadId: string): Promise<number> =>
  db.run(sql`
    delete from linkedin_relations where company_id = ${companyId} and account_id = ${accountId} and lead_id = ${leadId}`);

export const storeRelationsRead = ({ db, companyId }: Scope, accountId: string, at: Date): Promise<number> =>
  db.run(
    sql`update linkedin_accounts set relations_read_at = ${at} where company_id = ${companyId} and id = ${accountId}`,
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

/** The parts that waited for the acceptance count from it: the first is due now, and the others keep their distance. */
export const shiftWaitingParts = ({ db, companyId }: Scope, leadIds: readonly string[], now: Date): Promise<number> =>
  db.run(sql`
    with first as (
      select message_id, min(date_due) as due from queue_items
      where company_id = ${companyId} and lead_id = any (${leadIds}::uuid[]) and status = 'QUEUED' and channel = 'linkedin'
        and date_due is not null and message_id is not null
      group by message_id having min(date_due) < ${now})
    update queue_items q set date_due = q.date_due + (${now}::timestamptz - first.due), updated_at = ${now} from first
    where q.company_id = ${companyId} and q.message_id = first.message_id and q.status = 'QUEUED' and q.channel = 'linkedin'`);

/** The plans of parts to these leads are out of date: they no longer wait for an acceptance. */
export const outdatePlansOfLeads = ({ db, companyId }: Scope, leadIds: readonly string[]): Promise<number> =>
  db.run(sql`
    insert into plan_changes (company_id, sender_key) select distinct company_id, sender_key from queue_items
    where company_id = ${companyId} and lead_id = any (${leadIds}::uuid[]) and status = 'QUEUED'`);
