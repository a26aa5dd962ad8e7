import { isOpen } from "#contract/message-status.ts";
import { isUniqueViolation } from "#platform/database/db.ts";
import type { Scope } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { enqueueEdit } from "#server/features/airtable/airtable.service.ts";
import type { AuditActor } from "#server/features/audit/audit.service.ts";
import { lockForContact } from "#server/features/leads/lead-contact.service.ts";
import type { CancelledPart, EditedPart } from "#server/features/undo/undo.service.ts";
import { cannotUndoChanged, cannotUndoSent } from "./queue.policy.ts";
import { findLeadIdsOfItems, lockItem, updatePausesAfterFailure } from "./queue.queries.ts";
import { cancelQueuedParts } from "./queue.service.ts";
import { markApprovalUndone } from "./queue-cancelling.queries.ts";
import { auditItemChange, pushTextAndDateToAirtable } from "./queue-edits.service.ts";
import {
  countAttempted,
  findMessagesOfApproved,
  keepItemsInFlight,
  lockMessagesOfItems,
  type RestoredItem,
  restoreEdited,
  restoreItems,
  withdrawCancellationRequest,
} from "./queue-undo.queries.ts";

type QueueDeps = Pick<Platform, "events" | "clock">;

/** Undoes queueing: cancels these parts, unless one of them is being sent. */
export const cancelUnsentParts = async (deps: QueueDeps, scope: Scope, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return;
  await cancelQueuedParts(deps, scope, { ids });
  // Checked after the cancellation, which waits for a worker that is claiming a part.
  if ((await countAttempted(scope, ids)) > 0) throw cannotUndoSent();
  await markApprovalUndone(scope, { ids });
};

/** Called when an approval is withdrawn after the ten seconds of its undo: the message can be queued again. */
export const withdrawApproval = async (scope: Scope, messageId: string): Promise<void> => {
  await markApprovalUndone(scope, { messageIds: [messageId] });
};

/** Locks the messages of these parts together with others, in one order, before the parts. Callers lock the leads first. */
export const lockMessagesOfParts = async (
  scope: Scope,
  partIds: readonly string[],
  messageIds: readonly string[],
): Promise<void> => {
  if (partIds.length + messageIds.length > 0) await lockMessagesOfItems(scope, partIds, messageIds);
};

/**
 * Undoes a cancellation: the parts get back their status and place. The lead may have been stopped since, or their message cancelled
 * or taken back to review; not by this action, which has restored the messages that it changed.
 */
export const restoreCancelledParts = async (
  deps: QueueDeps,
  scope: Scope,
  actor: AuditActor,
  parts: readonly CancelledPart[],
  restoredMessages: ReadonlySet<string>,
): Promise<void> => {
  if (parts.length === 0) return;
  const ids = parts.map(({ id }) => id);
  for (const leadId of await findLeadIdsOfItems(scope, ids)) {
    if (await lockForContact(scope, leadId)) throw cannotUndoChanged();
  }
  for (const { id, status } of await findMessagesOfApproved(scope, ids))
    if (!restoredMessages.has(id) && (isOpen(status) || status === "cancelled")) throw cannotUndoChanged();
  const at = deps.clock.now();
  const restored = await restoreItems(scope, parts, at).catch((error: unknown) => {
    throw isUniqueViolation(error) ? cannotUndoChanged() : error;
  });
  if (restored.length < parts.length) throw cannotUndoChanged();
  for (const item of restored) await recordRestored(deps, scope, actor, item, at);
};

const recordRestored = async (
  deps: QueueDeps,
  scope: Scope,
  actor: AuditActor,
  item: RestoredItem,
  at: Date,
): Promise<void> => {
  const { id, status, messageId } = item;
  await enqueueEdit(scope, "queue", id, { status: { before: "CANCELLED", after: status } });
  // The later parts wait for a decision about this failed one again.
  if (status === "ERROR" && messageId) await updatePausesAfterFailure(scope, messageId, at);
  await auditItemChange(deps, scope, actor, "queue.restored", item);
};

/** Undoes edits of text or date. */
export const restoreEditedParts = async (
  deps: QueueDeps,
  scope: Scope,
  actor: AuditActor,
  parts: readonly EditedPart[],
): Promise<void> => {
  for (const part of parts) {
    const item = await lockItem(scope, part.id);
    if (!item || !(await restoreEdited(scope, part, deps.clock.now()))) throw cannotUndoChanged();
    await pushTextAndDateToAirtable(scope, part.id, part.after, part.before);
    await auditItemChange(deps, scope, actor, "queue.edited", item);
  }
};

/** Undoes the request to cancel parts that are being sent, unless one was cancelled already. */
export const letPartsInFlightReturn = async (
  { clock }: QueueDeps,
  scope: Scope,
  ids: readonly string[],
): Promise<void> => {
  if (ids.length > 0 && !(await keepItemsInFlight(scope, ids, clock.now()))) throw cannotUndoChanged();
};

/** Undoes cancellations that have not been written to Airtable yet. */
export const withdrawCancellations = async (
  deps: QueueDeps,
  scope: Scope,
  actor: AuditActor,
  ids: readonly string[],
): Promise<void> => {
  for (const id of ids) {
    const item = await lockItem(scope, id);
    if (!item || !(await withdrawCancellationRequest(scope, id, deps.clock.now()))) throw cannotUndoChanged();
    await auditItemChange(deps, scope, actor, "queue.restored", item);
  }
};
