import type { Scope } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { HOUR_MS } from "#platform/time.ts";
import type { ClaimedPart, Delivery, DeliveryChannel } from "#server/features/queue/sending.service.ts";
import { explainAccountStatus, invalidatePlans } from "#server/features/senders/senders.service.ts";
import { holdAccount, holdAllAccounts } from "../accounts/accounts.queries.ts";
import { openGateway, storeRefusedCall } from "../accounts/accounts.service.ts";
import { forgetChat, insertMessage, storeConversationIds } from "../conversations/conversations.queries.ts";
import { GatewayError, type GatewayProblem, type LinkedInGateway } from "../gateway/gateway.ts";
import { type ReadLeads, sendInvitations } from "../invitations/invitations.service.ts";
import { deleteRelation } from "../invitations/relations.queries.ts";
import { KEY_REFUSED } from "../linkedin.policy.ts";
import { checkLostSends, FIRST_CHECK_MS } from "./lost-answers.ts";
import {
  findRecipientId,
  LOOKUP_LOST,
  MAX_LOOKUPS,
  PROFILE_LIMIT_HOURS,
  PROFILE_LIMIT_REACHED,
  PROFILE_UNREADABLE,
} from "./recipient.ts";
import {
  clearFailures,
  countAttempts,
  countFailure,
  findSendContext,
  insertSend,
  type SendContext,
  scheduleCheck,
  scheduleFirstCheck,
} from "./sends.queries.ts";

const BUSY_HOURS = 2;
const BEING_CHECKED = "Het is niet zeker of dit bericht is aangekomen. We kijken op LinkedIn of het er staat.";

const notSent = (problem: string): Delivery => ({ outcome: "not_sent", problem });
const refusedDelivery = (problem: string): Delivery => ({ outcome: "refused", problem });

const HOLD_REASONS = {
  busy: "LinkedIn vraagt om minder tempo.",
  invitation_limit: "LinkedIn vraagt om minder tempo.",
  key: KEY_REFUSED,
} satisfies Partial<Record<GatewayProblem, string>>;

const REFUSALS: Partial<Record<GatewayProblem, string>> = {
  not_found: "Deze persoon is niet gevonden op LinkedIn.",
  refused: "LinkedIn weigert dit bericht aan deze persoon.",
};

interface Attempt {
  part: ClaimedPart;
  context: SendContext;
  providerId: string;
}

/** If the gateway no longer knows the chat, the chat is looked up by the person and the message is sent again. */
const sendOnce = async (scope: Scope, gateway: LinkedInGateway, { part, context, providerId }: Attempt) => {
  const request = { accountId: context.gatewayAccountId, providerId, text: part.text };
  try {
    return await gateway.sendMessage({ ...request, chatId: context.chatId });
  } catch (error) {
    const isUnknownChat = error instanceof GatewayError && error.problem === "not_found" && context.chatId !== null;
    if (!isUnknownChat) throw error;
    if (part.leadId) await forgetChat(scope, context.accountId, part.leadId);
    const chatId = (await gateway.findChat(context.gatewayAccountId, providerId)) ?? null;
    return gateway.sendMessage({ ...request, chatId });
  }
};

const acceptedDelivery = (
  platform: Platform,
  { part, context }: Attempt,
  { chatId, messageId }: { chatId: string | null; messageId: string | null },
): Delivery => ({
  outcome: "accepted",
  problem: null,
  alsoStore: async (scope) => {
    await clearFailures(scope, context.accountId);
    if (!part.leadId) return;
    await storeConversationIds(scope, context.accountId, part.leadId, { chatId });
    // Without an id the echo of the message brings it.
    if (messageId === null) return;
    const { accountId } = context;
    const at = platform.clock.now();
    const message = { accountId, leadId: part.leadId, messageId, chatId, text: part.text, at };
    await insertMessage(scope, { ...message, isOurs: true, queueItemId: part.id }, at);
  },
});

/** Holds the account; a wrong key holds all accounts of the company. */
const holdAffectedAccounts = async (
  platform: Platform,
  scope: Scope,
  accountId: string,
  problem: keyof typeof HOLD_REASONS,
): Promise<void> => {
  const now = platform.clock.now();
  if (problem === "key") {
    await holdAllAccounts(scope, KEY_REFUSED, new Date(now.getTime() + BUSY_HOURS * HOUR_MS));
    await invalidatePlans(scope);
  } else {
    const hold = { what: "everything", reason: HOLD_REASONS[problem], hours: BUSY_HOURS } as const;
    await holdAccount(scope, accountId, hold, now);
  }
  await platform.events.publish(scope.db, scope.companyId, { topic: "senders" }, { topic: "queue" });
};

/** What an error means for the part and for its account. */
const handleGatewayError = async (
  platform: Platform,
  scope: Scope,
  { part, context }: Attempt,
  error: GatewayError,
): Promise<Delivery> => {
  const { accountId } = context;
  switch (error.problem) {
    case "reconnect":
    case "restricted":
      await storeRefusedCall(platform, scope, accountId, error.problem);
      return notSent("Het LinkedIn-account werkt niet.");
    case "key":
    case "busy":
    case "invitation_limit":
      await holdAffectedAccounts(platform, scope, accountId, error.problem);
      return notSent(HOLD_REASONS[error.problem]);
    case "profile_limit": {
      const limit = { what: "everything", reason: PROFILE_LIMIT_REACHED, hours: PROFILE_LIMIT_HOURS } as const;
      await holdAccount(scope, accountId, limit, platform.clock.now());
      await platform.events.publish(scope.db, scope.companyId, { topic: "senders" });
      return notSent(PROFILE_LIMIT_REACHED);
    }
    case "unreachable":
      return notSent("Unipile was niet bereikbaar.");
    case "not_related":
      if (part.leadId) await deleteRelation(scope, accountId, part.leadId);
      return notSent("Deze persoon is nog geen relatie: eerst gaat er een uitnodiging.");
    case "unknown": {
      if ((await countFailure(scope, accountId)) >= 2) await holdAffectedAccounts(platform, scope, accountId, "busy");
      const at = new Date(platform.clock.now().getTime() + FIRST_CHECK_MS);
      return {
        outcome: "unknown",
        problem: BEING_CHECKED,
        alsoStore: (scope) => scheduleCheck(scope, part.id, { number: 0, at }),
      };
    }
    case "invited":
    case "not_found":
    case "refused":
    case "related":
      return refusedDelivery(REFUSALS[error.problem] ?? "LinkedIn weigert dit bericht aan deze persoon.");
  }
};

/** A profile that LinkedIn never shows must not keep the messages behind it waiting, nor use up the views of a day. */
const handleLostLookup = async (scope: Scope, { id }: ClaimedPart): Promise<Delivery> => {
  const lookups = 1 + (await countAttempts(scope, id, LOOKUP_LOST));
  return lookups < MAX_LOOKUPS ? notSent(LOOKUP_LOST) : refusedDelivery(PROFILE_UNREADABLE);
};

const send = async (
  platform: Platform,
  scope: Scope,
  gateway: LinkedInGateway,
  part: ClaimedPart,
): Promise<Delivery> => {
  const context = await findSendContext(scope, part.id);
  // Never through the account of somebody else.
  if (!context) return notSent("Deze afzender heeft geen verbonden LinkedIn-account.");
  const problem = explainAccountStatus(context.status);
  if (problem !== null) return notSent(problem);
  const attempt: Attempt = { part, context, providerId: "" };
  try {
    const { leadId, linkedInUrl } = part;
    const providerId = await findRecipientId(platform, scope, gateway, { ...context, leadId, linkedInUrl });
    if (providerId === undefined)
      return refusedDelivery("Deze persoon is niet gevonden op LinkedIn. Controleer het LinkedIn-adres van de lead.");
    attempt.providerId = providerId;
    await insertSend(scope, part, { accountId: context.accountId, providerId }, platform.clock.now());
    return acceptedDelivery(platform, attempt, await sendOnce(scope, gateway, attempt));
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    platform.log.warn(
      { companyId: scope.companyId, queueItemId: part.id, type: error.type },
      "LinkedIn did not accept a message",
    );
    // Before the message was sent, a lost answer is about the look-up only.
    if (attempt.providerId === "" && error.problem === "unknown") return handleLostLookup(scope, part);
    return handleGatewayError(platform, scope, attempt, error);
  }
};

/** Undefined when the company has no gateway or is inactive. */
export const openLinkedInChannel = async (platform: Platform, scope: Scope): Promise<DeliveryChannel | undefined> => {
  const gateway = await openGateway(platform, scope.companyId);
  return gateway && { name: "linkedin", send: (part) => send(platform, scope, gateway, part) };
};

/** Before messages are sent: settles lost answers, and sends the invitations that may go. */
export const prepareLinkedIn = async (platform: Platform, scope: Scope, readLeads: ReadLeads): Promise<void> => {
  const gateway = await openGateway(platform, scope.companyId);
  if (!gateway) return;
  try {
    await checkLostSends(platform, scope, gateway);
    await sendInvitations(platform, scope, gateway, readLeads);
  } catch (error) {
    // The messages go on: each meets the problem itself, if it is still there.
    if (!(error instanceof GatewayError)) throw error;
    platform.log.warn({ companyId: scope.companyId, type: error.type }, "invitations could not be sent");
  }
};

/** The process that was sending a part died: where the request had begun, LinkedIn is asked whether the message went out. */
export const scheduleCheckAfterCrash = (scope: Scope, { id, claimId }: ClaimedPart, at: Date): Promise<number> =>
  scheduleFirstCheck(scope, id, claimId, at);
