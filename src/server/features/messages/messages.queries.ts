import { DEFAULT_CADENCE } from "#contract/companies.ts";
import type { Cadence } from "#contract/company-forms.ts";
import type { MessageVersion } from "#contract/drafts.ts";
import { isOpen, type MessageStatus } from "#contract/message-status.ts";
import { DUE_KEYS, type DueKey } from "#contract/message-text.ts";
import type { Message, MessageType } from "#contract/messages.ts";
import type { PlatformScope, Scope } from "#platform/database/scope.ts";
import { sql } from "#platform/database/sql.ts";
import { isoTime } from "#platform/database/sql-expressions.ts";
import { DRAFT, NOT_QUEUED } from "./message-lists.queries.ts";

/** The fields that can change. */
export interface MessageValues {
  status: MessageStatus;
  content: string;
  contentVersion: number;
  feedback: string | null;
  regenerating: boolean;
  /** The version that was current when a new text was requested; the new text may replace only that one. */
  regenerationBaseVersion: number | null;
  sendRequestedAt: Date | null;
  rerunRequestedAt: Date | null;
  cancelRequestedAt: Date | null;
  sentAt: Date | null;
  due: Record<DueKey, Date | null>;
}

export interface LockedMessage extends MessageValues {
  id: string;
  leadId: string | null;
  messageType: MessageType;
  messageFlow: string | null;
  contactName: string;
  /** The id of a colleague. */
  assignedTo: string | null;
}

type LockedRow = Omit<LockedMessage, "due"> & { due: Record<DueKey, string | null> };

const LOCKED_COLUMNS = sql`
  m.id, m.lead_id as "leadId", m.message_type as "messageType", m.message_flow as "messageFlow", m.status, m.content,
  m.content_version as "contentVersion", m.feedback, m.regenerating, m.requested_version as "regenerationBaseVersion",
  m.send_requested_at as "sendRequestedAt", m.rerun_requested_at as "rerunRequestedAt",
  m.cancel_requested_at as "cancelRequestedAt", m.sent_at as "sentAt", coalesce(l.full_name, '') as "contactName",
  m.assigned_to as "assignedTo",
  json_build_object('ice_breaker', m.due_ice_breaker, 'message_1', m.due_message_1, 'message_2', m.due_message_2,
    'follow_up_1', m.due_follow_up_1, 'follow_up_2', m.due_follow_up_2, 'follow_up_3', m.due_follow_up_3) as due`;

const fromRow = (row: LockedRow): LockedMessage => {
  const due = DUE_KEYS.map((key) => [key, row.due[key] === null ? null : new Date(row.due[key])]);
  return { ...row, due: Object.fromEntries(due) as Record<DueKey, Date | null> };
};

/** Locks the row until the transaction ends, so that a decision is based on current values. */
export const lockMessage = async ({ db, companyId }: Scope, id: string): Promise<LockedMessage | undefined> => {
  const row = await db.row<LockedRow>(sql`
    select ${LOCKED_COLUMNS} from messages m left join leads l on l.company_id = m.company_id and l.id = m.lead_id
    where m.company_id = ${companyId} and m.id = ${id} for no key update of m`);
  return row && fromRow(row);
};

export const findMessage = async ({ db, companyId }: Scope, id: string): Promise<LockedMessage | undefined> => {
  const row = await db.row<LockedRow>(sql`
    select ${LOCKED_COLUMNS} from messages m left join leads l on l.company_id = m.company_id and l.id = m.lead_id
    where m.company_id = ${companyId} and m.id = ${id}`);
  return row && fromRow(row);
};

export const findNotQueued = async ({ db, companyId }: Scope, id: string): Promise<Message["notQueued"]> => {
  const found = await db.row<Pick<Message, "notQueued">>(sql`
    select ${NOT_QUEUED} as "notQueued" from messages m where m.company_id = ${companyId} and m.id = ${id}`);
  return found?.notQueued ?? null;
};

/** Locks all messages of these leads, in the order of their ids to avoid deadlocks. */
export const lockMessagesOfLeads = async (
  { db, companyId }: Scope,
  leadIds: readonly string[],
): Promise<LockedMessage[]> => {
  const rows = await db.rows<LockedRow>(sql`
    select ${LOCKED_COLUMNS} from messages m left join leads l on l.company_id = m.company_id and l.id = m.lead_id
    where m.company_id = ${companyId} and m.lead_id = any (${leadIds}::uuid[]) order by m.id for no key update of m`);
  return rows.map(fromRow);
};

export const findCadence = async ({ db, companyId }: Scope): Promise<Cadence> => {
  const found = await db.row<{ days: Cadence }>(
    sql`select cadence_days as days from companies where id = ${companyId}`,
  );
  return found?.days ?? DEFAULT_CADENCE;
};

export const insertMessage = async (
  { db, companyId, actor }: Scope,
  message: { leadId: string; messageType: MessageType; messageFlow: string; content: string },
  at: Date,
): Promise<string> => {
  const inserted = await db.row<{ id: string }>(sql`
    insert into messages (company_id, lead_id, message_type, message_flow, content, date_created, changed_by, changed_at)
    values (${companyId}, ${message.leadId}, ${message.messageType}, ${message.messageFlow}, ${message.content}, ${at},
      ${actor.name}, ${at})
    returning id`);
  if (!inserted) throw new Error("the message was not inserted");
  return inserted.id;
};

/** Lock the lead first. */
export const hasMessageOfType = async (
  { db, companyId }: Scope,
  { leadId, messageType }: { leadId: string; messageType: MessageType },
): Promise<boolean> => {
  const found = await db.row(sql`
    select from messages where company_id = ${companyId} and lead_id = ${leadId} and message_type = ${messageType}
      and status <> 'cancelled' limit 1`);
  return found !== undefined;
};

/** Without a lock: callers lock the lead first and the message second, always in this order, to avoid deadlocks. */
export const findMessageLead = ({ db, companyId }: Scope, id: string): Promise<{ leadId: string | null } | undefined> =>
  db.row(sql`select lead_id as "leadId" from messages where company_id = ${companyId} and id = ${id}`);

/**
 * Conditional on the status and version that the decision was based on. `changed_by` is shown in dialogs that are open
 * while the message changes.
 */
export const updateMessage = (
  { db, companyId, actor }: Scope,
  before: LockedMessage,
  after: MessageValues,
  at: Date,
): Promise<number> =>
  db.run(sql`
    update messages set status = ${after.status}, content = ${after.content}, content_version = ${after.contentVersion},
      feedback = ${after.feedback}, regenerating = ${after.regenerating}, requested_version = ${after.regenerationBaseVersion},
      send_requested_at = ${after.sendRequestedAt}, rerun_requested_at = ${after.rerunRequestedAt},
      cancel_requested_at = ${after.cancelRequestedAt}, sent_at = ${after.sentAt}, changed_by = ${actor.name},
      changed_at = ${at}, updated_at = ${at}, due_ice_breaker = ${after.due.ice_breaker},
      due_message_1 = ${after.due.message_1}, due_message_2 = ${after.due.message_2},
      due_follow_up_1 = ${after.due.follow_up_1}, due_follow_up_2 = ${after.due.follow_up_2},
      due_follow_up_3 = ${after.due.follow_up_3},
      void_approval_version = case when ${isOpen(after.status)} then void_approval_version end
    where company_id = ${companyId} and id = ${before.id} and status = ${before.status}
      and content_version = ${before.contentVersion}`);

/** The approval of this version no longer counts. */
export const voidApproval = ({ db, companyId }: Scope, id: string, approvedVersion: number): Promise<number> =>
  db.run(sql`
    update messages set void_approval_version = ${approvedVersion} where company_id = ${companyId} and id = ${id}`);

/** How long the automation may take for a new text. */
const TEXT_REQUEST_LIMIT = sql`interval '10 minutes'`;

export const findCompaniesWithOverdueTexts = async ({ db }: PlatformScope): Promise<string[]> => {
  const found = await db.rows<{ id: string }>(sql`
    select distinct company_id as id from messages
    where regenerating and text_requested_at < clock_timestamp() - ${TEXT_REQUEST_LIMIT}`);
  return found.map(({ id }) => id);
};

/**
 * Ends requests for a text that got no response in time. The feedback stays, so that it can be sent again. A request to our own writer ends
 * together with its text, however long that waits.
 */
export const endOverdueTextRequests = async ({ db, companyId }: Scope): Promise<string[]> => {
  const ended = await db.rows<{ id: string }>(sql`
    update messages set regenerating = false, text_request_problem = 'no_response', updated_at = now()
    where company_id = ${companyId} and regenerating and text_requested_at < clock_timestamp() - ${TEXT_REQUEST_LIMIT}
      and not exists (select from writing_requests r where r.company_id = messages.company_id and r.message_id = messages.id
        and r.status in ('queued', 'running'))
    returning id`);
  return ended.map(({ id }) => id);
};

export interface Version {
  number: number;
  content: string;
  source: "original" | "edit" | "approval" | "writer" | "airtable";
  author: string;
  feedback?: string;
}

/** If the version exists, only its feedback is updated. */
export const upsertVersion = (
  { db, companyId }: Scope,
  messageId: string,
  version: Version,
  at: Date,
): Promise<number> =>
  db.run(sql`
    insert into message_versions (company_id, message_id, number, content, source, author, made_at, feedback)
    values (${companyId}, ${messageId}, ${version.number}, ${version.content}, ${version.source}, ${version.author}, ${at},
      ${version.feedback ?? null})
    on conflict (company_id, message_id, number) do update
    set feedback = coalesce(excluded.feedback, message_versions.feedback)`);

export const findVersionAuthor = async (
  { db, companyId }: Scope,
  messageId: string,
  versionNumber: number,
): Promise<string | undefined> => {
  const found = await db.row<{ author: string }>(sql`
    select author from message_versions
    where company_id = ${companyId} and message_id = ${messageId} and number = ${versionNumber}`);
  return found?.author;
};

/** The texts of a message, the latest first: the stored versions, and the current text where it is not stored yet. */
export const findVersions = ({ db, companyId }: Scope, messageId: string): Promise<MessageVersion[]> =>
  db.rows(sql`
    select v.number, v.content as "messageContent", v.source, v.author, ${isoTime(sql`v.made_at`)} as "madeAt", v.feedback,
      (select ${DRAFT} from message_drafts d where d.company_id = ${companyId} and d.message_id = ${messageId}
        and d.content_version = v.number) as draft
    from (
      select number, content, source, author, made_at, feedback from message_versions
      where company_id = ${companyId} and message_id = ${messageId}
      union all
      select m.content_version, m.content, 'original', coalesce(m.changed_by, m.message_flow, 'Airtable'), m.date_created, null
      from messages m where m.company_id = ${companyId} and m.id = ${messageId} and not exists (
        select from message_versions k where k.company_id = m.company_id and k.message_id = m.id
          and k.number = m.content_version)) v
    order by v.number desc`);

export const findVersionContent = async (
  { db, companyId }: Scope,
  messageId: string,
  versionNumber: number,
): Promise<string | undefined> => {
  const found = await db.row<{ content: string }>(sql`
    select content from message_versions
    where company_id = ${companyId} and message_id = ${messageId} and number = ${versionNumber}`);
  return found?.content;
};

export interface Adjustment {
  section: string;
  original: string;
  edited: string;
}

export const insertAdjustments = async (
  { db, companyId, actor }: Scope,
  messageId: string,
  adjustments: readonly Adjustment[],
  at: Date,
): Promise<string[]> => {
  const inserted = await db.rows<{ id: string }>(sql`
    insert into adjustments (company_id, message_id, section, original, edited, made_by, made_at)
    select ${companyId}, ${messageId}, section, original, edited, ${actor.name}, ${at}
    from jsonb_to_recordset(${JSON.stringify(adjustments)}) as input (section text, original text, edited text)
    returning id`);
  return inserted.map(({ id }) => id);
};
