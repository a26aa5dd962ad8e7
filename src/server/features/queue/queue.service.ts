import { mayBeContacted } from "#contract/classification.ts";
import type { Scope } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { enqueueEdit, enqueueNewRows } from "#server/features/airtable/airtable.service.ts";
import { lockLeads } from "#server/features/leads/lead-contact.service.ts";
import type { CancelledPart } from "#server/features/undo/undo.service.ts";
import {
  automaticCancellationText,
  cannotChangeDuringCheck,
  messageNotFound,
  reasonToRefuseMove,
} from "./queue.policy.ts";
import {
  type ApprovedMessage,
  findItemOwners,
  findLeadIdsOfItems,
  findPartStatus,
  findQueuedLeads,
  findRepeatedAnswer,
  insertAnswer,
  insertParts,
  moveItem,
  type NewPart,
  repeatAnswer,
} from "./queue.queries.ts";
import {
  cancelItems,
  findIdsOfFullyCancelledMessages,
  findIdsOfMessagesWithSentParts,
  type ItemSelector,
  isBeingChecked,
  stopItemsInFlight,
} from "./queue-cancelling.queries.ts";

export { messageNotFound, requireDateNotPassed } from "./queue.policy.ts";
export { findQueuedChannel, type NewPart } from "./queue.queries.ts";
export { countStoppedSinceDeletion } from "./queue-cancelling.queries.ts";
export { countLate, countSentToday } from "./queue-lists.queries.ts";

type QueueDeps = Pick<Platform, "events" | "clock">;

const publishQueueChange = ({ events }: QueueDeps, { db, companyId }: Scope): Promise<void> =>
  events.publish(db, companyId, { topic: "queue" });

/** Queues the parts of a message, in the caller's transaction. Returns the ids of the new queue items. */
export const queueParts = async (
  deps: QueueDeps,
  scope: Scope,
  message: ApprovedMessage,
  parts: readonly NewPart[],
): Promise<string[]> => {
  const insertedIds = await insertParts(scope, message, parts, deps.clock.now());
  await enqueueNewRows(scope, "queue", insertedIds);
  await publishQueueChange(deps, scope);
  return insertedIds;
};

/** Cancels the open parts of these leads or messages, queued or failed, and returns them as they were. */
export const cancelQueuedParts = async (
  deps: QueueDeps,
  scope: Scope,
  selector: ItemSelector,
  reason: string | null = null,
): Promise<CancelledPart[]> => {
  const cancelled = await cancelItems(scope, selector, reason, deps.clock.now());
  for (const { id, status } of cancelled)
    await enqueueEdit(scope, "queue", id, { status: { before: status, after: "CANCELLED" } });
  if (cancelled.length > 0) await publishQueueChange(deps, scope);
  return cancelled;
};

/**
 * Ends the open parts of a message that a user decides about again. Refused while a failed part may turn out to have been sent. The
 * caller has locked the message.
 */
export const endOpenParts = async (deps: QueueDeps, scope: Scope, messageId: string): Promise<CancelledPart[]> => {
  if (await isBeingChecked(scope, { messageId })) throw cannotChangeDuringCheck();
  return cancelQueuedParts(deps, scope, { messageIds: [messageId] });
};

/** A part to these leads that is being sent now does not return to the queue. Call it after the cancellation of the queued ones. */
export const stopPartsInFlight = ({ clock }: QueueDeps, scope: Scope, leadIds: readonly string[]): Promise<string[]> =>
  stopItemsInFlight(scope, leadIds, clock.now());

/** Nothing more is sent to these leads. Call it in the transaction that stores their reply. */
export const cancelAfterReply = async (deps: QueueDeps, scope: Scope, leadIds: readonly string[]): Promise<void> => {
  if (leadIds.length > 0)
    await cancelQueuedParts(deps, scope, { outreachTo: leadIds }, automaticCancellationText({ reason: "replied" }));
};

/**
 * For two leads of one person that are merged. If both have queued parts, those of one lead are cancelled, because the person would get
 * both; returns that lead. The caller has locked the leads and their messages.
 */
export const cancelRepeatedOutreach = async (
  deps: QueueDeps,
  scope: Scope,
  leadIds: readonly [string, string],
): Promise<string | undefined> => {
  const [, repeated] = await findQueuedLeads(scope, leadIds);
  if (repeated)
    await cancelQueuedParts(deps, scope, { outreachTo: [repeated] }, automaticCancellationText({ reason: "merged" }));
  return repeated;
};

/** Locks the leads of these parts together with others, in one order, before their messages and the parts are locked. */
export const lockLeadsOfParts = async (
  scope: Scope,
  partIds: readonly string[],
  otherLeadIds: readonly string[],
): Promise<void> => {
  const leadIds = partIds.length > 0 ? await findLeadIdsOfItems(scope, partIds) : [];
  if (leadIds.length + otherLeadIds.length > 0) await lockLeads(scope, [...new Set([...leadIds, ...otherLeadIds])]);
};

/** Cancels the queued messages of leads whose classification forbids contact. */
export const cancelIfNotContactable = async (
  deps: QueueDeps,
  scope: Scope,
  leads: readonly { leadId: string; classification: string | null }[],
): Promise<CancelledPart[]> => {
  const leadIds = leads.flatMap(({ leadId, classification }) => (mayBeContacted(classification) ? [] : [leadId]));
  return leadIds.length > 0 ? cancelQueuedParts(deps, scope, { leadIds }) : [];
};

export const findMessagesWithSentParts = async (scope: Scope, messageIds: readonly string[]): Promise<Set<string>> =>
  new Set(await findIdsOfMessagesWithSentParts(scope, messageIds));

export const findFullyCancelledMessages = async (scope: Scope, messageIds: readonly string[]): Promise<Set<string>> =>
  new Set(await findIdsOfFullyCancelledMessages(scope, messageIds));

/** Moves a queued part. Does nothing for a part that was never queued, and refuses for one that was sent. */
export const moveQueuedPart = async (
  deps: QueueDeps,
  scope: Scope,
  messageId: string,
  name: string,
  due: Date | null,
): Promise<void> => {
  const moved = await moveItem(scope, messageId, name, due, deps.clock.now());
  if (!moved) {
    const error = reasonToRefuseMove(await findPartStatus(scope, messageId, name));
    if (error) throw error;
    return;
  }
  await enqueueEdit(scope, "queue", moved.id, {
    date_due: { before: moved.before?.toISOString() ?? null, after: due?.toISOString() ?? null },
  });
  await publishQueueChange(deps, scope);
};

/** The lead and the message of a queue item. Callers lock them before the item. */
export const requireItemOwners = async (scope: Scope, id: string) => {
  const owners = await findItemOwners(scope, id);
  if (!owners) throw messageNotFound();
  return owners;
};

/** The same words again within this time are a double click or a repeated request. */
const REPEATED_ANSWER_MS = 60_000;

/**
 * Queues a user's answer to a lead, to be sent from `due` on. It waits for the working hours of the sender, unless it is sent now.
 * Queues nothing when the same answer was queued shortly before. Callers lock the lead, so that of two requests at the same moment the
 * second finds the first.
 */
export const queueAnswer = async (
  deps: QueueDeps,
  scope: Scope,
  answer: { leadId: string; messageFlow: string; text: string; sendNow: boolean; due: Date },
): Promise<{ id: string; isNew: boolean; isQueued: boolean }> => {
  const now = deps.clock.now();
  const repeated = await findRepeatedAnswer(scope, answer, new Date(now.getTime() - REPEATED_ANSWER_MS));
  if (repeated) await repeatAnswer(scope, repeated.id, answer, now);
  const { id, isQueued } = repeated ?? { id: await insertAnswer(scope, answer, now), isQueued: true };
  await publishQueueChange(deps, scope);
  return { id, isNew: !repeated, isQueued };
};
