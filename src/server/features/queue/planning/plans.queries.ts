import type { Wait } from "#contract/queue.ts";
import type { Scope } from "#platform/database/scope.ts";
import { prepared, type Sql, sql } from "#platform/database/sql.ts";

export interface PastMessage {
  kind: "message";
  at: Date;
  isSending: boolean;
}

const ofSender = ({ companyId }: Scope, senderId: string): Sql => sql`
  company_id = ${companyId} and sender_key = any (array(
    select name_key from sender_names where company_id = ${companyId} and sender_id = ${senderId}))`;

/**
 * Messages that count against the caps, including one that is being sent and one whose outcome is unknown, also if a user cancelled
 * it since. Answers do not count, except while they are being sent: a sender sends one message at a time.
 */
export const selectPastMessages = (scope: Scope, senderId: string, since: Date): Sql =>
  prepared(sql`
    select 'message' as kind, sent_sort_key as at, false as "isSending" from queue_items
    where ${ofSender(scope, senderId)} and status = 'SENT' and sent_sort_key >= ${since} and not is_answer
    union all
    select 'message', coalesce(claimed_at, updated_at), true from queue_items
    where ${ofSender(scope, senderId)} and status = 'SENDING'
    union all
    select 'message', claimed_at, false from queue_items
    where ${ofSender(scope, senderId)} and status = 'ERROR' and claimed_at >= ${since} and not is_answer
    union all
    select 'message', claimed_at, false from queue_items
    where ${ofSender(scope, senderId)} and status = 'CANCELLED' and claimed_at >= ${since} and not is_answer`);

/** Invitations that count against the caps: also those that somebody sent by hand, and those in flight. */
export const findPastInvitations = (
  scope: Scope,
  senderId: string,
  since: Date,
): Promise<{ kind: "invitation"; at: Date }[]> =>
  scope.db.rows(sql`
    select 'invitation' as kind, invited_at as at from invitations
    where ${ofSender(scope, senderId)} and invited_at >= ${since}
    union all
    select 'invitation', claimed_at from invitations
    where ${ofSender(scope, senderId)} and status = 'QUEUED' and channel = 'linkedin' and claimed_at >= ${since}`);

/** The queue of invitations that we send for a sender. */
export const findQueuedInvitations = ({ db, companyId }: Scope, nameKeys: readonly string[], limit: number) =>
  db.rows<{
    id: string;
    leadId: string | null;
    fullName: string | null;
    queuedAt: Date | null;
    isDeletedInAirtable: boolean;
    isRefusedFromAirtable: boolean;
  }>(sql`
    select i.id, i.lead_id as "leadId", l.full_name as "fullName", i.queued_at as "queuedAt",
      coalesce(i.lead_id in (select d.local_id from rows_deleted_in_airtable d
        where d.company_id = ${companyId} and d.table_name = 'leads'), false) as "isDeletedInAirtable",
      coalesce(i.lead_id in (select d.local_id from rows_refused_from_airtable d
        where d.company_id = ${companyId} and d.table_name = 'leads'), false) as "isRefusedFromAirtable"
    from invitations i left join leads l on l.company_id = i.company_id and l.id = i.lead_id
    where i.company_id = ${companyId} and i.sender_key = any (${nameKeys}::text[]) and i.status = 'QUEUED'
      and i.channel = 'linkedin' and i.claimed_at is null
    order by i.queued_at, i.id limit ${limit}`);

export const findPlanChanges = async ({ db, companyId }: Scope, nameKeys: readonly string[]): Promise<string[]> => {
  const found = await db.rows<{ id: string }>(sql`
    select id from plan_changes where company_id = ${companyId} and sender_key = any (${nameKeys}::text[])`);
  return found.map(({ id }) => id);
};

export const deletePlanChanges = ({ db, companyId }: Scope, ids: readonly string[]): Promise<number> =>
  db.run(sql`delete from plan_changes where company_id = ${companyId} and id = any (${ids}::bigint[])`);

export interface StoredPlan {
  id: string;
  plannedAt: Date | null;
  waitsFor: Wait | null;
}

/** A plan that moves by less than a minute is not written: nobody would see it. */
export const upsertPlans = ({ db, companyId }: Scope, plans: readonly StoredPlan[]): Promise<number> =>
  db.run(sql`
    insert into queue_plans as p (company_id, queue_item_id, planned_at, waits_for)
    select ${companyId}, id, "plannedAt", "waitsFor" from json_to_recordset(${JSON.stringify(plans)})
      as plan (id uuid, "plannedAt" timestamptz, "waitsFor" json)
    on conflict (company_id, queue_item_id) do update
    set planned_at = excluded.planned_at, waits_for = excluded.waits_for
    where (p.waits_for::text, p.planned_at is null) is distinct from (excluded.waits_for::text, excluded.planned_at is null)
      or abs(extract(epoch from p.planned_at - excluded.planned_at)) >= 60`);

/** The dates of a sender's parts, sent or queued, through any channel, without the queued parts of this message. */
export const findTakenDates = async (
  { db, companyId }: Scope,
  nameKeys: readonly string[],
  { since, exceptMessageId }: { since: Date; exceptMessageId: string },
): Promise<Date[]> => {
  const found = await db.rows<{ at: Date }>(sql`
    select date_due as at from queue_items
    where company_id = ${companyId} and sender_key = any (${nameKeys}::text[]) and status = 'QUEUED' and due_sort_key >= ${since}
      and date_due is not null and message_id is distinct from ${exceptMessageId}
    union all
    select sent_sort_key from queue_items
    where company_id = ${companyId} and sender_key = any (${nameKeys}::text[]) and status = 'SENT' and sent_sort_key >= ${since}`);
  return found.map(({ at }) => at);
};
