import { isSent, nextStatus, type ReplyStatus } from "#contract/message-status.ts";
import { dueKeyOfSection, type SectionHeader } from "#contract/message-text.ts";
import type { Channel } from "#contract/queue.ts";
import type { Undo } from "#contract/undo.ts";
import { type Scope, transaction } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import type { AuditActor } from "#server/features/audit/audit.service.ts";
import { wakeDelivery } from "#server/features/automation/automation.service.ts";
import { lockForContact } from "#server/features/leads/lead-contact.service.ts";
import { requireDeparture } from "#server/features/queue/planning/departures.service.ts";
import { openSchedule } from "#server/features/queue/planning/open-schedule.service.ts";
import { findMessagesWithSentParts, requireItemOwners } from "#server/features/queue/queue.service.ts";
import { editQueued, requeue } from "#server/features/queue/queue-edits.service.ts";
import { type ChangedMessage, recordUndoable, undoEnd } from "#server/features/undo/undo.service.ts";
import { type MessageDeps, storeMessage } from "./message-store.ts";
import { toUndoable } from "./message-undo.service.ts";
import { contactForbidden, requireApproval } from "./messages.policy.ts";
import { type LockedMessage, lockMessage, lockMessagesOfLeads } from "./messages.queries.ts";
import { type BatchResult, runEach } from "./run-each.ts";

/**
 * Sets the status of a message after the delivery of its first part: sent or error. Later parts change nothing, nor
 * does a delivery after a reaction has arrived. Runs in the caller's transaction.
 */
export const applyDeliveryOutcome = async (
  deps: Pick<Platform, "events" | "clock">,
  scope: Scope,
  messageId: string,
  outcome: "accepted" | "refused" | "unknown",
): Promise<void> => {
  const message = await lockMessage(scope, messageId);
  if (!message || (message.status !== "approved" && message.status !== "error")) return;
  const sent = { status: "sent", sentAt: deps.clock.now() } as const;
  const after = outcome === "accepted" ? sent : ({ status: "error" } as const);
  if (after.status === message.status) return;
  await storeMessage(deps, scope, message, { ...message, ...after });
  await deps.events.publish(scope.db, scope.companyId, { topic: "messages", id: messageId });
};

/** A user cancelled everything of the lead while the part was being sent, and it was not sent. Runs in the caller's transaction. */
export const cancelStoppedMessage = async (
  deps: Pick<Platform, "events" | "clock">,
  scope: Scope,
  messageId: string,
): Promise<void> => {
  const message = await lockMessage(scope, messageId);
  const status = message && nextStatus(message.status, "cancel");
  if (!status || (await findMessagesWithSentParts(scope, [messageId])).has(messageId)) return;
  await storeMessage(deps, scope, message, { ...message, status, cancelRequestedAt: deps.clock.now() });
  await deps.events.publish(scope.db, scope.companyId, { topic: "messages", id: messageId });
};

/** Stores what a lead did after a message was sent. Runs in the caller's transaction. Returns what an undo restores. */
export const applyReaction = async (
  deps: Pick<Platform, "events" | "clock">,
  scope: Scope,
  messageId: string,
  status: "connected" | ReplyStatus,
): Promise<ChangedMessage[]> => {
  const message = await lockMessage(scope, messageId);
  if (!message || message.status === status) return [];
  if (!isSent(message.status) || (status === "connected" && message.status !== "sent")) return [];
  const after = { ...message, status };
  await storeMessage(deps, scope, message, after);
  await deps.events.publish(scope.db, scope.companyId, { topic: "messages", id: messageId });
  return [toUndoable(message, after)];
};

/**
 * Where the company's own automation sends the part on its date, nobody holds it back then: it gets a moment at which its
 * sender may send.
 */
export const toAllowedDate = async (
  { clock }: MessageDeps,
  scope: Scope,
  { id, messageFlow, channel }: { id: string; messageFlow: string | null; channel: Channel },
  chosen: Date,
): Promise<Date> => {
  if (channel !== "airtable") return chosen;
  return (await openSchedule(scope, { id, messageFlow }, { channel, now: clock.now() })).findAllowed(chosen, "");
};

interface DatedPart {
  name: string;
  due: Date;
}

/** The dates of the sections follow those of their queued parts. Returns what an undo restores. */
const storeDates = async (
  deps: Pick<Platform, "events" | "clock">,
  scope: Scope,
  message: LockedMessage,
  parts: readonly DatedPart[],
): Promise<ChangedMessage[]> => {
  const dates = parts.flatMap(({ name, due }) => {
    const key = dueKeyOfSection(name as SectionHeader);
    return key ? [[key, due]] : [];
  });
  if (dates.length === 0) return [];
  const after = { ...message, due: { ...message.due, ...Object.fromEntries(dates) } };
  await storeMessage(deps, scope, message, after);
  await deps.events.publish(scope.db, scope.companyId, { topic: "messages", id: message.id });
  return [toUndoable(message, after)];
};

/** For parts that get new dates for another reason than a user's choice. The caller has locked the messages of their leads. */
export const storeNewDates = async (
  deps: Pick<Platform, "events" | "clock">,
  scope: Scope,
  messageId: string,
  parts: readonly DatedPart[],
): Promise<void> => {
  const message = await lockMessage(scope, messageId);
  if (message) await storeDates(deps, scope, message, parts);
};

/** Before their queued parts: locks are taken in the order lead, message, queue item, as everywhere. */
export const lockMessagesTo = async (scope: Scope, leadIds: readonly string[]): Promise<void> => {
  await lockMessagesOfLeads(scope, leadIds);
};

/** Changes the text or the date of a queued part; the date of its section in the message follows. */
export const changeQueued = (
  deps: MessageDeps,
  scope: Scope,
  actor: AuditActor,
  id: string,
  {
    dateDue: chosen,
    ...texts
  }: { text?: string | undefined; originalText?: string | undefined; dateDue?: Date | undefined },
): Promise<{ undo?: Undo }> =>
  transaction(scope, async (scope) => {
    const { messageId, ...owners } = await requireItemOwners(scope, id);
    const dateDue = chosen && (await toAllowedDate(deps, scope, { ...owners, id: messageId ?? id }, chosen));
    const message = messageId ? await lockMessage(scope, messageId) : undefined;
    const { name, changes } = await editQueued(deps, scope, actor, id, { ...texts, dateDue });
    const messages = message && dateDue ? await storeDates(deps, scope, message, [{ name, due: dateDue }]) : [];
    await wakeDelivery(deps, scope);
    return recordUndoable(deps, scope, { ...changes, messages });
  });

/**
 * Sends a queued part as soon as the undo period is over, also outside working hours. Refused while the planner finds an obstacle,
 * such as a missing account. A part that only a cap, a hold or the gap to the lead delays is sent first once that is over.
 */
export const sendQueuedNow = (deps: MessageDeps, scope: Scope, actor: AuditActor, id: string) =>
  transaction(scope, async (scope) => {
    const { leadId, messageId, messageFlow } = await requireItemOwners(scope, id);
    const refusal = await lockForContact(scope, leadId);
    if (refusal) throw contactForbidden(refusal);
    const message = messageId ? await lockMessage(scope, messageId) : undefined;
    const dateDue = undoEnd(deps);
    const { name, changes } = await editQueued(deps, scope, actor, id, { dateDue, sendNow: true });
    const departure = await requireDeparture(deps, scope, id, messageFlow);
    const messages = message ? await storeDates(deps, scope, message, [{ name, due: dateDue }]) : [];
    await wakeDelivery(deps, scope, dateDue);
    return { ...departure, ...(await recordUndoable(deps, scope, { ...changes, messages })) };
  });

/** Puts a failed message back into the queue at a user's request. */
export const retryQueued = (deps: MessageDeps, scope: Scope, actor: AuditActor, id: string): Promise<void> =>
  transaction(scope, async (scope) => {
    const { leadId, messageId, isApproved } = await requireItemOwners(scope, id);
    const refusal = await lockForContact(scope, leadId);
    if (refusal) throw contactForbidden(refusal);
    const message = messageId ? await lockMessage(scope, messageId) : undefined;
    if (message && isApproved) requireApproval(message.status);
    await requeue(deps, scope, actor, id);
    if (message?.status === "error") {
      await storeMessage(deps, scope, message, { ...message, status: "approved" });
      await deps.events.publish(scope.db, scope.companyId, { topic: "messages", id: message.id });
    }
    await wakeDelivery(deps, scope);
  });

export const retryManyQueued = (
  deps: MessageDeps,
  scope: Scope,
  actor: AuditActor,
  ids: readonly string[],
): Promise<BatchResult> => runEach(ids, (id) => retryQueued(deps, scope, actor, id));
