import type { z } from "zod";
import { isOpen, MESSAGE_STATUSES, nextStatus } from "#contract/message-status.ts";
import { dueKeyOfSection } from "#contract/message-text.ts";
import type { MessageBatch, messageStats, SendPreview } from "#contract/messages.ts";
import type { Undo } from "#contract/undo.ts";
import { AppError } from "#platform/app-error.ts";
import { type Scope, transaction } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import type { Author } from "#server/features/audit/audit.service.ts";
import { channelOf, wakeDelivery } from "#server/features/automation/automation.service.ts";
import { lockForContact } from "#server/features/leads/lead-contact.service.ts";
import { findLeadsByProviderId } from "#server/features/leads/leads.service.ts";
import {
  explainDeparture,
  findSendObstacle,
  openSchedule,
  planFirstPart,
} from "#server/features/queue/plans.service.ts";
import {
  cancelQueuedParts,
  countSentToday,
  endOpenParts,
  findMessagesWithSentParts,
  messageNotFound,
  queueParts,
  stopPartsInFlight,
} from "#server/features/queue/queue.service.ts";
import {
  type ChangedMessage,
  mergeChanges,
  recordUndoable,
  type UndoableChanges,
  undoEnd,
} from "#server/features/undo/undo.service.ts";
import { findCounts } from "./message-lists.queries.ts";
import { changeMessage, lockForChange, type MessageDeps, replaceText } from "./message-store.ts";
import { toUndoable } from "./message-undo.service.ts";
import { contactForbidden, requireNextStatus, TEXTS, undoActionFor } from "./messages.policy.ts";
import {
  findCadence,
  findMessage,
  findMessageLead,
  type LockedMessage,
  lockMessagesOfLeads,
} from "./messages.queries.ts";
import { type BatchResult, runEach } from "./run-each.ts";
import { type FirstPartMoment, type ScheduledPart, scheduleParts } from "./send-schedule.ts";

/** Callers lock the lead first and the message second, everywhere in this order, to avoid deadlocks. */
const requireLeadOfMessage = async (scope: Scope, id: string): Promise<string | null> => {
  const found = await findMessageLead(scope, id);
  if (!found) throw messageNotFound();
  return found.leadId;
};

/** The parts of a message with the dates that approving or sending gives them. */
const schedule = async (
  deps: Pick<Platform, "clock">,
  scope: Scope,
  message: LockedMessage,
  content: string,
  firstPart: FirstPartMoment,
  earliest = undoEnd(deps),
): Promise<{ parts: ScheduledPart[]; isWithinHours: boolean }> => {
  const [cadence, channel] = [await findCadence(scope), await channelOf(scope)];
  const { findAllowed, isWithinHours } = await openSchedule(scope, message, { channel, now: earliest });
  const parts = scheduleParts(content, message.due, { now: earliest, cadence, firstPart, findAllowed });
  return { parts, isWithinHours: isWithinHours(earliest) };
};

/** The dates of a message after its parts were scheduled. They are saved, so that everybody sees them. */
const datesOf = (message: LockedMessage, parts: readonly ScheduledPart[]): LockedMessage["due"] => ({
  ...message.due,
  ...Object.fromEntries(
    parts.flatMap(({ name, due }) => {
      const key = dueKeyOfSection(name);
      return key ? [[key, due]] : [];
    }),
  ),
});

/** Open parts of an earlier approval, queued or failed, may have an older text: they are cancelled and queued again. */
const queueMessage = async (
  deps: MessageDeps,
  scope: Scope,
  message: LockedMessage,
  { content, contentVersion }: Pick<LockedMessage, "content" | "contentVersion">,
  firstPart: FirstPartMoment,
  earliest?: Date,
): Promise<{ queued: UndoableChanges; due: LockedMessage["due"] }> => {
  const { parts } = await schedule(deps, scope, message, content, firstPart, earliest);
  if (parts.length === 0) throw new AppError("conflict", TEXTS.nothingToSend);
  const cancelledParts = await endOpenParts(deps, scope, message.id);
  const newParts = parts.map((part, nth) => ({ ...part, sendNow: firstPart === "now" && nth === 0 }));
  const queuedParts = await queueParts(deps, scope, { ...message, contentVersion }, newParts);
  return { queued: { cancelledParts, queuedParts }, due: datesOf(message, parts) };
};

/** The dates that approving would give the parts now, and whether the SENT button would send within working hours. */
export const previewSending = async (deps: Pick<Platform, "clock">, scope: Scope, id: string): Promise<SendPreview> => {
  const message = await findMessage(scope, id);
  if (!message) throw messageNotFound();
  const { parts, isWithinHours } = await schedule(deps, scope, message, message.content, "chosen");
  const [next] = (await schedule(deps, scope, message, message.content, "next")).parts;
  const before = message.due;
  return {
    parts: parts.map(({ name, due }) => {
      const key = dueKeyOfSection(name);
      const isMoved = key !== undefined && before[key] !== null && before[key].getTime() !== due.getTime();
      return { messageName: name, dateDue: due.toISOString(), isMoved };
    }),
    nextMoment: (next?.due ?? undoEnd(deps)).toISOString(),
    isWithinHours,
    waitsFor: await findSendObstacle(scope, message, await channelOf(scope)),
  };
};

/** A requested new text that arrives later is ignored. */
const NO_REGENERATION = { regenerating: false, regenerationBaseVersion: null } as const;

/** Approves a message, optionally with an edited text, and queues its parts, not before `earliest`: the end of the undo period. */
export const approveMessage = (
  deps: MessageDeps,
  scope: Scope,
  author: Author,
  id: string,
  {
    messageContent,
    contentVersion,
    earliest = undoEnd(deps),
  }: { messageContent?: string; contentVersion?: number | undefined; earliest?: Date } = {},
): Promise<UndoableChanges> =>
  transaction(scope, async (scope) => {
    const leadId = await requireLeadOfMessage(scope, id);
    const refusal = await lockForContact(scope, leadId);
    const message = await lockForChange(scope, id, contentVersion);
    const status = requireNextStatus(message.status, "approve");
    if (refusal) throw contactForbidden(refusal);
    const content = messageContent ?? message.content;
    const isChanged = content !== message.content;
    const text = isChanged ? await replaceText(deps, scope, message, content, "approval") : {};
    const { queued, due } = await queueMessage(deps, scope, message, { ...message, ...text }, "chosen", earliest);
    const audit = isChanged ? { before: { content: message.content }, after: { content } } : {};
    const after = { ...message, ...text, ...NO_REGENERATION, status, due };
    await changeMessage(deps, scope, author, message, after, { action: "message.approved", ...audit });
    await wakeDelivery(deps, scope, earliest);
    return { ...queued, messages: [toUndoable(message, after)] };
  });

/**
 * Sends the first part now (after the undo period, at any hour) or at the next allowed moment, and queues the others. A second
 * click has no effect, and neither has `next` on a message that somebody else approved: its response says when it is sent.
 */
export const sendMessage = (
  deps: MessageDeps,
  scope: Scope,
  author: Author,
  id: string,
  { when = "now", contentVersion }: { when?: "now" | "next" | undefined; contentVersion?: number | undefined } = {},
): Promise<UndoableChanges> =>
  transaction(scope, async (scope) => {
    const leadId = await requireLeadOfMessage(scope, id);
    const refusal = await lockForContact(scope, leadId);
    const message = await lockForChange(scope, id, contentVersion);
    if (message.status === "approved" && (when === "next" || message.sendRequestedAt)) return {};
    const status = requireNextStatus(message.status, "send");
    if (refusal) throw contactForbidden(refusal);
    const { queued, due } = await queueMessage(deps, scope, message, message, when);
    // The company's automation sends a message as soon as this time is set.
    const sendRequestedAt = when === "now" ? deps.clock.now() : null;
    const after = { ...message, ...NO_REGENERATION, status, due, sendRequestedAt };
    await changeMessage(deps, scope, author, message, after, { action: "message.send_requested" });
    await wakeDelivery(deps, scope, undoEnd(deps));
    return { ...queued, messages: [toUndoable(message, after)] };
  });

/** What the planner says about the first part of a message that a user sends: when it leaves, or what it waits for. */
export const explainSending = async (deps: Pick<Platform, "clock">, scope: Scope, id: string) => {
  const message = await findMessage(scope, id);
  const plan = message && (await planFirstPart(deps, scope, message));
  return plan ? explainDeparture(plan) : { message: "Het bericht is onderweg.", departure: "now" as const };
};

const storeCancellation = async (
  deps: MessageDeps,
  scope: Scope,
  author: Author,
  message: LockedMessage,
): Promise<ChangedMessage> => {
  const cancelled = { status: "cancelled", cancelRequestedAt: deps.clock.now() } as const;
  const after = { ...message, ...cancelled, ...NO_REGENERATION };
  await changeMessage(deps, scope, author, message, after, { action: "message.cancelled" });
  return toUndoable(message, after);
};

/**
 * Cancels the open messages of a lead and everything in its queue. A message of which a part was sent or is being sent keeps its
 * status, but its other parts are cancelled, and so is one that is being sent if the attempt does not send it.
 */
export const cancelAllOfLead = (
  deps: MessageDeps,
  scope: Scope,
  author: Author,
  providerId: string,
): Promise<UndoableChanges> =>
  transaction(scope, async (scope) => {
    const leadIds = await findLeadsByProviderId(scope, providerId);
    const messages = await lockMessagesOfLeads(scope, leadIds);
    if (leadIds.length === 0) throw messageNotFound();
    const cancelledParts = await cancelQueuedParts(deps, scope, { leadIds });
    const partsInFlight = await stopPartsInFlight(deps, scope, leadIds);
    const withSentParts = await findMessagesWithSentParts(
      scope,
      messages.map(({ id }) => id),
    );
    const cancellable = messages.filter(({ id, status }) => nextStatus(status, "cancel") && !withSentParts.has(id));
    if (cancelledParts.length + partsInFlight.length === 0 && cancellable.length === 0) {
      throw messages.length === 0 ? messageNotFound() : new AppError("conflict", TEXTS.nothingToCancel);
    }
    const changed: ChangedMessage[] = [];
    for (const message of cancellable) changed.push(await storeCancellation(deps, scope, author, message));
    return { cancelledParts, partsInFlight, messages: changed };
  });

/** Cancels one message and its open parts. */
const cancelMessage = (deps: MessageDeps, scope: Scope, author: Author, id: string): Promise<UndoableChanges> =>
  transaction(scope, async (scope) => {
    const message = await lockForChange(scope, id);
    requireNextStatus(message.status, "cancel");
    const cancelledParts = await endOpenParts(deps, scope, id);
    // Checked after the cancellation, which waits for a worker that is claiming a part.
    if ((await findMessagesWithSentParts(scope, [id])).has(id)) throw new AppError("conflict", TEXTS.cannotCancelSent);
    return { cancelledParts, messages: [await storeCancellation(deps, scope, author, message)] };
  });

/**
 * Withdraws an approval or a cancellation, at any time while nothing was sent. The status becomes pending whatever it was before:
 * "rewritten" would request another text from the automation.
 */
export const undoMessage = (deps: MessageDeps, scope: Scope, author: Author, id: string): Promise<void> =>
  transaction(scope, async (scope) => {
    const message = await lockForChange(scope, id);
    const status = requireNextStatus(message.status, undoActionFor(message.status));
    await cancelQueuedParts(deps, scope, { messageIds: [id] });
    // Checked after the cancellation, which waits for a worker that is claiming a part.
    if ((await findMessagesWithSentParts(scope, [id])).has(id)) throw new AppError("conflict", TEXTS.cannotUndoSent);
    const after = { ...message, status, sendRequestedAt: null, cancelRequestedAt: null };
    await changeMessage(deps, scope, author, message, after, { action: "message.undone" });
  });

/** An approval in a batch takes less, also on a busy server. */
const APPROVAL_MS = 200;

/** Approves or cancels several messages; one undo restores them all. */
export const runBatch = async (
  deps: MessageDeps,
  scope: Scope,
  author: Author,
  { action, ids, contentVersions = {} }: MessageBatch,
): Promise<BatchResult & { undo?: Undo }> => {
  // The undo period begins after the last one: until then nothing of the first ones may be sent either.
  const earliest = new Date(undoEnd(deps).getTime() + ids.length * APPROVAL_MS);
  const performOne = (id: string) =>
    action === "approve"
      ? approveMessage(deps, scope, author, id, { contentVersion: contentVersions[id], earliest })
      : cancelMessage(deps, scope, author, id);
  const changes: UndoableChanges[] = [];
  const result = await runEach(ids, async (id) => {
    changes.push(await performOne(id));
  });
  return { ...result, ...(await recordUndoable(deps, scope, mergeChanges(changes))) };
};

/** The counters of the dashboard, without cancelled messages. */
export const readStats = async (scope: Scope, now: Date): Promise<z.infer<typeof messageStats>> => {
  const counts = await findCounts(scope);
  const sum = (choose: (line: (typeof counts)[number]) => boolean): number =>
    counts.filter(choose).reduce((total, { count }) => total + count, 0);
  const messages = counts.filter(({ subject }) => subject === "messages");
  const countBy = (key: "kind" | "status") =>
    Object.fromEntries(
      [...Map.groupBy(messages, (line) => line[key])].map(([name, lines]) => [
        name,
        lines.reduce((total, { count }) => total + count, 0),
      ]),
    );
  const open = new Set<string>(MESSAGE_STATUSES.filter(isOpen));
  return {
    total: sum(({ subject }) => subject === "messages"),
    byStatus: countBy("status"),
    byType: countBy("kind"),
    toReview: sum(({ subject, status }) => subject === "messages" && open.has(status)),
    queued: sum(({ subject, status }) => subject === "queue" && status === "QUEUED"),
    sentToday: await countSentToday(scope, now),
  };
};
