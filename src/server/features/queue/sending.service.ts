import { randomUUID } from "node:crypto";
import { type Scope, transaction } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { enqueueEdit } from "#server/features/airtable/airtable.service.ts";
import { lockForContact } from "#server/features/leads/lead-contact.service.ts";
import { explainWithdrawal } from "./queue.policy.ts";
import { setMessagePaused } from "./queue.queries.ts";
import {
  type ClaimedPart,
  claimPart,
  type DeliveryOutcome,
  findDuePart,
  findRecentAttempts,
  findStaleParts,
  finishAttempt,
  insertAttempt,
  lockMessageRow,
  settlePart,
  withdrawPart,
} from "./sending.queries.ts";

export type { ClaimedPart, DeliveryOutcome } from "./sending.queries.ts";

type SendingDeps = Pick<Platform, "events" | "clock">;

/**
 * "withdrawn": the part was cancelled because its lead may not be contacted. "lost": another process claimed it. After
 * both, there may be another part.
 */
export type ClaimResult = ClaimedPart | "withdrawn" | "lost" | "none";

/**
 * Claims the next due part and records the start of an attempt. The lead is locked and checked once more, so that
 * nobody is contacted after their class was changed.
 */
export const claimNextPart = (deps: SendingDeps, scope: Scope, channel: string): Promise<ClaimResult> =>
  transaction(scope, async (scope) => {
    const now = deps.clock.now();
    const due = await findDuePart(scope, now);
    if (!due) return "none";
    const refusal = await lockForContact(scope, due.leadId);
    if (due.messageId) await lockMessageRow(scope, due.messageId);
    if (refusal) {
      const withdrawn = await withdrawPart(scope, due.id, explainWithdrawal(refusal), now);
      if (withdrawn > 0)
        await enqueueEdit(scope, "queue", due.id, { status: { before: "QUEUED", after: "CANCELLED" } });
      await deps.events.publish(scope.db, scope.companyId, { topic: "queue" });
      return "withdrawn";
    }
    const part = await claimPart(scope, due.id, randomUUID(), now);
    if (!part) return "lost";
    await insertAttempt(scope, part, channel, now);
    return part;
  });

/** The channel's response, with a text for users where it failed. */
export interface Delivery {
  outcome: DeliveryOutcome;
  problem: string | null;
}

const STATUS_AFTER = { accepted: "SENT", refused: "ERROR", unknown: "ERROR", not_sent: "QUEUED" } as const;

/**
 * Records the outcome of a claimed part; false when the claim is no longer valid. Only a part that was certainly not
 * sent goes back into the queue. After a failure the later parts wait for a user's decision.
 */
export const settleClaim = async (
  deps: SendingDeps,
  scope: Scope,
  part: ClaimedPart,
  { outcome, problem }: Delivery,
): Promise<boolean> => {
  const now = deps.clock.now();
  if (part.messageId) await lockMessageRow(scope, part.messageId);
  const status = STATUS_AFTER[outcome];
  const settled = await settlePart(scope, part, { status, problem }, now);
  if (settled === 0) return false;
  await finishAttempt(scope, part, outcome, problem, now);
  const failed = status === "ERROR";
  if (part.messageId) await setMessagePaused(scope, part.messageId, failed, now);
  if (status !== "QUEUED") {
    const dateSent = status === "SENT" ? { date_sent: { before: null, after: now.toISOString() } } : {};
    await enqueueEdit(scope, "queue", part.id, { status: { before: "QUEUED", after: status }, ...dateSent });
  }
  await deps.events.publish(scope.db, scope.companyId, { topic: "queue" });
  return true;
};

/** Claims whose worker died. */
export const findStaleClaims = (scope: Scope, before: Date): Promise<ClaimedPart[]> => findStaleParts(scope, before);

export const recentAttempts = (scope: Scope, limit: number) => findRecentAttempts(scope, limit);
