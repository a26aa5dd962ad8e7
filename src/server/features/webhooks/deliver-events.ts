import { createHmac } from "node:crypto";
import { type Scope, transaction } from "#platform/database/scope.ts";
import { OutboundError } from "#platform/outbound/outbound-error.ts";
import type { Platform } from "#platform/platform.ts";
import { HOUR_MS, MINUTE_MS } from "#platform/time.ts";
import {
  type ClaimedDelivery,
  claimDelivery,
  claimFailureMail,
  type DeliveryOutcome,
  deactivateWebhook,
  endFailure,
  isActiveCompany,
  settleDelivery,
} from "./webhooks.queries.ts";
import { decryptWebhookSecret, mailWebhookFailureJob } from "./webhooks.service.ts";

type DeliveryDeps = Pick<Platform, "database" | "clock" | "outbound" | "secrets" | "events" | "jobs">;

const SECOND = 1_000;
const TIMEOUT_MS = 10 * SECOND;
/** Longer than an attempt can take. */
const CLAIM_MS = MINUTE_MS;
/** A company with slow receivers and many events must not occupy a worker while others wait for one. */
const TURN_MS = 30 * SECOND;
/** The waiting times after a failed attempt, as the Standard Webhooks specification proposes: ten attempts in 76 hours. */
const RETRY_AFTER_MS = [
  5 * SECOND,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];

const GONE = 410;

/** The headers of the Standard Webhooks scheme. The id stays the same at every attempt, so that the receiver can skip repetitions. */
const signatureHeaders = (secret: string, eventId: string, body: string, now: Date): Record<string, string> => {
  const timestamp = String(Math.floor(now.getTime() / SECOND));
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const signature = createHmac("sha256", key).update(`${eventId}.${timestamp}.${body}`).digest("base64");
  return { "webhook-id": eventId, "webhook-timestamp": timestamp, "webhook-signature": `v1,${signature}` };
};

type Response = { status: number | null; problem: string | null };

const sendEvent = async (
  { outbound, secrets, clock }: DeliveryDeps,
  { webhookId, url, secretEncrypted, eventId, type, occurredAt, data }: ClaimedDelivery,
): Promise<Response> => {
  const secret = decryptWebhookSecret(secrets, webhookId, secretEncrypted);
  if (!secret) return { status: null, problem: "Het geheim van deze webhook is onleesbaar. Maak de webhook opnieuw." };
  const body = JSON.stringify({ type, timestamp: occurredAt.toISOString(), data });
  const headers = { "content-type": "application/json", ...signatureHeaders(secret, eventId, body, clock.now()) };
  try {
    const { status } = await outbound.request({ url, method: "POST", headers, body, timeoutMs: TIMEOUT_MS });
    return { status, problem: status >= 200 && status < 300 ? null : `Het adres antwoordde met status ${status}.` };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    // A response that cannot be read, for example because it is too large, is a delivery when its status is 2xx.
    const isAccepted = error.status !== undefined && error.status >= 200 && error.status < 300;
    return { status: error.status ?? null, problem: isAccepted ? null : error.message };
  }
};

const outcomeOf = ({ attempts }: ClaimedDelivery, { status, problem }: Response, now: Date): DeliveryOutcome => {
  const retryAfter = status === GONE ? undefined : RETRY_AFTER_MS[attempts - 1];
  const statusAfterProblem = retryAfter === undefined ? "failed" : "waiting";
  return {
    status: problem === null ? "delivered" : statusAfterProblem,
    responseStatus: status,
    problem,
    nextAttemptAt: new Date(now.getTime() + (retryAfter ?? 0)),
  };
};

/** Stores the outcome. The company's admins are told once, until a delivery succeeds. */
const storeOutcome = (deps: DeliveryDeps, scope: Scope, claim: ClaimedDelivery, response: Response): Promise<void> =>
  transaction(scope, async (scope) => {
    const now = deps.clock.now();
    const { webhookId } = claim;
    const outcome = outcomeOf(claim, response, now);
    await settleDelivery(scope, claim, outcome);
    if (response.status === GONE)
      await deactivateWebhook(scope, webhookId, "Het adres wil geen gebeurtenissen meer ontvangen (status 410).");
    if (outcome.status === "delivered") await endFailure(scope, webhookId);
    if (outcome.status === "failed" && (await claimFailureMail(scope, webhookId, now)))
      await deps.jobs.enqueue(scope.db, mailWebhookFailureJob, { companyId: scope.companyId, webhookId });
  });

/**
 * Delivers what is due, one by one. Returns when nothing is left, apart from webhooks that failed during this run, or when
 * the company's turn is over: the minutely job starts the next one.
 */
export const deliverEvents = async (
  deps: DeliveryDeps,
  companyId: string,
  signal = new AbortController().signal,
): Promise<void> => {
  if (!(await isActiveCompany({ db: deps.database.platform }, companyId))) return;
  const scope: Scope = {
    db: deps.database.tenant(companyId),
    companyId,
    actor: { id: companyId, name: "Systeem", role: "user" },
  };
  const failed = new Set<string>();
  const endOfTurn = deps.clock.now().getTime() + TURN_MS;
  while (!signal.aborted) {
    const now = deps.clock.now();
    if (now.getTime() > endOfTurn) break;
    const claim = await claimDelivery(scope, {
      now,
      claimedUntil: new Date(now.getTime() + CLAIM_MS),
      skip: [...failed],
    });
    if (!claim) break;
    const response = await sendEvent(deps, claim);
    await storeOutcome(deps, scope, claim, response);
    if (response.problem !== null) failed.add(claim.webhookId);
    await deps.events.publish(scope.db, companyId, { topic: "integrations", id: claim.webhookId });
  }
};
