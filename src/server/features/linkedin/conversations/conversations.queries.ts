import type { Scope } from "#platform/database/scope.ts";
import { sql } from "#platform/database/sql.ts";

/**
 * All leads with this LinkedIn id, and those we had a conversation with under it. A merged duplicate counts as the lead that was kept;
 * deleted leads are in no list, and are returned only if there are no others.
 */
export const findLeadsByProviderIdOrConversation = async (
  { db, companyId }: Scope,
  providerId: string,
): Promise<string[]> => {
  const found = await db.rows<{ id: string }>(sql`
    with found as (
      select coalesce(l.merged_into, l.id) as id from leads l where l.company_id = ${companyId} and l.provider_id = ${providerId}
      union
      select coalesce(l.merged_into, l.id) from linkedin_conversations c
        join leads l on l.company_id = c.company_id and l.id = c.lead_id
      where c.company_id = ${companyId} and c.provider_id = ${providerId}),
    existing as (
      select l.id, l.deleted_at is null as is_live from found join leads l on l.company_id = ${companyId} and l.id = found.id
      where not l.erased)
    select id from existing where is_live or not exists (select from existing where is_live) order by id`);
  return found.map(({ id }) => id);
};

export const findLeadOfChat = async (
  { db, companyId }: Scope,
  accountId: string,
  chatId: string,
): Promise<{ leadId: string; providerId: string | null; isDeleted: boolean } | undefined> =>
  db.row(sql`
    select c.lead_id as "leadId", coalesce(c.provider_id, l.provider_id) as "providerId", l.deleted_at is not null as "isDeleted"
    from linkedin_conversations c join leads l on l.company_id = c.company_id and l.id = c.lead_id
    where c.company_id = ${companyId} and c.account_id = ${accountId} and c.chat_id = ${chatId}
    order by l.deleted_at is not null limit 1`);

export const storeConversationIds = (
  { db, companyId }: Scope,
  accountId: string,
  leadId: string,
  known: { chatId?: string | null; providerId?: string },
): Promise<number> =>
  db.run(sql`
    insert into linkedin_conversations as c (company_id, account_id, lead_id, chat_id, provider_id)
    values (${companyId}, ${accountId}, ${leadId}, ${known.chatId ?? null}, ${known.providerId ?? null})
    on conflict (company_id, account_id, lead_id) do update set chat_id = coalesce(excluded.chat_id, c.chat_id),
      provider_id = coalesce(excluded.provider_id, c.provider_id)`);

export const forgetChat = ({ db, companyId }: Scope, accountId: string, leadId: string): Promise<number> =>
  db.run(sql`
    update linkedin_conversations set chat_id = null
    where company_id = ${companyId} and account_id = ${accountId} and lead_id = ${leadId}`);

export interface NewMessage {
  accountId: string;
  leadId: string;
  messageId: string;
  chatId: string | null;
  isOurs: boolean;
  text: string;
  at: Date;
  queueItemId: string | null;
  /** The account's owner wrote it on LinkedIn itself. */
  isTyped?: boolean;
}

/** The texts of the parts that were sent to a lead, are being sent, or may have been sent. */
export const findTextsSentTo = async ({ db, companyId }: Scope, leadId: string): Promise<string[]> => {
  const found = await db.rows<{ text: string }>(sql`
    select text from queue_items
    where company_id = ${companyId} and lead_id = ${leadId} and status in ('SENDING', 'SENT', 'ERROR')`);
  return found.map(({ text }) => text);
};

/**
 * Stores a message and updates the times of its conversation. False when it is stored already; a received message may be stored with
 * the id that it had before its account was connected again.
 */
export const insertMessage = async ({ db, companyId }: Scope, message: NewMessage, now: Date): Promise<boolean> => {
  const inserted = await db.run(sql`
    insert into linkedin_messages (company_id, account_id, lead_id, message_id, is_ours, text, at, queue_item_id)
    select ${companyId}, ${message.accountId}, ${message.leadId}, ${message.messageId}, ${message.isOurs}, ${message.text},
      ${message.at}::timestamptz, ${message.queueItemId}
    where ${message.isOurs}::boolean or not exists (select from linkedin_messages k where k.company_id = ${companyId}
      and k.account_id = ${message.accountId} and k.lead_id = ${message.leadId} and not k.is_ours and k.at = ${message.at}
      and k.text = ${message.text})
    on conflict (company_id, account_id, message_id) do nothing`);
  if (inserted === 0) return false;
  await db.run(sql`
    insert into linkedin_conversations as c (company_id, account_id, lead_id, chat_id, last_received_at, reply_stored_at, last_sent_at,
      last_typed_at)
    values (${companyId}, ${message.accountId}, ${message.leadId}, ${message.chatId},
      case when not ${message.isOurs}::boolean then ${message.at}::timestamptz end,
      case when not ${message.isOurs}::boolean then ${now}::timestamptz end,
      case when ${message.isOurs}::boolean then ${message.at}::timestamptz end,
      case when ${message.isTyped ?? false}::boolean then ${message.at}::timestamptz end)
    on conflict (company_id, account_id, lead_id) do update set chat_id = coalesce(excluded.chat_id, c.chat_id),
      last_received_at = greatest(c.last_received_at, excluded.last_received_at),
      reply_stored_at = greatest(c.reply_stored_at, excluded.reply_stored_at),
      last_sent_at = greatest(c.last_sent_at, excluded.last_sent_at),
      last_typed_at = greatest(c.last_typed_at, excluded.last_typed_at)`);
  return true;
};

/** The ids, of those passed, that are stored already. */
export const findKnownMessages = async (
  { db, companyId }: Scope,
  accountId: string,
  messageIds: readonly string[],
): Promise<Set<string>> => {
  const found = await db.rows<{ id: string }>(sql`
    select message_id as id from linkedin_messages
    where company_id = ${companyId} and account_id = ${accountId} and message_id = any (${messageIds}::text[])`);
  return new Set(found.map(({ id }) => id));
};

/** Not for an account that has worked only since `connectedBefore`: what it missed may still arrive. */
export const storeReadUntil = (
  { db, companyId }: Scope,
  accountId: string,
  { until, connectedBefore }: { until: Date; connectedBefore: Date },
): Promise<number> =>
  db.run(sql`
    update linkedin_accounts set messages_read_until = greatest(messages_read_until, ${until})
    where company_id = ${companyId} and id = ${accountId}
      and (messages_read_until is null or status_since < ${connectedBefore})`);

/** The messages that a user judges together when a lead has replied have a reply from now on. */
export const markReplied = ({ db, companyId }: Scope, leadIds: readonly string[], at: Date): Promise<number> =>
  db.run(sql`
    update messages set replied_at = ${at}, updated_at = now()
    where company_id = ${companyId} and id in (
      select id from messages where company_id = ${companyId} and lead_id = any (${leadIds}::uuid[]) and is_sent_status(status)
        and replied_at is null order by id for update)`);

/** The messages that were sent to these leads. */
export const findSentMessages = async ({ db, companyId }: Scope, leadIds: readonly string[]): Promise<string[]> => {
  const found = await db.rows<{ id: string }>(sql`
    select id from messages where company_id = ${companyId} and lead_id = any (${leadIds}::uuid[])
      and is_sent_status(status) order by id`);
  return found.map(({ id }) => id);
};
