import { nextStatus } from "#contract/message-status.ts";
import { AppError } from "#platform/app-error.ts";
import { type Scope, transaction } from "#platform/database/scope.ts";
import type { Author } from "#server/features/audit/audit.service.ts";
import { findLeadsOf } from "#server/features/leads/leads.service.ts";
import { cancelWaiting, findLeavingMessages, messageNotFound } from "#server/features/queue/queue.service.ts";
import { changeMessage, holdMessage, type Needs } from "./message-change.ts";
import { requireNext, TEXTS } from "./messages.policy.ts";
import { type LockedMessage, lockMessagesOf } from "./messages.queries.ts";

const takeOff = (needs: Needs, scope: Scope, author: Author, message: LockedMessage): Promise<void> => {
  const cancelled = { status: "cancelled", cancelRequestedAt: needs.clock.now() } as const;
  const after = { ...message, ...cancelled, regenerating: false, requestedVersion: null };
  return changeMessage(needs, scope, author, message, after, { action: "message.cancelled" });
};

/**
 * Cancels everything of a lead that has not gone out, and takes its open messages off the list. A message of which a
 * part is leaving at this moment keeps its status; what it still had in the queue is cancelled all the same.
 */
export const cancelAll = (needs: Needs, scope: Scope, author: Author, providerId: string): Promise<void> =>
  transaction(scope, async (scope) => {
    const leadIds = await findLeadsOf(scope, providerId);
    const messages = await lockMessagesOf(scope, leadIds);
    if (leadIds.length === 0) throw messageNotFound();
    const cancelled = await cancelWaiting(needs, scope, { leadIds });
    const leaving = await findLeavingMessages(
      scope,
      messages.map(({ id }) => id),
    );
    const open = messages.filter(({ id, status }) => nextStatus(status, "cancel") && !leaving.has(id));
    if (cancelled === 0 && open.length === 0) {
      throw messages.length === 0 ? messageNotFound() : new AppError("conflict", TEXTS.nothingToCancel);
    }
    for (const message of open) await takeOff(needs, scope, author, message);
  });

/** Cancels one message and what it has in the queue. */
export const cancelMessage = (needs: Needs, scope: Scope, author: Author, id: string): Promise<void> =>
  transaction(scope, async (scope) => {
    const message = await holdMessage(scope, id);
    requireNext(message.status, "cancel");
    await cancelWaiting(needs, scope, { messageIds: [id] });
    // Looked at behind the cancellation, which waits for whoever is claiming a part.
    if ((await findLeavingMessages(scope, [id])).has(id)) throw new AppError("conflict", TEXTS.leaving);
    await takeOff(needs, scope, author, message);
  });
