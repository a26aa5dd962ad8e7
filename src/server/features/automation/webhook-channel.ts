import { OutboundError } from "#platform/outbound/outbound-error.ts";
import { signToken } from "#platform/outbound/signed-token.ts";
import type { Platform } from "#platform/platform.ts";
import type { DeliveryAccess } from "#server/features/companies/delivery-access.service.ts";
import type { ClaimedPart, Delivery } from "#server/features/queue/queue.service.ts";
import type { Channel } from "./channel.ts";

const TIMEOUT_MS = 10_000;

const UNKNOWN =
  "Het is niet zeker of dit bericht is aangekomen. Kijk het na en verstuur het zo nodig opnieuw, of annuleer het.";

const ACCEPTED: Delivery = { outcome: "accepted", problem: null };

/** A server that stumbles may have sent it before it did. Only a clear refusal is known not to have gone out. */
const judgeStatus = (status: number): Delivery => {
  if (status >= 200 && status < 300) return ACCEPTED;
  if (status === 429) return { outcome: "not_sent", problem: "Het verzendadres had het te druk (status 429)." };
  if (status >= 500 || status === 408) return { outcome: "unknown", problem: `${UNKNOWN} (status ${status})` };
  return { outcome: "refused", problem: `Het verzendadres weigerde dit bericht (status ${status}).` };
};

const judgeError = (error: OutboundError): Delivery => {
  if (error.sent === "no") return { outcome: "not_sent", problem: error.message };
  return error.status === undefined ? { outcome: "unknown", problem: UNKNOWN } : judgeStatus(error.status);
};

const bodyOf = (part: ClaimedPart): string =>
  JSON.stringify({
    idempotencyKey: part.id,
    messageId: part.messageId,
    messageName: part.name,
    text: part.text,
    messageFlow: part.messageFlow,
    dateDue: part.dateDue,
    providerId: part.providerId,
    fullName: part.fullName,
    linkedInUrl: part.linkedInUrl,
  });

/** Hands messages to an address of the company's own, which sends them. */
export const webhookChannel = (
  { outbound, clock }: Pick<Platform, "outbound" | "clock">,
  companyId: string,
  { url, secret }: DeliveryAccess,
): Channel => ({
  name: "webhook",
  send: async (part) => {
    const body = bodyOf(part);
    const token = secret && signToken(secret, { companyId, id: part.id, body, now: clock.now() });
    const headers = {
      "content-type": "application/json",
      "idempotency-key": part.id,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    };
    try {
      const { status } = await outbound.request({ url, method: "POST", headers, body, timeoutMs: TIMEOUT_MS });
      return judgeStatus(status);
    } catch (error) {
      if (error instanceof OutboundError) return judgeError(error);
      throw error;
    }
  },
});
