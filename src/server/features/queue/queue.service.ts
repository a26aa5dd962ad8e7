import { mayBeContacted } from "#contract/classification.ts";
import type { Undo } from "#contract/undo.ts";
import { AppError, notFound } from "#platform/app-error.ts";
import { isUniqueViolation } from "#platform/database/db.ts";
import { type Scope, transaction } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { enqueueEdit, enqueueNewRow } from "#server/features/airtable/airtable.service.ts";
import { type Author, recordChange } from "#server/features/audit/audit.service.ts";
import { lockForContact, lockLeads } from "#server/features/leads/lead-contact.service.ts";
import {
  type CancelledPart,
  type EditedPart,
  recordUndoable,
  type UndoableChanges,
} from "#server/features/undo/undo.service.ts";
import { approveItem } from "./approvals.queries.ts";
import {
  changedSince,
  explainWithdrawal,
  messageNotFound,
  partSent,
  refuseCancel,
  refuseEdit,
  refuseMove,
  refuseRetry,
  refuseRetryWhileLooking,
  refuseSendNow,
} from "./queue.policy.ts";
import {
  type ApprovedMessage,
  cancelItems,
  countAttempted,
  editItem,
  findIdsOfMessagesWithSentParts,
  findItemOwners,
  findLeadIdsOfItems,
  findLeadName,
  findPartStatus,
  insertAnswer,
  insertParts,
  isLookedFor,
  type LockedItem,
  lockItem,
  moveItem,
  type NewPart,
  type PausedItem,
  pauseItemsOfLead,
  type QueueOwner,
  type RestoredItem,
  restoreEdited,
  restoreItems,
  resumeItemsOfLead,
  setMessagePaused,
  updateItemStatus,
  withdrawCancellationRequest,
} from "./queue.queries.ts";

export { messageNotFound } from "./queue.policy.ts";
export type { NewPart } from "./queue.queries.ts";
export { countSentToday } from "./queue-lists.queries.ts";

type QueueDeps = Pick<Platform, "events" | "clock">;

const publishQueueChange = ({ events }: QueueDeps, { db, companyId }: Scope): Promise<void> =>
  events.publish(db, companyId, { topic: "queue" });

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

export const itemName = ({ name, fullName }: Pick<LockedItem, "name" | "fullName">): string =>
  fullName ? `${name} aan ${fullName}` : name;

/** Queues the parts of a message, in the caller's transaction. Returns the ids of the new queue items. */
export const queueParts = async (
  deps: QueueDeps,
  scope: Scope,
  message: ApprovedMessage,
  parts: readonly NewPart[],
): Promise<string[]> => {
  const insertedIds = await insertParts(scope, message, parts, deps.clock.now());
  for (const id of insertedIds) await enqueueNewRow(scope, "queue", id);
  await publishQueueChange(deps, scope);
  return insertedIds;
};

/** Cancels the queued parts of these leads or messages, and returns them as they were. */
export const cancelQueuedParts = async (
  deps: QueueDeps,
  scope: Scope,
  owner: QueueOwner,
  reason: string | null = null,
): Promise<CancelledPart[]> => {
  const cancelled = await cancelItems(scope, owner, reason, deps.clock.now());
  for (const { id } of cancelled)
    await enqueueEdit(scope, "queue", id, { status: { before: "QUEUED", after: "CANCELLED" } });
  if (cancelled.length > 0) await publishQueueChange(deps, scope);
  return cancelled;
};

/** Nothing more is sent to these leads. Call it in the transaction that stores their reply. */
export const cancelAfterReply = async (deps: QueueDeps, scope: Scope, leadIds: readonly string[]): Promise<void> => {
  if (leadIds.length > 0)
    await cancelQueuedParts(deps, scope, { outreachTo: leadIds }, explainWithdrawal({ reason: "replied" }));
};

/** Undoes queueing: cancels these parts, unless one of them is being sent. */
export const cancelUnsentParts = async (deps: QueueDeps, scope: Scope, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return;
  await cancelQueuedParts(deps, scope, { ids });
  // Checked after the cancellation, which waits for a worker that is claiming a part.
  if ((await countAttempted(scope, ids)) > 0) throw partSent();
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

/** Undoes a cancellation: the parts get back their status and place. The lead may have been stopped since. */
export const restoreCancelledParts = async (
  deps: QueueDeps,
  scope: Scope,
  author: Author,
  parts: readonly CancelledPart[],
): Promise<void> => {
  if (parts.length === 0) return;
  const ids = parts.map(({ id }) => id);
  for (const leadId of await findLeadIdsOfItems(scope, ids)) {
    if (await lockForContact(scope, leadId)) throw changedSince();
  }
  const at = deps.clock.now();
  const restored = await restoreItems(scope, parts, at).catch((error: unknown) => {
    throw isUniqueViolation(error) ? changedSince() : error;
  });
  if (restored.length < parts.length) throw changedSince();
  for (const item of restored) await recordRestored(deps, scope, author, item, at);
};

const recordRestored = async (
  deps: QueueDeps,
  scope: Scope,
  author: Author,
  item: RestoredItem,
  at: Date,
): Promise<void> => {
  const { id, status, messageId } = item;
  await enqueueEdit(scope, "queue", id, { status: { before: "CANCELLED", after: status } });
  // The later parts wait for a decision about this failed one again.
  if (status === "ERROR" && messageId) await setMessagePaused(scope, messageId, true, at);
  await recordItem(deps, scope, author, "queue.restored", item);
};

/** Undoes edits of text or date. */
export const restoreEditedParts = async (
  deps: QueueDeps,
  scope: Scope,
  author: Author,
  parts: readonly EditedPart[],
): Promise<void> => {
  for (const part of parts) {
    const item = await lockItem(scope, part.id);
    if (!item || !(await restoreEdited(scope, part, deps.clock.now()))) throw changedSince();
    await enqueueTextAndDate(scope, part.id, part.after, part.before);
    await recordItem(deps, scope, author, "queue.edited", item);
  }
};

/** Undoes cancellations that have not been written to Airtable yet. */
export const withdrawCancellations = async (
  deps: QueueDeps,
  scope: Scope,
  author: Author,
  ids: readonly string[],
): Promise<void> => {
  for (const id of ids) {
    const item = await lockItem(scope, id);
    if (!item || !(await withdrawCancellationRequest(scope, id, deps.clock.now()))) throw changedSince();
    await recordItem(deps, scope, author, "queue.restored", item);
  }
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
    const error = refuseMove(await findPartStatus(scope, messageId, name));
    if (error) throw error;
    return;
  }
  await enqueueEdit(scope, "queue", moved.id, { date_due: { before: iso(moved.before), after: iso(due) } });
  await publishQueueChange(deps, scope);
};

/** DO NOT SEND: cancels one queued or failed message. Either the cancellation or the sending wins, never both. */
export const cancelQueued = (
  deps: QueueDeps,
  scope: Scope,
  author: Author,
  id: string,
): Promise<{ fullName: string | null; undo?: Undo }> =>
  transaction(scope, async (scope) => {
    const item = await lockItem(scope, id);
    if (!item) throw messageNotFound();
    const { status, problem, paused, fullName } = item;
    if (status !== "QUEUED" && status !== "ERROR") throw refuseCancel(status);
    const at = deps.clock.now();
    await updateItemStatus(scope, item, { status: "CANCELLED", dateDue: item.dateDue }, at);
    await enqueueEdit(scope, "queue", id, { status: { before: item.status, after: "CANCELLED" } });
    // The later parts were waiting for a decision about this failed one.
    if (item.status === "ERROR" && item.messageId) await setMessagePaused(scope, item.messageId, false, at);
    await recordItem(deps, scope, author, "queue.cancelled", item);
    return { fullName, ...(await recordUndoable(deps, scope, { cancelledParts: [{ id, status, problem, paused }] })) };
  });

const recordItem = (
  deps: QueueDeps,
  scope: Scope,
  author: Author,
  action: string,
  item: Pick<LockedItem, "id" | "name" | "fullName">,
): Promise<void> => {
  const subject = { type: "queued_message", id: item.id, name: itemName(item) };
  return recordChange(deps, scope, author, { companyId: scope.companyId, action, subject }, "queue");
};

/** The lead and the message of a queue item. Callers lock them before the item. */
export const requireItemOwners = async (scope: Scope, id: string) => {
  const owners = await findItemOwners(scope, id);
  if (!owners) throw messageNotFound();
  return owners;
};

/** Puts a failed message back into the queue at a user's request. It is sent as soon as it is due. */
export const requeue = async (deps: QueueDeps, scope: Scope, author: Author, id: string): Promise<void> => {
  const item = await lockItem(scope, id);
  if (!item) throw messageNotFound();
  const error = refuseRetry(item.status);
  if (error) throw error;
  if (await isLookedFor(scope, id)) throw refuseRetryWhileLooking();
  const at = deps.clock.now();
  const dateDue = item.dateDue ?? at;
  await updateItemStatus(scope, item, { status: "QUEUED", dateDue }, at).catch((error: unknown) => {
    throw isUniqueViolation(error) ? new AppError("conflict", "Dit deel staat al opnieuw in de wachtrij.") : error;
  });
  await approveItem(scope, id, at);
  await enqueueEdit(scope, "queue", id, { status: { before: "ERROR", after: "QUEUED" } });
  if (item.messageId) await setMessagePaused(scope, item.messageId, false, at);
  await recordItem(deps, scope, author, "queue.retried", item);
};

type TextAndDate = Pick<EditedPart["before"], "text" | "dateDue">;

const enqueueTextAndDate = (scope: Scope, id: string, before: TextAndDate, after: TextAndDate): Promise<void> =>
  enqueueEdit(scope, "queue", id, {
    ...(before.text === after.text ? {} : { text: { before: before.text, after: after.text } }),
    ...(iso(before.dateDue) === iso(after.dateDue)
      ? {}
      : { date_due: { before: iso(before.dateDue), after: iso(after.dateDue) } }),
  });

/** Changes the text or the date of a queued or failed message. Returns the name of its section and what an undo restores. */
export const editQueued = async (
  deps: QueueDeps,
  scope: Scope,
  author: Author,
  id: string,
  change: { text?: string | undefined; dateDue?: Date | undefined; sendNow?: boolean },
): Promise<{ name: string; changes: UndoableChanges }> => {
  const item = await lockItem(scope, id);
  if (!item) throw messageNotFound();
  if (change.sendNow && item.status === "ERROR") throw refuseSendNow();
  const edited = await editItem(scope, id, change, deps.clock.now());
  if (!edited) throw refuseEdit(item.status);
  await enqueueTextAndDate(scope, id, edited.before, edited.after);
  await recordItem(deps, scope, author, change.sendNow ? "queue.send_now" : "queue.edited", item);
  return { name: item.name, changes: { editedParts: [edited] } };
};

const PAUSE_ACTIONS = {
  pause: {
    change: pauseItemsOfLead,
    action: "queue.paused",
    nothing: "Er staat geen bericht klaar voor deze lead.",
    done: "gepauzeerd",
  },
  resume: {
    change: resumeItemsOfLead,
    action: "queue.resumed",
    nothing: "Er is geen gepauzeerd bericht voor deze lead.",
    done: "hervat",
  },
} as const;

const recordDateEdits = async (scope: Scope, items: readonly PausedItem[]): Promise<void> => {
  for (const { id, before, after } of items) {
    if (before?.getTime() === after?.getTime()) continue;
    await enqueueEdit(scope, "queue", id, { date_due: { before: iso(before), after: iso(after) } });
  }
};

/** Pauses or resumes the queued messages of a lead. Returns a sentence for the user. */
export const setPaused = (
  deps: QueueDeps,
  scope: Scope,
  author: Author,
  leadId: string,
  kind: keyof typeof PAUSE_ACTIONS,
): Promise<string> =>
  transaction(scope, async (scope) => {
    const lead = await findLeadName(scope, leadId);
    if (!lead) throw notFound();
    const { change, action, nothing, done } = PAUSE_ACTIONS[kind];
    const items = await change(scope, leadId, deps.clock.now());
    if (items.length === 0) throw new AppError("conflict", nothing);
    await recordDateEdits(scope, items);
    const subject = { type: "lead", id: leadId, name: lead.fullName };
    const { companyId } = scope;
    await recordChange(
      deps,
      scope,
      author,
      { companyId, action, subject, after: { berichten: items.length } },
      "queue",
    );
    return `${items.length} ${items.length === 1 ? "bericht is" : "berichten zijn"} ${done}.`;
  });

/** Queues a user's answer to a lead. It waits for the working hours of the sender, unless it is sent now. */
export const queueAnswer = async (
  deps: QueueDeps,
  scope: Scope,
  answer: { leadId: string; messageFlow: string; text: string; sendNow: boolean },
): Promise<string> => {
  const id = await insertAnswer(scope, answer, deps.clock.now());
  await publishQueueChange(deps, scope);
  return id;
};
