import type { RestoredLead } from "#contract/leads.ts";
import { type Scope, transaction } from "#platform/database/scope.ts";
import type { AuditActor } from "#server/features/audit/audit.service.ts";
import { restoreLead } from "#server/features/leads/leads.service.ts";
import { countStoppedSinceDeletion, findFullyCancelledMessages } from "#server/features/queue/queue.service.ts";
import { changeMessage, type MessageDeps } from "./message-store.ts";
import { type LockedMessage, lockMessagesOfLeads } from "./messages.queries.ts";

/** Approved messages of which every part was cancelled are to review again. Returns their number. The messages are locked. */
export const returnCancelledToReview = async (
  deps: MessageDeps,
  scope: Scope,
  actor: AuditActor,
  messages: readonly LockedMessage[],
): Promise<number> => {
  const approved = messages.filter(({ status }) => status === "approved");
  const cancelled = await findFullyCancelledMessages(
    scope,
    approved.map(({ id }) => id),
  );
  const returned = approved.filter(({ id }) => cancelled.has(id));
  for (const message of returned) {
    const after = { ...message, status: "pending", sendRequestedAt: null } as const;
    await changeMessage(deps, scope, actor, message, after, { action: "message.undone" });
  }
  return returned.length;
};

/**
 * Brings a deleted lead back. Its deletion cancelled what was queued: an approved message of which nothing was sent returns to
 * review, because its dates may have passed. The later parts of a message that was sent stay cancelled.
 */
export const restoreWithMessages = (
  deps: MessageDeps,
  scope: Scope,
  actor: AuditActor,
  leadId: string,
): Promise<RestoredLead> =>
  transaction(scope, async (scope) => {
    const stoppedMessages = await countStoppedSinceDeletion(scope, leadId);
    const lead = await restoreLead(deps, scope, actor, leadId);
    const messagesToReview = await returnCancelledToReview(
      deps,
      scope,
      actor,
      await lockMessagesOfLeads(scope, [leadId]),
    );
    return { ...lead, messagesToReview, stoppedMessages };
  });
