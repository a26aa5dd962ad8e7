import type { MessageStatus } from "#contract/message-status.ts";
import { dueKeyOfSection } from "#contract/message-text.ts";
import type { MessageBatch, SendPreview } from "#contract/messages.ts";
import type { Undo } from "#contract/undo.ts";
import { AppError } from "#platform/app-error.ts";
import { type Scope, transaction } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import type { AuditActor } from "#server/features/audit/audit.service.ts";
import { channelOf, wakeDelivery } from "#server/features/automation/automation.service.ts";
import { lockForContact } from "#server/features/leads/lead-contact.service.ts";
import {
  explainDeparture,
  findLeadsToInvite,
  findSendObstacle,
  planFirstPart,
} from "#server/features/queue/planning/departures.service.ts";
import { openSchedule } from "#server/features/queue/planning/open-schedule.service.ts";
import { endOpenParts, messageNotFound, queueParts } from "#server/features/queue/queue.service.ts";
import { mergeChanges, recordUndoable, type UndoableChanges, undoEnd } from "#server/features/undo/undo.service.ts";
import { cancelMessage } from "./message-cancelling.service.ts";
import { changeMessage, lockForChange, type MessageDeps, NO_REGENERATION, replaceText } from "./message-store.ts";
import { toUndoable } from "./message-undo.service.ts";
import { contactForbidden, requireNextStatus, TEXTS } from "./messages.policy.ts";
import { findCadence, findMessage, findMessageLead, findNotQueued, type LockedMessage } from "./messages.queries.ts";
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

/** An approval from outside the product has queued nothing: a user can still queue the message, unless Airtable sends it. */
const statusAfterApproval = async (scope: Scope, { id, status }: LockedMessage): Promise<MessageStatus> => {
  if (status !== "approved") return requireNextStatus(status, "approve");
  const notQueued = await findNotQueued(scope, id);
  if (notQueued === "sent_by_airtable") throw new AppError("conflict", TEXTS.sentByAirtable);
  return notQueued ? status : requireNextStatus(status, "approve");
};

/** Approves a message, optionally with an edited text, and queues its parts, not before `earliest`: the end of the undo period. */
export const approveMessage = (
  deps: MessageDeps,
  scope: Scope,
  actor: AuditActor,
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
    const status = await statusAfterApproval(scope, message);
    if (refusal) throw contactForbidden(refusal);
    const content = messageContent ?? message.content;
    const isChanged = content !== message.content;
    const text = isChanged ? await replaceText(deps, scope, message, content, "approval") : {};
    const { queued, due } = await queueMessage(deps, scope, message, { ...message, ...text }, "chosen", earliest);
    const audit = isChanged ? { before: { content: message.content }, after: { content } } : {};
    const after = { ...message, ...text, ...NO_REGENERATION, status, due };
    await changeMessage(deps, scope, actor, message, after, { action: "message.approved", ...audit });
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
  actor: AuditActor,
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
    await changeMessage(deps, scope, actor, message, after, { action: "message.send_requested" });
    await wakeDelivery(deps, scope, undoEnd(deps));
    return { ...queued, messages: [toUndoable(message, after)] };
  });

/** What the planner says about the first part of a message that a user sends: when it leaves, or what it waits for. */
export const explainSending = async (deps: Pick<Platform, "clock">, scope: Scope, id: string) => {
  const message = await findMessage(scope, id);
  const plan = message && (await planFirstPart(deps, scope, message));
  return plan ? explainDeparture(plan) : { message: "Het bericht is onderweg.", departure: "now" as const };
};

/** An approval in a batch takes less, also on a busy server. */
const APPROVAL_MS = 200;

/** Only a hint: the approvals stand when it cannot be read, and the user needs the answer to undo them. */
const findLeadsToInviteIfPossible = (
  { log }: Pick<Platform, "log">,
  scope: Scope,
  messageIds: readonly string[],
): Promise<string[]> =>
  findLeadsToInvite(scope, messageIds).catch((error: unknown) => {
    log.warn({ err: error, companyId: scope.companyId }, "the leads to invite could not be read");
    return [];
  });

/** Approves or cancels several messages; one undo restores them all. */
export const runBatch = async (
  deps: MessageDeps & Pick<Platform, "log">,
  scope: Scope,
  actor: AuditActor,
  { action, ids, contentVersions = {} }: MessageBatch,
): Promise<BatchResult & { leadsToInvite: string[]; undo?: Undo }> => {
  // The undo period begins after the last one: until then nothing of the first ones may be sent either.
  const earliest = new Date(undoEnd(deps).getTime() + ids.length * APPROVAL_MS);
  const performOne = (id: string) =>
    action === "approve"
      ? approveMessage(deps, scope, actor, id, { contentVersion: contentVersions[id], earliest })
      : cancelMessage(deps, scope, actor, id);
  const changes: UndoableChanges[] = [];
  const result = await runEach(ids, async (id) => {
    changes.push(await performOne(id));
  });
  const undo = await recordUndoable(deps, scope, mergeChanges(changes));
  return {
    ...result,
    leadsToInvite: action === "approve" ? await findLeadsToInviteIfPossible(deps, scope, result.done) : [],
    ...undo,
  };
};
