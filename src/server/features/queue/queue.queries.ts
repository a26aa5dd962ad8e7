import type { Channel } from "#contract/queue.ts";
import type { Scope } from "#platform/database/scope.ts";
import { sql } from "#platform/database/sql.ts";
import { sectionOrder } from "#platform/database/sql-expressions.ts";
import type { EditedPart } from "#server/features/undo/undo.service.ts";
import { hashOfText } from "./approvals.queries.ts";

export type QueueStatus = "QUEUED" | "SENDING" | "SENT" | "CANCELLED" | "ERROR";

/** One part of a message, with the time from which it may be sent. */
export interface NewPart {
  name: string;
  text: string;
  due: Date;
  /** A user chose to send it now, at any hour. */
  sendNow?: boolean;
}

export interface ApprovedMessage {
  id: string;
  leadId: string | null;
  messageFlow: string | null;
  /** The version of the text that the user read. */
  contentVersion: number;
}

/** A part that is queued, being sent or sent is not queued again. */
export const insertParts = async (
  { db, companyId, actor }: Scope,
  message: ApprovedMessage,
  parts: readonly NewPart[],
  at: Date,
): Promise<string[]> => {
  const inserted = await db.rows<{ id: string }>(sql`
    insert into queue_items (company_id, lead_id, message_id, message_flow, message_name, text, date_due, send_now,
      approved_hash, approved_version, approved_by, approved_at, created_at, updated_at)
    select ${companyId}, ${message.leadId}, ${message.id}, ${message.messageFlow}, name, text, due, coalesce("sendNow", false),
      ${hashOfText(sql`text`)}, ${message.contentVersion}, ${actor.name}, ${at}, ${at}, ${at}
    from jsonb_to_recordset(${JSON.stringify(parts)}) as part (name text, text text, due timestamptz, "sendNow" boolean)
    on conflict (company_id, message_id, message_name)
      where message_id is not null and status in ('QUEUED', 'SENDING', 'SENT') do nothing
    returning id`);
  return inserted.map(({ id }) => id);
};

/** The leads among these with queued parts, apart from answers. First those to whom something was sent, then by the first due date. */
export const findQueuedLeads = async ({ db, companyId }: Scope, leadIds: readonly string[]): Promise<string[]> => {
  const found = await db.rows<{ id: string }>(sql`
    select lead_id as id from queue_items where company_id = ${companyId} and lead_id = any (${leadIds}::uuid[]) and not is_answer
    group by lead_id having bool_or(status = 'QUEUED')
    order by bool_or(status in ('SENDING', 'SENT')) desc, min(due_sort_key) filter (where status = 'QUEUED'), lead_id`);
  return found.map(({ id }) => id);
};

/** The leads of queue items. Callers lock them before the items. */
export const findLeadIdsOfItems = async ({ db, companyId }: Scope, ids: readonly string[]): Promise<string[]> => {
  const found = await db.rows<{ id: string }>(sql`
    select distinct lead_id as id from queue_items
    where company_id = ${companyId} and id = any (${ids}::uuid[]) and lead_id is not null`);
  return found.map(({ id }) => id);
};

interface MovedItem {
  id: string;
  before: Date | null;
}

/** A new date also resumes a part that a user paused. */
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
    set date_due = ${due}, send_now = false, paused = paused and paused_by is null, paused_by = null, due_before_pause = null,
      updated_at = ${at}
    from locked
    where q.company_id = ${companyId} and q.id = locked.id returning q.id, locked.date_due as before`);

/**
 * Edits an item that is queued or failed; undefined for any other. A new date also resumes an item that a user paused; a new
 * text is approved by the user who enters it.
 */
export const editItem = async (
  { db, companyId, actor }: Scope,
  id: string,
  { text, dateDue, sendNow = false }: { text?: string | undefined; dateDue?: Date | undefined; sendNow?: boolean },
  at: Date,
): Promise<EditedPart | undefined> => {
  const row = await db.row<EditedPart["before"] & { newText: string; newDue: Date | null }>(sql`
    with locked as (
      select id, text, date_due, send_now, paused, paused_by, due_before_pause, approved_hash, approved_version, approved_by,
        approved_at
      from queue_items where company_id = ${companyId} and id = ${id} and status in ('QUEUED', 'ERROR')
      for no key update)
    update queue_items q set text = coalesce(${text ?? null}::text, q.text),
      approved_hash = coalesce(${hashOfText(sql`${text ?? null}::text`)}, q.approved_hash),
      approved_by = case when ${text ?? null}::text is null then q.approved_by else ${actor.name} end,
      approved_at = case when ${text ?? null}::text is null then q.approved_at else ${at}::timestamptz end,
      approved_version = coalesce(q.approved_version, (select m.content_version from messages m
        where ${text ?? null}::text is not null and m.company_id = q.company_id and m.id = q.message_id)),
      date_due = coalesce(${dateDue ?? null}::timestamptz, q.date_due),
      paused = q.paused and (${dateDue ?? null}::timestamptz is null or q.paused_by is null),
      paused_by = case when ${dateDue ?? null}::timestamptz is null then q.paused_by end,
      due_before_pause = case when ${dateDue ?? null}::timestamptz is null then q.due_before_pause end,
      send_now = case when ${dateDue ?? null}::timestamptz is null then q.send_now else ${sendNow} end, updated_at = ${at}
    from locked where q.company_id = ${companyId} and q.id = locked.id
    returning locked.text, locked.date_due as "dateDue", locked.send_now as "sendNow", locked.paused, locked.paused_by as "pausedBy",
      locked.due_before_pause as "dueBeforePause", encode(locked.approved_hash, 'hex') as "approvedHash",
      locked.approved_version as "approvedVersion", locked.approved_by as "approvedBy", locked.approved_at as "approvedAt",
      q.text as "newText", q.date_due as "newDue"`);
  if (!row) return undefined;
  const { newText, newDue, ...before } = row;
  return { id, before, after: { text: newText, dateDue: newDue } };
};

/** Undefined when the part is not queued. */
export const findQueuedChannel = async (
  { db, companyId }: Scope,
  messageId: string,
  name: string,
): Promise<Channel | undefined> => {
  const found = await db.row<{ channel: Channel }>(sql`
    select channel from queue_items
    where company_id = ${companyId} and message_id = ${messageId} and message_name = ${name} and status = 'QUEUED'`);
  return found?.channel;
};

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
  messageFlow: string | null;
  name: string;
  text: string;
  fullName: string | null;
  status: QueueStatus;
  channel: Channel;
  dateDue: Date | null;
  problem: string | null;
  paused: boolean;
  isCancelRequested: boolean;
}

export const lockItem = ({ db, companyId }: Scope, id: string): Promise<LockedItem | undefined> =>
  db.row(sql`
    select q.id, q.lead_id as "leadId", q.message_id as "messageId", q.message_flow as "messageFlow", q.message_name as name,
      q.text, q.status, q.channel, q.date_due as "dateDue", q.problem, q.paused,
      q.cancel_requested_at is not null as "isCancelRequested", l.full_name as "fullName"
    from queue_items q left join leads l on l.company_id = q.company_id and l.id = q.lead_id
    where q.company_id = ${companyId} and q.id = ${id} for no key update of q`);

interface ItemOwners {
  leadId: string | null;
  messageId: string | null;
  messageFlow: string | null;
  channel: Channel;
  /** A user approved it here. It was not queued in Airtable. */
  isApproved: boolean;
}

/** Reads without a lock: callers lock the lead first, then the message, then the item. */
export const findItemOwners = ({ db, companyId }: Scope, id: string): Promise<ItemOwners | undefined> =>
  db.row(sql`
    select lead_id as "leadId", message_id as "messageId", message_flow as "messageFlow", channel,
      approved_hash is not null as "isApproved"
    from queue_items where company_id = ${companyId} and id = ${id}`);

/**
 * Changes nothing if the status has changed since the item was read. A retry does not repeat "send now", forgets the claim, and
 * resumes an item that a user paused. A cancellation keeps them for the undo: the item may have been sent.
 */
export const updateItemStatus = (
  { db, companyId }: Scope,
  { id, status }: LockedItem,
  after: { status: "QUEUED" | "CANCELLED"; dateDue: Date | null },
  at: Date,
): Promise<number> =>
  db.run(sql`
    update queue_items set status = ${after.status}, date_due = ${after.dateDue}, problem = null,
      claim_id = case when ${after.status}::text <> 'QUEUED' then claim_id end,
      claimed_at = case when ${after.status}::text <> 'QUEUED' then claimed_at end,
      paused = false, paused_by = case when ${after.status}::text <> 'QUEUED' then paused_by end,
      due_before_pause = case when ${after.status}::text <> 'QUEUED' then due_before_pause end,
      cancel_requested_at = case when ${after.status}::text <> 'QUEUED' then cancel_requested_at end,
      send_now = send_now and ${after.status}::text <> 'QUEUED', updated_at = ${at}
    where company_id = ${companyId} and id = ${id} and status = ${status}`);

/** An earlier part of the same message has failed. */
export const AFTER_FAILED = sql`exists (
  select from queue_items e where e.company_id = q.company_id and e.message_id = q.message_id and e.status = 'ERROR'
    and coalesce(${sectionOrder(sql`e.message_name`)} < ${sectionOrder(sql`q.message_name`)}, true))`;

/** Pauses the parts after a failed one, and resumes them when none is left. */
export const updatePausesAfterFailure = ({ db, companyId }: Scope, messageId: string, at: Date): Promise<number> =>
  db.run(sql`
    update queue_items q set paused = not q.paused, updated_at = ${at}
    where q.company_id = ${companyId} and q.message_id = ${messageId} and q.status = 'QUEUED' and q.paused_by is null
      and q.paused <> ${AFTER_FAILED}`);

/** An answer of these words that was queued since then and to which the lead has not replied. */
export const findRepeatedAnswer = (
  { db, companyId }: Scope,
  { leadId, text }: { leadId: string; text: string },
  since: Date,
): Promise<{ id: string; isQueued: boolean } | undefined> =>
  db.row(sql`
    select q.id, q.status = 'QUEUED' as "isQueued" from queue_items q
    where q.company_id = ${companyId} and q.lead_id = ${leadId} and q.is_answer and q.text = ${text}
      and q.status in ('QUEUED', 'SENDING', 'SENT') and q.created_at >= ${since}
      and not exists (select from linkedin_conversations c where c.company_id = q.company_id and c.lead_id = q.lead_id
        and c.reply_stored_at > q.created_at)
    order by q.created_at limit 1`);

/** The same answer again: it can be undone until `due`, so it is not sent before that. */
export const repeatAnswer = (
  { db, companyId }: Scope,
  id: string,
  { sendNow, due }: { sendNow: boolean; due: Date },
  at: Date,
): Promise<number> =>
  db.run(sql`
    update queue_items set send_now = send_now or ${sendNow}, updated_at = ${at},
      date_due = case when date_due < ${due} then ${due} else date_due end
    where company_id = ${companyId} and id = ${id} and status = 'QUEUED'`);

/** Queues an answer to a lead. */
export const insertAnswer = async (
  { db, companyId }: Scope,
  answer: { leadId: string; messageFlow: string; text: string; sendNow: boolean; due: Date },
  at: Date,
): Promise<string> => {
  const inserted = await db.row<{ id: string }>(sql`
    insert into queue_items (company_id, lead_id, message_flow, message_name, text, date_due, send_now, channel, is_answer,
      created_at, updated_at)
    values (${companyId}, ${answer.leadId}, ${answer.messageFlow}, 'Antwoord', ${answer.text}, ${answer.due}, ${answer.sendNow},
      'linkedin', true, ${at}, ${at}) returning id`);
  if (!inserted) throw new Error("an answer was not inserted");
  return inserted.id;
};
