import type { MessageStatus } from "#contract/message-status.ts";
import type { Scope } from "#platform/database/scope.ts";
import { sql } from "#platform/database/sql.ts";
import type { CancelledPart, EditedPart } from "#server/features/undo/undo.service.ts";

/** The parts that a worker has claimed, or that were sent or failed. */
export const countAttempted = async ({ db, companyId }: Scope, ids: readonly string[]): Promise<number> => {
  const found = await db.row<{ count: number }>(sql`
    select count(*)::int as count from queue_items
    where company_id = ${companyId} and id = any (${ids}::uuid[]) and status in ('SENDING', 'SENT', 'ERROR')`);
  return found?.count ?? 0;
};

export interface RestoredItem extends CancelledPart {
  messageId: string | null;
  name: string;
  fullName: string | null;
}

/** Callers lock the leads first. */
export const lockMessagesOfItems = ({ db, companyId }: Scope, ids: readonly string[], messageIds: readonly string[]) =>
  db.run(sql`
    select from messages where company_id = ${companyId} and (id = any (${messageIds}::uuid[]) or id in (
      select message_id from queue_items where company_id = ${companyId} and id = any (${ids}::uuid[])))
    order by id for no key update`);

/** The messages of items that a user approved here. */
export const findMessagesOfApproved = ({ db, companyId }: Scope, ids: readonly string[]) =>
  db.rows<{ id: string; status: MessageStatus }>(sql`
    select distinct m.id, m.status from queue_items q join messages m on m.company_id = q.company_id and m.id = q.message_id
    where q.company_id = ${companyId} and q.id = any (${ids}::uuid[]) and q.approved_hash is not null`);

/**
 * Puts cancelled items back as they were. An item that changed since, was queued again or lost its approval is not among the returned
 * ones.
 */
export const restoreItems = (
  { db, companyId }: Scope,
  parts: readonly CancelledPart[],
  at: Date,
): Promise<RestoredItem[]> =>
  db.rows(sql`
    with part as (
      select * from jsonb_to_recordset(${JSON.stringify(parts)})
        as part (id uuid, status text, problem text, paused boolean)
    ), locked as (
      select q.id from queue_items q join part on part.id = q.id
      where q.company_id = ${companyId} and q.status = 'CANCELLED' and not q.approval_undone
        and not exists (select from queue_items o where o.company_id = q.company_id and o.message_id = q.message_id
          and o.message_name = q.message_name and o.status <> 'CANCELLED')
      order by q.id for no key update of q
    ), restored as (
      update queue_items q set status = part.status, problem = part.problem, paused = part.paused, updated_at = ${at}
      from locked join part using (id)
      where q.company_id = ${companyId} and q.id = locked.id and q.status = 'CANCELLED'
      returning q.id, q.lead_id, q.status, q.problem, q.paused, q.message_id as "messageId", q.message_name as name)
    select r.*, l.full_name as "fullName" from restored r
    left join leads l on l.company_id = ${companyId} and l.id = r.lead_id`);

/** Restores the approval too. False when the item was edited again, cancelled or sent since. */
export const restoreEdited = async (
  { db, companyId }: Scope,
  { id, before, after }: EditedPart,
  at: Date,
): Promise<boolean> => {
  const restored = await db.run(sql`
    update queue_items set text = ${before.text}, approved_hash = decode(${before.approvedHash}::text, 'hex'),
      approved_version = ${before.approvedVersion}, approved_by = ${before.approvedBy}, approved_at = ${before.approvedAt},
      date_due = ${before.dateDue}, send_now = ${before.sendNow},
      paused = ${before.paused}, paused_by = ${before.pausedBy}, due_before_pause = ${before.dueBeforePause}, updated_at = ${at}
    where company_id = ${companyId} and id = ${id} and status in ('QUEUED', 'ERROR') and text = ${after.text}
      and date_due is not distinct from ${after.dateDue}`);
  return restored > 0;
};

/** False when one of them was cancelled meanwhile. */
export const keepItemsInFlight = async (
  { db, companyId }: Scope,
  ids: readonly string[],
  at: Date,
): Promise<boolean> => {
  await db.run(sql`
    update queue_items set cancel_requested_at = null, updated_at = ${at}
    where company_id = ${companyId} and id = any (${ids}::uuid[]) and status in ('SENDING', 'ERROR')`);
  const cancelled = await db.row(sql`
    select from queue_items where company_id = ${companyId} and id = any (${ids}::uuid[]) and status = 'CANCELLED' limit 1`);
  return cancelled === undefined;
};

/** False when the item was cancelled or sent meanwhile. */
export const withdrawCancellationRequest = async ({ db, companyId }: Scope, id: string, at: Date): Promise<boolean> => {
  const withdrawn = await db.run(sql`
    update queue_items set cancel_requested_at = null, updated_at = ${at}
    where company_id = ${companyId} and id = ${id} and status = 'QUEUED' and cancel_requested_at is not null`);
  return withdrawn > 0;
};
