import type { Scope } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { settleDelivery } from "#server/features/automation/settle-delivery.service.ts";
import { insertMessage, storeConversationIds } from "./conversations.queries.ts";
import { GatewayError, type GatewayMessage, type LinkedInGateway } from "./gateway.ts";
import { findSendsToCheck, findUnsettledTo, scheduleCheck, storeProblem, type UnsettledSend } from "./sends.queries.ts";

// There is no idempotency key: after a lost answer the only way to know is to check on LinkedIn. The gateway serves from its own copy, so
// not finding a message at once proves nothing.

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
export const FIRST_CHECK_MS = 30 * SECOND;
/** After the first check. */
const NEXT_CHECKS_MS = [2 * MINUTE, 10 * MINUTE];
/** The clocks of the gateway and ours differ a little. */
const MARGIN_MS = MINUTE;

const NOT_FOUND =
  "Dit bericht is niet gevonden op LinkedIn. Kijk het na en verstuur het zo nodig opnieuw, of annuleer het.";

/** Line ends, trailing space and variants of emoji differ between what was sent and what is listed. */
export const normalizeText = (text: string): string =>
  text
    .normalize("NFC")
    .replace(/\r\n?/g, "\n")
    .replace(/[\uFE0E\uFE0F\u200B]/g, "")
    .replace(/[ \t]+$/gm, "")
    .trim();

const isSameMessage = ({ text, startedAt }: UnsettledSend, message: GatewayMessage): boolean =>
  message.isOurs &&
  message.at.getTime() >= startedAt.getTime() - MARGIN_MS &&
  normalizeText(message.text) === normalizeText(text);

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
      await insertMessage(scope, {
        accountId,
        leadId,
        messageId: id,
        chatId,
        isOurs: true,
        text,
        at,
        queueItemId: send.id,
      });
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

const checkSend = async (
  platform: Platform,
  scope: Scope,
  gateway: LinkedInGateway,
  send: UnsettledSend,
): Promise<void> => {
  const since = new Date(send.startedAt.getTime() - MARGIN_MS);
  const messages = await gateway.listMessagesWith(send.gatewayAccountId, send.sentTo, since);
  for (const message of messages.toReversed())
    if (await settleByEcho(platform, scope, send.accountId, send.sentTo, message)) return;
  const pause = NEXT_CHECKS_MS[send.checks];
  const at = pause === undefined ? null : new Date(platform.clock.now().getTime() + pause);
  await scheduleCheck(scope, send.id, { number: send.checks + 1, at });
  if (at) return;
  await storeProblem(scope, send.id, NOT_FOUND);
  await platform.events.publish(scope.db, scope.companyId, { topic: "queue" });
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
    }
  }
};
