import type { Scope } from "#platform/database/scope.ts";
import { type Sql, sql } from "#platform/database/sql.ts";
import type { CancelledPart } from "#server/features/undo/undo.service.ts";

export type ItemSelector =
  | { leadIds: readonly string[] }
  /** Without the answers that users wrote. */
  | { outreachTo: readonly string[] }
  | { messageIds: readonly string[] }
  | { ids: readonly string[] };

const isSelected = (selector: ItemSelector): Sql => {
  if ("leadIds" in selector) return sql`lead_id = any (${selector.leadIds}::uuid[])`;
  if ("outreachTo" in selector) return sql`lead_id = any (${selector.outreachTo}::uuid[]) and not is_answer`;
  if ("messageIds" in selector) return sql`message_id = any (${selector.messageIds}::uuid[])`;
  return sql`id = any (${selector.ids}::uuid[])`;
};

export const markApprovalUndone = ({ db, companyId }: Scope, selector: ItemSelector): Promise<number> =>
  db.run(sql`
    update queue_items set approval_undone = true
    where company_id = ${companyId} and status = 'CANCELLED' and ${isSelected(selector)}`);

/** The response to sending the part was lost, and we still check on LinkedIn whether it arrived. Treated as being sent. */
const beingChecked = (item: Sql): Sql => sql`
  (${item}.status = 'ERROR' and exists (select from linkedin_sends s where s.company_id = ${item}.company_id
    and s.queue_item_id = ${item}.id and s.claim_id = ${item}.claim_id and s.next_check_at is not null))`;

/**
 * Ends the open items: those that are queued, and those that failed, which a user could otherwise retry. An item that a worker has
 * claimed is not cancelled, nor one that is being checked, nor a failed one of given ids: that one was attempted. `reason`: as
 * users read it.
 */
export const cancelItems = (
  { db, companyId }: Scope,
  selector: ItemSelector,
  reason: string | null,
  at: Date,
): Promise<CancelledPart[]> =>
  db.rows(sql`
    with locked as (
      select id, status, problem, paused from queue_items where company_id = ${companyId} and ${isSelected(selector)}
        and status = any (${"ids" in selector ? ["QUEUED"] : ["QUEUED", "ERROR"]}::text[]) and not ${beingChecked(sql`queue_items`)}
      order by id for no key update)
    update queue_items q set status = 'CANCELLED', paused = false, updated_at = ${at},
      -- A failed item may have been sent: its own problem says what is known.
      problem = case when locked.status = 'QUEUED' then coalesce(${reason}, q.problem) else q.problem end from locked
    where q.company_id = ${companyId} and q.id = locked.id and q.status = locked.status
    returning q.id, locked.status, locked.problem, locked.paused`);

/**
 * Requests the cancellation of parts that are being sent, or checked after a lost answer. A part that turns out not to have been sent is
 * cancelled when its attempt ends; one that may have been sent is not retried. Returns their ids.
 */
export const stopItemsInFlight = async (
  { db, companyId }: Scope,
  leadIds: readonly string[],
  at: Date,
): Promise<string[]> => {
  const stopped = await db.rows<{ id: string }>(sql`
    update queue_items set cancel_requested_at = ${at}, updated_at = ${at}
    where company_id = ${companyId} and lead_id = any (${leadIds}::uuid[])
      and (status = 'SENDING' or ${beingChecked(sql`queue_items`)}) and cancel_requested_at is null returning id`);
  return stopped.map(({ id }) => id);
};

/** The messages of which a part is being sent or was sent, or may have been. */
export const findIdsOfMessagesWithSentParts = async (
  { db, companyId }: Scope,
  messageIds: readonly string[],
): Promise<string[]> => {
  const found = await db.rows<{ id: string }>(sql`
    select distinct q.message_id as id from queue_items q
    where q.company_id = ${companyId} and q.message_id = any (${messageIds}::uuid[])
      and (q.status in ('SENDING', 'SENT') or ${beingChecked(sql`q`)})`);
  return found.map(({ id }) => id);
};

/** The messages of which every part was cancelled. */
export const findIdsOfFullyCancelledMessages = async (
  { db, companyId }: Scope,
  messageIds: readonly string[],
): Promise<string[]> => {
  const found = await db.rows<{ id: string }>(sql`
    select message_id as id from queue_items where company_id = ${companyId} and message_id = any (${messageIds}::uuid[])
    group by message_id having bool_and(status = 'CANCELLED')`);
  return found.map(({ id }) => id);
};

/** The later parts of sent messages that were cancelled when the lead was deleted, or since. */
export const countStoppedSinceDeletion = async ({ db, companyId }: Scope, leadId: string): Promise<number> => {
  const found = await db.row<{ count: number }>(sql`
    select count(*)::int as count from queue_items q join leads l on l.company_id = q.company_id and l.id = q.lead_id
    where q.company_id = ${companyId} and q.lead_id = ${leadId} and q.status = 'CANCELLED' and q.updated_at >= l.deleted_at
      and exists (select from queue_items s where s.company_id = q.company_id and s.message_id = q.message_id
        and s.status in ('SENDING', 'SENT'))`);
  return found?.count ?? 0;
};

/** The other queued parts of the lead of a part, without those that are to be cancelled. */
export const findOtherParts = async ({ db, companyId }: Scope, id: string): Promise<string[]> => {
  const found = await db.rows<{ id: string }>(sql`
    select o.id from queue_items q join queue_items o on o.company_id = q.company_id and o.lead_id = q.lead_id and o.id <> q.id
    where q.company_id = ${companyId} and q.id = ${id} and o.status = 'QUEUED' and o.cancel_requested_at is null
    order by o.due_sort_key, o.id`);
  return found.map(({ id }) => id);
};

/** The next sync that can reach Airtable cancels the item. */
export const requestCancellation = ({ db, companyId }: Scope, id: string, at: Date): Promise<number> =>
  db.run(sql`
    update queue_items set cancel_requested_at = ${at}, updated_at = ${at}
    where company_id = ${companyId} and id = ${id} and status = 'QUEUED'`);

/** Whether we are still checking on LinkedIn if a failed part went out: queueing it again now could send it twice. */
export const isBeingChecked = async (
  { db, companyId }: Scope,
  owner: { id: string } | { messageId: string },
): Promise<boolean> => {
  const isOwned = "id" in owner ? sql`q.id = ${owner.id}` : sql`q.message_id = ${owner.messageId}`;
  return (
    (await db.row(sql`
      select from queue_items q where q.company_id = ${companyId} and ${isOwned} and ${beingChecked(sql`q`)} limit 1`)) !==
    undefined
  );
};
