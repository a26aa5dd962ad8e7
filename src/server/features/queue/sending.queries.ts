import type { Channel } from "#contract/queue.ts";
import type { PlatformScope, Scope } from "#platform/database/scope.ts";
import { prepared, type Sql, sql } from "#platform/database/sql.ts";
import { isoTime } from "#platform/database/sql-expressions.ts";

/**
 * The senders with a due part for this channel whose spacing and idle time have ended, and those with a due answer or part to send now,
 * which wait for neither. The latter first, then the sender whose part is due longest. Two index lookups per name of a sender, because a
 * sender may have thousands of due parts.
 */
export const findDueSenders = async ({ db, companyId }: Scope, channel: Channel, now: Date): Promise<string[]> => {
  const firstDue = (condition: Sql): Sql => sql`
    (select q.due_sort_key, q.send_now or q.is_answer as is_urgent from queue_items q
    where q.company_id = n.company_id and q.sender_key = n.name_key and q.status = 'QUEUED' and q.channel = ${channel}
      and not q.paused and q.remote_status is null and q.cancel_requested_at is null and q.due_sort_key <= ${now} and ${condition}
    order by q.due_sort_key limit 1)`;
  const found = await db.rows<{ id: string }>(
    prepared(sql`
    select s.id from senders s join sender_names n on n.company_id = s.company_id and n.sender_id = s.id
    cross join lateral (
      ${firstDue(sql`coalesce(greatest(s.next_message_at, s.idle_until) <= ${now}, true)`)} union all ${firstDue(sql`(q.send_now or q.is_answer)`)}
    ) due
    where s.company_id = ${companyId} group by s.id order by bool_or(due.is_urgent) desc, min(due.due_sort_key), s.id`),
  );
  return found.map(({ id }) => id);
};

export const readDatabaseClock = async ({ db }: PlatformScope): Promise<Date> => {
  const found = await db.row<{ at: Date }>(sql`select clock_timestamp() as at`);
  return found?.at ?? new Date();
};

/** Serialises the parts of one message. */
export const lockMessageRow = ({ db, companyId }: Scope, id: string): Promise<number> =>
  db.run(sql`select from messages where company_id = ${companyId} and id = ${id} for no key update`);

/** A part that one worker has claimed for sending. */
export interface ClaimedPart {
  id: string;
  claimId: string;
  leadId: string | null;
  messageId: string | null;
  name: string;
  text: string;
  messageFlow: string | null;
  dateDue: string | null;
  providerId: string | null;
  fullName: string | null;
  linkedInUrl: string | null;
}

const CLAIMED_COLUMNS = sql`
  q.id, q.claim_id as "claimId", q.lead_id as "leadId", q.message_id as "messageId", q.message_name as name, q.text,
  q.message_flow as "messageFlow", ${isoTime(sql`q.date_due`)} as "dateDue"`;

/** The conditional update that makes sure that a part is sent once. */
export const claimPart = (
  { db, companyId }: Scope,
  id: string,
  claimId: string,
  now: Date,
): Promise<ClaimedPart | undefined> =>
  db.row(sql`
    with claimed as (
      update queue_items q set status = 'SENDING', claim_id = ${claimId}, claimed_at = ${now}, updated_at = ${now}
      where q.company_id = ${companyId} and q.id = ${id} and q.status = 'QUEUED' and q.remote_status is null and q.cancel_requested_at is null and not q.paused and q.due_sort_key <= ${now}
        and not exists (select from queue_items o where o.company_id = q.company_id and o.message_id = q.message_id
          and o.status = 'SENDING')
      returning ${CLAIMED_COLUMNS})
    select c.*, l.provider_id as "providerId", l.full_name as "fullName", l.linkedin_url as "linkedInUrl"
    from claimed c left join leads l on l.company_id = ${companyId} and l.id = c."leadId"`);

export const insertAttempt = (
  { db, companyId }: Scope,
  { id }: ClaimedPart,
  channel: string,
  now: Date,
): Promise<number> =>
  db.run(sql`
    insert into delivery_attempts (company_id, queue_item_id, channel, started_at)
    values (${companyId}, ${id}, ${channel}, ${now})`);

/** Cancels a queued part that may no longer be sent, for example because its lead may not be contacted. */
export const withdrawPart = ({ db, companyId }: Scope, id: string, problem: string, now: Date): Promise<number> =>
  db.run(sql`
    update queue_items set status = 'CANCELLED', problem = ${problem}, updated_at = ${now}
    where company_id = ${companyId} and id = ${id} and status = 'QUEUED'`);

export type SettledStatus = "SENT" | "ERROR" | "QUEUED" | "CANCELLED";

/**
 * Stores the outcome of a claimed part. A part that was parked with an unknown outcome can still be settled by its claim, unless a user
 * has decided about it: then it is queued without a claim, or cancelled. A part that was certainly not sent (`isUnsent`) loses the time
 * of its claim, which would count against the caps and delay the next message to the lead, and is cancelled if a user has requested that
 * meanwhile. A part that may have been sent keeps the request for its cancellation, so that it is not retried. A user's pause stays on a
 * part that returns to the queue. Returns the new status.
 */
export const settlePart = (
  { db, companyId }: Scope,
  { id, claimId }: ClaimedPart,
  result: { status: "SENT" | "ERROR" | "QUEUED"; problem: string | null; isUnsent: boolean },
  now: Date,
): Promise<{ status: SettledStatus } | undefined> =>
  db.row(sql`
    update queue_items set problem = ${result.problem}, updated_at = ${now},
      status = case when ${result.isUnsent}::boolean and cancel_requested_at is not null then 'CANCELLED' else ${result.status}::text end,
      cancel_requested_at = case when ${result.status}::text = 'ERROR' and not ${result.isUnsent}::boolean then cancel_requested_at end,
      paused = paused and ${result.status}::text = 'QUEUED',
      paused_by = case when ${result.status}::text = 'QUEUED' then paused_by end,
      due_before_pause = case when ${result.status}::text = 'QUEUED' then due_before_pause end,
      date_sent = case when ${result.status}::text = 'SENT' then ${now}::timestamptz end,
      claim_id = case when ${result.status}::text = 'QUEUED' then null else claim_id end,
      claimed_at = case when not ${result.isUnsent}::boolean then claimed_at end
    where company_id = ${companyId} and id = ${id} and claim_id = ${claimId} and status in ('SENDING', 'ERROR')
    returning status`);

export type DeliveryOutcome = "accepted" | "refused" | "unknown" | "not_sent";

export const finishAttempt = (
  { db, companyId }: Scope,
  { id }: ClaimedPart,
  outcome: DeliveryOutcome,
  detail: string | null,
  now: Date,
): Promise<number> =>
  db.run(sql`
    update delivery_attempts set finished_at = ${now}, outcome = ${outcome}, detail = ${detail}
    where company_id = ${companyId} and queue_item_id = ${id} and id = (
      select a.id from delivery_attempts a where a.company_id = ${companyId} and a.queue_item_id = ${id}
      order by a.started_at desc, a.id desc limit 1)`);

/** Parts claimed before this moment and never settled: their worker died, and whether they were sent is unknown. */
export const findStaleParts = ({ db, companyId }: Scope, before: Date): Promise<ClaimedPart[]> =>
  db.rows(sql`
    select ${CLAIMED_COLUMNS}, l.provider_id as "providerId", l.full_name as "fullName", l.linkedin_url as "linkedInUrl"
    from queue_items q left join leads l on l.company_id = q.company_id and l.id = q.lead_id
    where q.company_id = ${companyId} and q.status = 'SENDING' and q.claimed_at < ${before} order by q.claimed_at`);

/** The latest finished attempts of a channel, the newest first. */
export const findRecentAttempts = (
  { db, companyId }: Scope,
  channel: Channel,
  limit: number,
): Promise<{ outcome: DeliveryOutcome; finishedAt: Date }[]> =>
  db.rows(sql`
    select outcome, finished_at as "finishedAt" from delivery_attempts
    where company_id = ${companyId} and channel = ${channel} and outcome is not null order by started_at desc limit ${limit}`);

export const lockPartsWithoutLead = (
  { db, companyId }: Scope,
  now: Date,
  createdBefore: Date,
): Promise<{ id: string }[]> =>
  db.rows(sql`
    select id from queue_items
    where company_id = ${companyId} and status = 'QUEUED' and lead_id is null and due_sort_key <= ${now}
      and created_at <= ${createdBefore} order by id for no key update`);
