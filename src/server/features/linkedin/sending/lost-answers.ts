import { type Scope, transaction } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { MINUTE_MS } from "#platform/time.ts";
import { settleDelivery } from "#server/features/automation/settle-delivery.service.ts";
import { insertMessage, storeConversationIds } from "../conversations/conversations.queries.ts";
import { GatewayError, type GatewayMessage, type LinkedInGateway } from "../gateway/gateway.ts";
import {
  cancelChecksOfAccount,
  findSendsToCheck,
  findSettledMessages,
  findUnsettledTo,
  scheduleCheck,
  storeProblem,
  storeProblemOfAccount,
  type UnsettledSend,
} from "./sends.queries.ts";

// There is no idempotency key: after a lost answer the only way to know is to check on LinkedIn. The gateway serves from its own copy, so
// not finding a message at once proves nothing.

const SECOND = 1_000;
export const FIRST_CHECK_MS = 30 * SECOND;
/** After the first check. */
const NEXT_CHECKS_MS = [2 * MINUTE_MS, 10 * MINUTE_MS];
/** The clocks of the gateway and ours differ a little. */
const MARGIN_MS = MINUTE_MS;

const GIVE_UP_AFTER_MS = 15 * MINUTE_MS;

const NOT_FOUND =
  "Dit bericht is niet gevonden op LinkedIn. Kijk het na en verstuur het zo nodig opnieuw, of annuleer het.";

const NOT_ASKED =
  "LinkedIn kon niet worden gevraagd of dit bericht is aangekomen. Kijk het na en verstuur het zo nodig opnieuw, of annuleer het.";

/** Line ends, trailing space and variants of emoji differ between what was sent and what is listed. */
export const comparableText = (text: string): string =>
  text
    .normalize("NFC")
    .replace(/\r\n?/g, "\n")
    .replace(/[\uFE0E\uFE0F\u200B]/g, "")
    .replace(/[ \t]+$/gm, "")
    .trim();

const isSameMessage = ({ text, startedAt }: UnsettledSend, message: GatewayMessage): boolean =>
  message.isOurs &&
  message.at.getTime() >= startedAt.getTime() - MARGIN_MS &&
  comparableText(message.text) === comparableText(text);

/** The message went out: settles the parked part. False when a user decided about it meanwhile. */
const settleFound = (
  platform: Platform,
  scope: Scope,
  send: UnsettledSend,
  { id, chatId, at }: GatewayMessage,
): Promise<boolean> =>
  settleDelivery(platform, scope, send, {
    outcome: "accepted",
    problem: null,
    alsoStore: async (scope) => {
      await scheduleCheck(scope, send.id, { number: send.checks, at: null });
      if (!send.leadId) return;
      const { accountId, leadId, text } = send;
      await storeConversationIds(scope, accountId, leadId, { chatId });
      const message = { accountId, leadId, messageId: id, chatId, isOurs: true, text, at, queueItemId: send.id };
      await insertMessage(scope, message, platform.clock.now());
    },
  });

/** An own message that the gateway reports may be the echo of a send whose answer was lost. It settles one send. */
export const settleByEcho = async (
  platform: Platform,
  scope: Scope,
  accountId: string,
  providerId: string,
  message: GatewayMessage,
): Promise<boolean> => {
  const sends = await findUnsettledTo(scope, accountId, providerId);
  const send = sends.find((candidate) => isSameMessage(candidate, message));
  return send ? settleFound(platform, scope, send, message) : false;
};

/** From now on a user decides about the part. The echo of the message can still settle it. */
const endChecks = (platform: Platform, scope: Scope, { id, checks }: UnsettledSend, problem: string): Promise<void> =>
  transaction(scope, async (scope) => {
    await scheduleCheck(scope, id, { number: checks + 1, at: null });
    await storeProblem(scope, id, problem);
    await platform.events.publish(scope.db, scope.companyId, { topic: "queue" });
  });

/** The sender is disconnected, so that no account is left to ask with: a user decides. */
export const endChecksOfAccount = async (scope: Scope, accountId: string): Promise<void> => {
  await storeProblemOfAccount(scope, accountId, NOT_ASKED);
  await cancelChecksOfAccount(scope, accountId);
};

const checkSend = async (
  platform: Platform,
  scope: Scope,
  gateway: LinkedInGateway,
  send: UnsettledSend,
): Promise<void> => {
  const since = new Date(send.startedAt.getTime() - MARGIN_MS);
  const messages = await gateway.listMessagesWith(send.gatewayAccountId, send.sentToProviderId, since);
  const settled = await findSettledMessages(
    scope,
    send.accountId,
    messages.map(({ id }) => id),
  );
  for (const message of messages.filter(({ id }) => !settled.has(id)).toReversed())
    if (await settleByEcho(platform, scope, send.accountId, send.sentToProviderId, message)) return;
  const pause = NEXT_CHECKS_MS[send.checks];
  const at = pause === undefined ? null : new Date(platform.clock.now().getTime() + pause);
  if (at) await scheduleCheck(scope, send.id, { number: send.checks + 1, at });
  else await endChecks(platform, scope, send, NOT_FOUND);
};

/** If LinkedIn could not be asked for a quarter of an hour, a user decides. */
const endCheckIfOverdue = async (platform: Platform, scope: Scope, send: UnsettledSend): Promise<void> => {
  if (platform.clock.now().getTime() - send.startedAt.getTime() > GIVE_UP_AFTER_MS)
    await endChecks(platform, scope, send, NOT_ASKED);
};

/** For a company without a usable gateway: its settings were cleared, or its key cannot be decrypted. */
export const endOverdueChecks = async (platform: Platform, scope: Scope): Promise<void> => {
  for (const send of await findSendsToCheck(scope, platform.clock.now()))
    await endCheckIfOverdue(platform, scope, send);
};

export const checkLostSends = async (platform: Platform, scope: Scope, gateway: LinkedInGateway): Promise<void> => {
  for (const send of await findSendsToCheck(scope, platform.clock.now())) {
    try {
      await checkSend(platform, scope, gateway, send);
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
      platform.log.warn(
        { companyId: scope.companyId, type: error.type },
        "LinkedIn could not be asked for a lost message",
      );
      await endCheckIfOverdue(platform, scope, send);
    }
  }
};
