import type { Scope } from "#platform/database/scope.ts";
import { type Sql, sql } from "#platform/database/sql.ts";

export type QueueStatus = "QUEUED" | "SENDING" | "SENT" | "CANCELLED" | "ERROR";

/** One part of a message, with the time from which it may be sent. */
export interface NewPart {
  name: string;
  text: string;
  due: Date;
}

/** A part that is queued, being sent or sent is not queued again. */
export const insertParts = async (
  { db, companyId }: Scope,
  message: { id: string; leadId: string | null; messageFlow: string | null },
  parts: readonly NewPart[],
  at: Date,
): Promise<string[]> => {
  const inserted = await db.rows<{ id: string }>(sql`
    insert into queue_items (company_id, lead_id, message_id, message_flow, message_name, text, date_due, created_at, updated_at)
    select ${companyId}, ${message.leadId}, ${message.id}, ${message.messageFlow}, name, text, due, ${at}, ${at}
    from jsonb_to_recordset(${JSON.stringify(parts)}) as part (name text, text text, due timestamptz)
    on conflict (company_id, message_id, message_name)
      where message_id is not null and status in ('QUEUED', 'SENDING', 'SENT') do nothing
    returning id`);
  return inserted.map(({ id }) => id);
};

export type QueueOwner = { leadIds: readonly string[] } | { messageIds: readonly string[] };

const ownedBy = (owner: QueueOwner): Sql =>
  "leadIds" in owner
    ? sql`lead_id = any (${owner.leadIds}::uuid[])`
    : sql`message_id = any (${owner.messageIds}::uuid[])`;

/** Only items that are still queued: an item that a worker has claimed is not cancelled. */
export const cancelItems = async ({ db, companyId }: Scope, owner: QueueOwner, at: Date): Promise<string[]> => {
  const cancelled = await db.rows<{ id: string }>(sql`
    with locked as (
      select id from queue_items where company_id = ${companyId} and status = 'QUEUED' and ${ownedBy(owner)}
      order by id for no key update)
    update queue_items q set status = 'CANCELLED', paused = false, updated_at = ${at} from locked
    where q.company_id = ${companyId} and q.id = locked.id and q.status = 'QUEUED' returning q.id`);
  return cancelled.map(({ id }) => id);
};

/** The messages of which a part is being sent or was sent. */
export const findIdsOfMessagesWithSentParts = async (
  { db, companyId }: Scope,
  messageIds: readonly string[],
): Promise<string[]> => {
  const found = await db.rows<{ id: string }>(sql`
    select distinct message_id as id from queue_items
    where company_id = ${companyId} and message_id = any (${messageIds}::uuid[]) and status in ('SENDING', 'SENT')`);
  return found.map(({ id }) => id);
};

interface MovedItem {
  id: string;
  before: Date | null;
}

/** Moving a paused part also resumes it. */
export const moveItem = (
  { db, companyId }: Scope,
  messageId: string,
  name: string,
  due: Date | null,
  at: Date,
): Promise<MovedItem | undefined> =>
  db.row(sql`
    with locked as (
      select id, date_due from queue_items
      where company_id = ${companyId} and message_id = ${messageId} and message_name = ${name} and status = 'QUEUED'
      for no key update)
    update queue_items q
    set date_due = ${due}, paused = paused and paused_by is null, paused_by = null, due_before_pause = null, updated_at = ${at}
    from locked
    where q.company_id = ${companyId} and q.id = locked.id returning q.id, locked.date_due as before`);

/** The status of the latest queue item of a part. */
export const findPartStatus = async (
  { db, companyId }: Scope,
  messageId: string,
  name: string,
): Promise<QueueStatus | undefined> => {
  const found = await db.row<{ status: QueueStatus }>(sql`
    select status from queue_items
    where company_id = ${companyId} and message_id = ${messageId} and message_name = ${name}
    order by created_at desc, id desc limit 1`);
  return found?.status;
};

export interface LockedItem {
  id: string;
  leadId: string | null;
  messageId: string | null;
  name: string;
  fullName: string | null;
  status: QueueStatus;
  dateDue: Date | null;
}

export const lockItem = ({ db, companyId }: Scope, id: string): Promise<LockedItem | undefined> =>
  db.row(sql`
    select q.id, q.lead_id as "leadId", q.message_id as "messageId", q.message_name as name, q.status,
      q.date_due as "dateDue", l.full_name as "fullName"
    from queue_items q left join leads l on l.company_id = q.company_id and l.id = q.lead_id
    where q.company_id = ${companyId} and q.id = ${id} for no key update of q`);

/** Without a lock: callers lock the lead first, then the message, then the item (lock order). */
export const findItemOwners = (
  { db, companyId }: Scope,
  id: string,
): Promise<{ leadId: string | null; messageId: string | null } | undefined> =>
  db.row(sql`
    select lead_id as "leadId", message_id as "messageId" from queue_items
    where company_id = ${companyId} and id = ${id}`);

/** Conditional on the status that the decision was based on. Clears an earlier claim. */
export const updateItemStatus = (
  { db, companyId }: Scope,
  { id, status }: LockedItem,
  after: { status: "QUEUED" | "CANCELLED"; dateDue: Date | null },
  at: Date,
): Promise<number> =>
  db.run(sql`
    update queue_items set status = ${after.status}, date_due = ${after.dateDue}, problem = null, claim_id = null,
      claimed_at = null, paused = false, updated_at = ${at}
    where company_id = ${companyId} and id = ${id} and status = ${status}`);

/**
 * Pauses or resumes the later parts of a message: after a failure they wait until a user has decided about the failed
 * part.
 */
export const setMessagePaused = (
  { db, companyId }: Scope,
  messageId: string,
  paused: boolean,
  at: Date,
): Promise<number> =>
  db.run(sql`
    update queue_items set paused = ${paused}, updated_at = ${at}
    where company_id = ${companyId} and message_id = ${messageId} and status = 'QUEUED' and paused <> ${paused} and paused_by is null`);

export interface PausedItem {
  id: string;
  before: Date | null;
  after: Date | null;
}

/**
 * Pauses the queued messages of a lead. Their due date is cleared, so that an automation at Airtable does not send them
 * either.
 */
export const pauseItemsOfLead = ({ db, companyId, actor }: Scope, leadId: string, at: Date): Promise<PausedItem[]> =>
  db.rows(sql`
    with locked as (
      select id, date_due from queue_items
      where company_id = ${companyId} and lead_id = ${leadId} and status = 'QUEUED' and paused_by is null
      order by id for no key update)
    update queue_items q
    set paused = true, paused_by = ${actor.name}, due_before_pause = locked.date_due, date_due = null, updated_at = ${at}
    from locked where q.company_id = ${companyId} and q.id = locked.id and q.status = 'QUEUED'
    returning q.id, locked.date_due as before, q.date_due as after`);

/**
 * Resumes the paused messages of a lead, with their former due date unless they have a new one. A part behind a failed
 * part stays paused.
 */
export const resumeItemsOfLead = ({ db, companyId }: Scope, leadId: string, at: Date): Promise<PausedItem[]> =>
  db.rows(sql`
    with locked as (
      select id, date_due from queue_items
      where company_id = ${companyId} and lead_id = ${leadId} and status = 'QUEUED' and paused_by is not null
      order by id for no key update)
    update queue_items q
    set paused = exists (select from queue_items e
        where e.company_id = q.company_id and e.message_id = q.message_id and e.status = 'ERROR'),
      paused_by = null, due_before_pause = null, date_due = coalesce(q.date_due, q.due_before_pause), updated_at = ${at}
    from locked where q.company_id = ${companyId} and q.id = locked.id and q.status = 'QUEUED'
    returning q.id, locked.date_due as before, q.date_due as after`);

export const findLeadName = ({ db, companyId }: Scope, id: string): Promise<{ fullName: string } | undefined> =>
  db.row(sql`
    select full_name as "fullName" from leads where company_id = ${companyId} and id = ${id} and deleted_at is null`);
