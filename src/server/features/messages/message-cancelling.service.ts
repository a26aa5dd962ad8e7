import { nextStatus } from "#contract/message-status.ts";
import { AppError } from "#platform/app-error.ts";
import { type Scope, transaction } from "#platform/database/scope.ts";
import type { AuditActor } from "#server/features/audit/audit.service.ts";
import { findLeadsByProviderId } from "#server/features/leads/leads.service.ts";
import {
  cancelQueuedParts,
  endOpenParts,
  findMessagesWithSentParts,
  messageNotFound,
  stopPartsInFlight,
} from "#server/features/queue/queue.service.ts";
import { withdrawApproval } from "#server/features/queue/queue-undo.service.ts";
import type { ChangedMessage, UndoableChanges } from "#server/features/undo/undo.service.ts";
import { changeMessage, lockForChange, type MessageDeps, NO_REGENERATION } from "./message-store.ts";
import { toUndoable } from "./message-undo.service.ts";
import { requireNextStatus, TEXTS, undoActionFor } from "./messages.policy.ts";
import { type LockedMessage, lockMessagesOfLeads } from "./messages.queries.ts";

const storeCancellation = async (
  deps: MessageDeps,
  scope: Scope,
  actor: AuditActor,
  message: LockedMessage,
): Promise<ChangedMessage> => {
  const cancelled = { status: "cancelled", cancelRequestedAt: deps.clock.now() } as const;
  const after = { ...message, ...cancelled, ...NO_REGENERATION };
  await changeMessage(deps, scope, actor, message, after, { action: "message.cancelled" });
  return toUndoable(message, after);
};

/**
 * Cancels the open messages of a lead and everything in its queue. A message of which a part was sent or is being sent keeps its
 * status, but its other parts are cancelled, and so is one that is being sent if the attempt does not send it.
 */
export const cancelAllOfLead = (
  deps: MessageDeps,
  scope: Scope,
  actor: AuditActor,
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
    for (const message of cancellable) changed.push(await storeCancellation(deps, scope, actor, message));
    return { cancelledParts, partsInFlight, messages: changed };
  });

/** Cancels one message and its open parts. */
export const cancelMessage = (
  deps: MessageDeps,
  scope: Scope,
  actor: AuditActor,
  id: string,
): Promise<UndoableChanges> =>
  transaction(scope, async (scope) => {
    const message = await lockForChange(scope, id);
    requireNextStatus(message.status, "cancel");
    const cancelledParts = await endOpenParts(deps, scope, id);
    // Checked after the cancellation, which waits for a worker that is claiming a part.
    if ((await findMessagesWithSentParts(scope, [id])).has(id)) throw new AppError("conflict", TEXTS.cannotCancelSent);
    return { cancelledParts, messages: [await storeCancellation(deps, scope, actor, message)] };
  });

/**
 * Withdraws an approval or a cancellation, at any time while nothing was sent. The status becomes pending whatever it was before:
 * "rewritten" would request another text from the automation.
 */
export const undoMessage = (deps: MessageDeps, scope: Scope, actor: AuditActor, id: string): Promise<void> =>
  transaction(scope, async (scope) => {
    const message = await lockForChange(scope, id);
    const status = requireNextStatus(message.status, undoActionFor(message.status));
    await cancelQueuedParts(deps, scope, { messageIds: [id] });
    // Checked after the cancellation, which waits for a worker that is claiming a part.
    if ((await findMessagesWithSentParts(scope, [id])).has(id)) throw new AppError("conflict", TEXTS.cannotUndoSent);
    await withdrawApproval(scope, id);
    const after = { ...message, status, sendRequestedAt: null, cancelRequestedAt: null };
    await changeMessage(deps, scope, actor, message, after, { action: "message.undone" });
  });
