import { isRefusal } from "#contract/refusal.ts";
import { type Scope, transaction } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { MINUTE_MS } from "#platform/time.ts";
import type { AuditActor } from "#server/features/audit/audit.service.ts";
import { lockLeads } from "#server/features/leads/lead-contact.service.ts";
import { classifyLead } from "#server/features/leads/leads.service.ts";
import { applyReaction } from "#server/features/messages/queued-parts.service.ts";
import { cancelAfterReply } from "#server/features/queue/queue.service.ts";
import type { AccountRow } from "../accounts/accounts.queries.ts";
import { GatewayError, type GatewayMessage, type LinkedInGateway } from "../gateway/gateway.ts";
import { comparableText, settleByEcho } from "../sending/lost-answers.ts";
import {
  findKnownMessages,
  findLeadOfChat,
  findLeadsByProviderIdOrConversation,
  findSentMessages,
  findTextsSentTo,
  insertMessage,
  markReplied,
  storeReadUntil,
} from "./conversations.queries.ts";

/** Messages that arrive late in the gateway's copy are still found. */
const OVERLAP_MS = 60 * MINUTE_MS;
/** After a reconnect the gateway copies what it missed; until then every poll reads from the time before the outage. */
const CATCH_UP_MS = 6 * 60 * MINUTE_MS;

/** Who is named in the log for what a reply causes. */
const networkActor = ({ companyId, actor }: Scope): AuditActor => ({
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
  chatId: string | null,
): Promise<void> =>
  transaction(scope, async (scope) => {
    // Duplicates of a lead share the conversation: it is stored with the first.
    const [leadId] = leadIds;
    if (leadId === undefined) return;
    await lockLeads(scope, leadIds);
    const { id: messageId, text, at } = message;
    const row = { accountId: account.id, leadId, messageId, chatId, isOurs: false, text, at, queueItemId: null };
    if (!(await insertMessage(scope, row, platform.clock.now()))) return;
    await markReplied(scope, leadIds, at);
    await cancelAfterReply(platform, scope, leadIds);
    if (isRefusal(message.text)) {
      for (const id of leadIds) await classifyLead(platform, scope, networkActor(scope), id, "NOT INTERESTED");
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

/** An own message that was sent from here has the words of its part, also where it comes back under an id that we do not know. */
const isTypedOnLinkedIn = async (scope: Scope, leadId: string, text: string): Promise<boolean> => {
  const wordsOf = (written: string): string => comparableText(written).replace(/\s+/g, " ");
  return !(await findTextsSentTo(scope, leadId)).some((sent) => wordsOf(sent) === wordsOf(text));
};

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
    isTyped: await isTypedOnLinkedIn(scope, person.leadId, text),
  };
  await transaction(scope, async (scope) => {
    if (!(await insertMessage(scope, row, platform.clock.now()))) return;
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
  if (known?.providerId && !known.isDeleted) return { leadId: known.leadId, providerId: known.providerId };
  const chat = known?.providerId ? null : await gateway.describeChat(chatId);
  const providerId = known?.providerId ?? (chat?.isOneToOne ? chat.partnerId : null);
  const [leadId] = providerId ? await findLeadsByProviderIdOrConversation(scope, providerId) : [];
  return leadId && providerId ? { leadId, providerId } : undefined;
};

/**
 * The chat in which our next message to the sender of this one goes. Undefined for a group or an advertisement: what a lead writes
 * there is no reply. Null where the gateway does not know the chat.
 */
const findReplyChat = async (
  scope: Scope,
  gateway: LinkedInGateway,
  account: AccountRow,
  { chatId }: GatewayMessage,
): Promise<string | null | undefined> => {
  if (await findLeadOfChat(scope, account.id, chatId)) return chatId;
  const chat = await gateway.describeChat(chatId);
  if (!chat) return null;
  return chat.isOneToOne ? chatId : undefined;
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
  if (leadIds.length === 0) return;
  const chatId = await findReplyChat(scope, gateway, account, message);
  if (chatId !== undefined) await storeReply(platform, scope, account, leadIds, message, chatId);
};

/** Stores every message that can be stored, and then throws the last error of the gateway, so that the poll is repeated. */
const storeMessages = async (
  platform: Platform,
  scope: Scope,
  gateway: LinkedInGateway,
  account: AccountRow,
  messages: readonly GatewayMessage[],
): Promise<void> => {
  let failure: GatewayError | undefined;
  for (const message of messages) {
    try {
      await storeMessage(platform, scope, gateway, account, message);
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
      failure = error;
    }
  }
  if (failure) throw failure;
};

interface ExpectedMessages {
  expectedMessageIds?: readonly string[] | undefined;
  expectedMessageAt?: string | undefined;
}

/** Reads what is new in the conversations of an account. True when the expected messages were there, now or before. */
export const readMessages = async (
  platform: Platform,
  scope: Scope,
  gateway: LinkedInGateway,
  account: AccountRow,
  { expectedMessageIds: expected = [], expectedMessageAt }: ExpectedMessages = {},
): Promise<boolean> => {
  const now = platform.clock.now();
  const since = account.messagesReadUntil ?? new Date(now.getTime() - OVERLAP_MS);
  // The event of a message can arrive hours late, and after an outage the message arrives late in the gateway's copy, too.
  const expectedSince = expectedMessageAt ? Date.parse(expectedMessageAt) - MINUTE_MS : Number.POSITIVE_INFINITY;
  const messages = await gateway.listMessages(
    account.gatewayAccountId,
    new Date(Math.min(since.getTime(), expectedSince)),
  );
  const listed = messages.map(({ id }) => id);
  const known = await findKnownMessages(scope, account.id, [...listed, ...expected]);
  const isNew = ({ id, at, isWritten }: GatewayMessage): boolean =>
    isWritten && !known.has(id) && (at > since || expected.includes(id));
  await storeMessages(platform, scope, gateway, account, messages.filter(isNew).toReversed());
  await storeReadUntil(scope, account.id, {
    until: new Date(now.getTime() - OVERLAP_MS),
    connectedBefore: new Date(now.getTime() - CATCH_UP_MS),
  });
  return expected.every((id) => known.has(id) || listed.includes(id));
};
