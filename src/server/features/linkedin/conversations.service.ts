import { isRefusal } from "#contract/refusal.ts";
import { type Scope, transaction } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import type { Author } from "#server/features/audit/audit.service.ts";
import { lockLeads } from "#server/features/leads/lead-contact.service.ts";
import { classifyLead } from "#server/features/leads/leads.service.ts";
import { applyReaction } from "#server/features/messages/queued-parts.service.ts";
import { cancelAfterReply } from "#server/features/queue/queue.service.ts";
import type { AccountRow } from "./accounts.queries.ts";
import {
  findKnownMessages,
  findLeadOfChat,
  findLeadsByProviderIdOrConversation,
  findSentMessages,
  insertMessage,
  markReplied,
  storeReadUntil,
} from "./conversations.queries.ts";
import type { GatewayMessage, LinkedInGateway } from "./gateway.ts";
import { settleByEcho } from "./lost-answers.ts";

/** Messages that arrive late in the gateway's copy are still found. */
const OVERLAP_MS = 60 * 60_000;

/** Who is named in the log for what a reply causes. */
const networkAuthor = ({ companyId, actor }: Scope): Author => ({
  id: companyId,
  name: actor.name,
  role: "user",
  companyId,
  sessionId: "",
  ipAddress: "",
});

/**
 * Stores a reply. In the same transaction the messages that were sent to the lead are marked as replied to, and the
 * queued ones are withdrawn, whatever the reply says. A refusal also gives the lead a class that forbids contact.
 */
const storeReply = (
  platform: Platform,
  scope: Scope,
  account: AccountRow,
  leadIds: readonly string[],
  message: GatewayMessage,
): Promise<void> =>
  transaction(scope, async (scope) => {
    // Duplicates of a lead share the conversation: it is stored with the first.
    const [leadId] = leadIds;
    if (leadId === undefined) return;
    await lockLeads(scope, leadIds);
    const { id: messageId, chatId, text, at } = message;
    const row = { accountId: account.id, leadId, messageId, chatId, isOurs: false, text, at, queueItemId: null };
    if (!(await insertMessage(scope, row))) return;
    await markReplied(scope, leadIds, at);
    await cancelAfterReply(platform, scope, leadIds);
    if (isRefusal(message.text)) {
      for (const id of leadIds) await classifyLead(platform, scope, networkAuthor(scope), id, "NOT INTERESTED");
      for (const id of await findSentMessages(scope, leadIds))
        await applyReaction(platform, scope, id, "not_interested");
    }
    await platform.events.publish(
      scope.db,
      scope.companyId,
      { topic: "inbox" },
      { topic: "queue" },
      { topic: "messages" },
      { topic: "leads" },
    );
  });

/** Our own message: the echo of a send, or something that the owner typed on LinkedIn. */
const storeOwn = async (
  platform: Platform,
  scope: Scope,
  account: AccountRow,
  person: { leadId: string; providerId: string },
  message: GatewayMessage,
): Promise<void> => {
  if (await settleByEcho(platform, scope, account.id, person.providerId, message)) return;
  const { id: messageId, chatId, text, at } = message;
  const row = {
    accountId: account.id,
    leadId: person.leadId,
    messageId,
    chatId,
    isOurs: true,
    text,
    at,
    queueItemId: null,
  };
  await transaction(scope, async (scope) => {
    if (!(await insertMessage(scope, row))) return;
    await platform.events.publish(
      scope.db,
      scope.companyId,
      { topic: "inbox" },
      { topic: "queue" },
      { topic: "leads" },
    );
  });
};

/** The person on the other side of an own message. */
const findRecipientOfOwn = async (
  scope: Scope,
  gateway: LinkedInGateway,
  account: AccountRow,
  { chatId }: GatewayMessage,
) => {
  const known = await findLeadOfChat(scope, account.id, chatId);
  if (known?.providerId) return { leadId: known.leadId, providerId: known.providerId };
  const providerId = await gateway.findChatPartner(chatId);
  const [leadId] = providerId ? await findLeadsByProviderIdOrConversation(scope, providerId) : [];
  return leadId && providerId ? { leadId, providerId } : undefined;
};

const storeMessage = async (
  platform: Platform,
  scope: Scope,
  gateway: LinkedInGateway,
  account: AccountRow,
  message: GatewayMessage,
): Promise<void> => {
  if (message.isOurs || message.senderId === account.ownerId) {
    const person = await findRecipientOfOwn(scope, gateway, account, message);
    if (person) await storeOwn(platform, scope, account, person, message);
    return;
  }
  // Conversations with people who are no leads are nobody's business here.
  const leadIds = await findLeadsByProviderIdOrConversation(scope, message.senderId);
  await storeReply(platform, scope, account, leadIds, message);
};

interface ExpectedMessage {
  expectedMessageId?: string | undefined;
  expectedMessageAt?: string | undefined;
}

/** Reads what is new in the conversations of an account. True when the expected message was there, now or before. */
export const readMessages = async (
  platform: Platform,
  scope: Scope,
  gateway: LinkedInGateway,
  account: AccountRow,
  { expectedMessageId, expectedMessageAt }: ExpectedMessage = {},
): Promise<boolean> => {
  const now = platform.clock.now();
  const since = account.messagesReadUntil ?? new Date(now.getTime() - OVERLAP_MS);
  const messages = await gateway.listMessages(account.gatewayAccountId, since);
  const listed = messages.map(({ id }) => id);
  const expected = expectedMessageId === undefined ? [] : [expectedMessageId];
  const known = await findKnownMessages(scope, account.id, [...listed, ...expected]);
  for (const message of messages.toReversed())
    if (!known.has(message.id)) await storeMessage(platform, scope, gateway, account, message);
  await storeReadUntil(scope, account.id, new Date(now.getTime() - OVERLAP_MS));
  // The event of a message can arrive hours late. The message is then older than those listed here; it was read by an earlier poll,
  // and is unknown only because its sender is not a lead.
  const wasRead = expectedMessageAt !== undefined && new Date(expectedMessageAt) < since;
  return wasRead || expected.every((id) => known.has(id) || listed.includes(id));
};
