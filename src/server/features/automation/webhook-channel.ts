import { OutboundError } from "#platform/outbound/outbound-error.ts";
import { signRequestJwt } from "#platform/outbound/request-jwt.ts";
import type { Platform } from "#platform/platform.ts";
import type { DeliveryAccess } from "#server/features/companies/connections.service.ts";
import type { ClaimedPart, Delivery, DeliveryChannel } from "#server/features/queue/sending.service.ts";

const TIMEOUT_MS = 10_000;

const ARRIVAL_UNKNOWN =
  "Het is niet zeker of dit bericht is aangekomen. Kijk het na en verstuur het zo nodig opnieuw, of annuleer het.";

const ACCEPTED: Delivery = { outcome: "accepted", problem: null };

/** After a 5xx the message may have been sent. Only another 4xx shows that it was not. */
const outcomeOfStatus = (status: number): Delivery => {
  if (status >= 200 && status < 300) return ACCEPTED;
  if (status === 429) return { outcome: "not_sent", problem: "Het verzendadres had het te druk (status 429)." };
  if (status >= 500 || status === 408) return { outcome: "unknown", problem: `${ARRIVAL_UNKNOWN} (status ${status})` };
  return { outcome: "refused", problem: `Het verzendadres weigerde dit bericht (status ${status}).` };
};

const outcomeOfError = (error: OutboundError): Delivery => {
  if (error.sent === "not_sent") return { outcome: "not_sent", problem: error.message };
  return error.status === undefined ? { outcome: "unknown", problem: ARRIVAL_UNKNOWN } : outcomeOfStatus(error.status);
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

export const webhookChannel = (
  { outbound, clock }: Pick<Platform, "outbound" | "clock">,
  companyId: string,
  { url, secret }: DeliveryAccess,
): DeliveryChannel => ({
  name: "webhook",
  send: async (part) => {
    const body = bodyOf(part);
    const token = secret && signRequestJwt(secret, { companyId, requestId: part.id, body, now: clock.now() });
    const headers = {
      "content-type": "application/json",
      "idempotency-key": part.id,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    };
    try {
      const { status } = await outbound.request({ url, method: "POST", headers, body, timeoutMs: TIMEOUT_MS });
      return outcomeOfStatus(status);
    } catch (error) {
      if (error instanceof OutboundError) return outcomeOfError(error);
      throw error;
    }
  },
});
