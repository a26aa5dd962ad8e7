import { randomUUID } from "node:crypto";
import type { Channel } from "#contract/queue.ts";
import { type PlatformScope, type Scope, transaction } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { MINUTE_MS, toDatabaseTime } from "#platform/time.ts";
import { enqueueEdit } from "#server/features/airtable/airtable.service.ts";
import { lockForContact } from "#server/features/leads/lead-contact.service.ts";
import { keepsApproval } from "#server/features/messages/approval.service.ts";
import {
  type SenderRow,
  selectRules,
  selectRulesLocked,
  storeIdleUntil,
  storeNextAllowed,
} from "#server/features/senders/senders.service.ts";
import { findOpening, planParts } from "./planning/planner.ts";
import { pastMessagesSince, toQueuedPart, toRules } from "./planning/planner-input.ts";
import { type PastMessage, selectPastMessages } from "./planning/plans.queries.ts";
import { findNextParts, type PartRow, selectNextParts } from "./planning/queued-parts.queries.ts";
import { pauseAfter, spacingAfter } from "./planning/sending-slots.ts";
import { automaticCancellationText } from "./queue.policy.ts";
import { updatePausesAfterFailure } from "./queue.queries.ts";
import {
  type ClaimedPart,
  claimPart,
  type DeliveryOutcome,
  findDueSenders,
  findRecentAttempts,
  findStaleParts,
  finishAttempt,
  insertAttempt,
  lockMessageRow,
  lockPartsWithoutLead,
  readDatabaseClock,
  type SettledStatus,
  settlePart,
  withdrawPart,
} from "./sending.queries.ts";

export type { ClaimedPart, DeliveryOutcome } from "./sending.queries.ts";

type SendingDeps = Pick<Platform, "events" | "clock">;

/**
 * "withdrawn": the part was cancelled because its lead may not be contacted, or its text was changed after the approval; the
 * caller looks for another part. `waiting`: nothing may be sent before `until` (null when that is unknown).
 */
export type ClaimResult = ClaimedPart | "withdrawn" | { waiting: true; until: Date | null };

/** Mostly the first due part may go. */
const FIRST_BATCH = 3;
const BATCH = 100;
const MAX_PLANS = 5;
/** A part whose lead may not be contacted any more is withdrawn within this time, also while its sender may send nothing. */
const MAX_IDLE_MS = 15 * MINUTE_MS;

/** From a minute before the opening on, a run finds the exact moment at which the delivery has to be woken. */
const findIdleEnd = (opening: Date | null, now: Date): Date | undefined => {
  const openingMs = opening?.getTime() ?? Number.POSITIVE_INFINITY;
  const end = new Date(Math.min(openingMs - MINUTE_MS, now.getTime() + MAX_IDLE_MS));
  return end > now ? end : undefined;
};

/** The time by the clock of the database, which decides for all processes what is due. */
export const readDatabaseTime = async ({ clock }: Pick<Platform, "clock">, scope: PlatformScope): Promise<Date> =>
  toDatabaseTime(clock, await readDatabaseClock(scope));

/**
 * The first part of a sender that the planner lets go now, or the first that has to be withdrawn. In batches: a sender may have
 * thousands of due parts. While its hours, caps or spacing let nothing go, only the parts are read that do not wait for them.
 * Mostly everything comes in one round trip. With `selectRulesLocked`, what was sent is read after the lock was taken.
 */
export const findSendable = async (
  { clock }: Pick<Platform, "clock">,
  scope: Scope,
  senderId: string,
  channel: Channel,
  selectSender = selectRules,
) => {
  const [[sender], past, firstParts] = await scope.db.rowsOfEach<[SenderRow, PastMessage, PartRow]>([
    selectSender(scope, senderId).statement,
    selectPastMessages(scope, senderId, pastMessagesSince(clock.now())),
    selectNextParts(scope, senderId, { channel, limit: FIRST_BATCH }),
  ]);
  // One send at a time: another process is sending for this sender.
  if (!sender || past.some(({ isSending }) => isSending)) return { until: null };
  const now = toDatabaseTime(clock, sender.readAt);
  const rules = toRules(sender);
  const opening = findOpening(rules, past, now);
  const onlyUrgentDueBy = opening === null || opening > now ? now : undefined;
  const readBatch = (after?: PartRow): Promise<PartRow[]> =>
    findNextParts(scope, senderId, { channel, after, limit: BATCH, onlyUrgentDueBy });
  let until = onlyUrgentDueBy ? opening : null;
  let rows = onlyUrgentDueBy ? await readBatch() : firstParts;
  for (let limit = onlyUrgentDueBy ? BATCH : FIRST_BATCH; ; limit = BATCH) {
    const parts = rows.map((row) => toQueuedPart(row, sender));
    const plans = planParts(rules, past, parts, now);
    const isStopped = ({ id }: PartRow): boolean => plans.get(id)?.wait?.code === "stopped";
    const isAllowed = ({ id }: PartRow): boolean =>
      (plans.get(id)?.at?.getTime() ?? Number.POSITIVE_INFINITY) <= now.getTime();
    const isDue = ({ due }: PartRow): boolean => due !== null && due <= now;
    const part = rows.find((row) => isDue(row) && (isStopped(row) || isAllowed(row)));
    if (part) return { part, sender, now, isStopped: isStopped(part), until };
    for (const { at } of plans.values()) if (at && (!until || at < until)) until = at;
    const last = rows.at(-1);
    if (!last || rows.length < limit || !isDue(last))
      return { until, idleUntil: onlyUrgentDueBy && findIdleEnd(opening, now) };
    rows = await readBatch(last);
  }
};

/**
 * Claims the next part of a sender. The lead is locked and checked once more, so that nobody is contacted after their class was
 * changed. "changed": something changed since the plan was computed, so that it says nothing about this part.
 */
const claimPlanned = (
  deps: SendingDeps,
  scope: Scope,
  senderId: string,
  channel: Channel,
): Promise<ClaimResult | "changed"> =>
  transaction(scope, async (scope) => {
    const found = await findSendable(deps, scope, senderId, channel, selectRulesLocked);
    if (!found.part) {
      if (found.idleUntil) await storeIdleUntil(scope, senderId, found.idleUntil);
      return { waiting: true, until: found.until };
    }
    const { part: due, sender, now, isStopped } = found;
    const refusal =
      (await lockForContact(scope, due.leadId)) ?? (due.replied ? { reason: "replied" as const } : undefined);
    if (due.messageId) await lockMessageRow(scope, due.messageId);
    if (refusal) return withdraw(deps, scope, due.id, automaticCancellationText(refusal), now);
    if (due.messageId && !(await keepsApproval(deps, scope, due.messageId))) return "withdrawn";
    // A stopped part has no time. Its class was lifted meanwhile, which is no reason to send it at once.
    const part = isStopped ? undefined : await claimPart(scope, due.id, randomUUID(), now);
    if (!part) return "changed";
    await insertAttempt(scope, part, channel, now);
    const momentAfter = (milliseconds: number) => new Date(now.getTime() + milliseconds);
    const answer = momentAfter(pauseAfter(sender, part.id));
    const message = due.isAnswer ? answer : momentAfter(spacingAfter(sender, "message", part.id));
    await storeNextAllowed(scope, senderId, { message, answer });
    return part;
  });

const claimForSender = async (
  deps: SendingDeps,
  scope: Scope,
  senderId: string,
  channel: Channel,
): Promise<ClaimResult> => {
  for (let plans = 0; plans < MAX_PLANS; plans++) {
    const result = await claimPlanned(deps, scope, senderId, channel);
    if (result !== "changed") return result;
  }
  return { waiting: true, until: null };
};

const withdraw = async (
  deps: SendingDeps,
  scope: Scope,
  id: string,
  problem: string,
  now: Date,
): Promise<"withdrawn"> => {
  const withdrawn = await withdrawPart(scope, id, problem, now);
  if (withdrawn > 0) await enqueueEdit(scope, "queue", id, { status: { before: "QUEUED", after: "CANCELLED" } });
  await deps.events.publish(scope.db, scope.companyId, { topic: "queue" });
  return "withdrawn";
};

/** A due part without a lead is sent by nobody. It gets some time first: its lead may be on its way from Airtable. */
export const withdrawPartsWithoutLead = (deps: SendingDeps, scope: Scope, createdBefore: Date): Promise<void> =>
  transaction(scope, async (scope) => {
    const now = await readDatabaseTime(deps, scope);
    for (const { id } of await lockPartsWithoutLead(scope, now, createdBefore))
      await withdraw(deps, scope, id, automaticCancellationText({ reason: "no_lead" }), now);
  });

/**
 * Claims the next part that the planner lets go, of any sender, and records the start of an attempt. `waiting` collects the
 * senders that may send nothing now; they are not asked again.
 */
export const claimNextPart = async (
  deps: SendingDeps,
  scope: Scope,
  channel: Channel,
  waiting = new Set<string>(),
): Promise<ClaimResult> => {
  let earliest: Date | null = null;
  const senders = await findDueSenders(scope, channel, await readDatabaseTime(deps, scope));
  for (const senderId of senders) {
    if (waiting.has(senderId)) continue;
    const result = await claimForSender(deps, scope, senderId, channel);
    if (typeof result === "string" || !("waiting" in result)) return result;
    waiting.add(senderId);
    if (result.until && (!earliest || result.until < earliest)) earliest = result.until;
  }
  return { waiting: true, until: earliest };
};

/** Whether the planner lets a part go now. Nothing is locked or claimed. */
export const hasSendablePart = async (
  deps: Pick<Platform, "clock">,
  scope: Scope,
  channel: Channel,
  waiting: ReadonlySet<string>,
): Promise<boolean> => {
  for (const senderId of await findDueSenders(scope, channel, await readDatabaseTime(deps, scope))) {
    if (!waiting.has(senderId) && (await findSendable(deps, scope, senderId, channel)).part) return true;
  }
  return false;
};

/** The channel's response, with a text for users where it failed. */
export interface Delivery {
  outcome: DeliveryOutcome;
  problem: string | null;
  /** Runs in the transaction that stores the outcome. */
  alsoStore?: (scope: Scope) => Promise<unknown>;
}

/** Sends a message once, without retries, and returns the outcome. */
export interface DeliveryChannel {
  name: Channel;
  send(part: ClaimedPart): Promise<Delivery>;
}

const STATUS_AFTER = { accepted: "SENT", refused: "ERROR", unknown: "ERROR", not_sent: "QUEUED" } as const;

/**
 * Records the outcome of a claimed part, and returns its status; undefined when the claim is no longer valid. Only a part that was certainly not
 * sent goes back into the queue. After a failure the later parts wait for a user's decision.
 */
export const settleClaim = async (
  deps: SendingDeps,
  scope: Scope,
  part: ClaimedPart,
  { outcome, problem }: Delivery,
): Promise<SettledStatus | undefined> => {
  const now = deps.clock.now();
  if (part.messageId) await lockMessageRow(scope, part.messageId);
  const isUnsent = outcome === "refused" || outcome === "not_sent";
  const settled = await settlePart(scope, part, { status: STATUS_AFTER[outcome], problem, isUnsent }, now);
  if (!settled) return undefined;
  const { status } = settled;
  await finishAttempt(scope, part, outcome, problem, now);
  if (part.messageId) await updatePausesAfterFailure(scope, part.messageId, now);
  if (status !== "QUEUED") {
    const dateSent = status === "SENT" ? { date_sent: { before: null, after: now.toISOString() } } : {};
    await enqueueEdit(scope, "queue", part.id, { status: { before: "QUEUED", after: status }, ...dateSent });
  }
  await deps.events.publish(scope.db, scope.companyId, { topic: "queue" });
  return status;
};

/** Claims whose worker died. */
export const findStaleClaims = (scope: Scope, before: Date): Promise<ClaimedPart[]> => findStaleParts(scope, before);

export const recentAttempts = (scope: Scope, channel: Channel, limit: number) =>
  findRecentAttempts(scope, channel, limit);
