import type { RestoredLead } from "#contract/leads.ts";
import { type Scope, transaction } from "#platform/database/scope.ts";
import type { Author } from "#server/features/audit/audit.service.ts";
import { restoreLead } from "#server/features/leads/leads.service.ts";
import { countStoppedSinceDeletion, findFullyCancelledMessages } from "#server/features/queue/queue.service.ts";
import { changeMessage, type MessageDeps } from "./message-store.ts";
import { lockMessagesOfLeads } from "./messages.queries.ts";

/**
 * Brings a deleted lead back. Its deletion cancelled what was queued: an approved message of which nothing was sent returns to
 * review, because its dates may have passed. The later parts of a message that was sent stay cancelled.
 */
export const restoreWithMessages = (
  deps: MessageDeps,
  scope: Scope,
  author: Author,
  leadId: string,
): Promise<RestoredLead> =>
  transaction(scope, async (scope) => {
    const stoppedMessages = await countStoppedSinceDeletion(scope, leadId);
    const lead = await restoreLead(deps, scope, author, leadId);
    const approved = (await lockMessagesOfLeads(scope, [leadId])).filter(({ status }) => status === "approved");
    const ids = approved.map(({ id }) => id);
    const cancelled = await findFullyCancelledMessages(scope, ids);
    const returned = approved.filter(({ id }) => cancelled.has(id));
    for (const message of returned) {
      const after = { ...message, status: "pending", sendRequestedAt: null } as const;
      await changeMessage(deps, scope, author, message, after, { action: "message.undone" });
    }
    return { ...lead, messagesToReview: returned.length, stoppedMessages };
  });
