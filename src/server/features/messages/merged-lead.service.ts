import type { Lead } from "#contract/leads.ts";
import { type Scope, transaction } from "#platform/database/scope.ts";
import type { AuditActor } from "#server/features/audit/audit.service.ts";
import { mergeLeads } from "#server/features/leads/details/merge.service.ts";
import { lockLeads } from "#server/features/leads/lead-contact.service.ts";
import { cancelRepeatedOutreach } from "#server/features/queue/queue.service.ts";
import type { MessageDeps } from "./message-store.ts";
import { lockMessagesOfLeads } from "./messages.queries.ts";
import { returnCancelledToReview } from "./restored-lead.service.ts";

/**
 * Merges two leads of one person. If messages are queued for both, those of one lead go on; an approved message of the other returns
 * to review.
 */
export const mergeWithMessages = (
  deps: MessageDeps,
  scope: Scope,
  actor: AuditActor,
  id: string,
  duplicateId: string,
): Promise<Lead> =>
  transaction(scope, async (scope) => {
    await lockLeads(scope, [id, duplicateId]);
    const messages = await lockMessagesOfLeads(scope, [id, duplicateId]);
    const repeated = await cancelRepeatedOutreach(deps, scope, [id, duplicateId]);
    await returnCancelledToReview(
      deps,
      scope,
      actor,
      messages.filter(({ leadId }) => leadId === repeated),
    );
    return mergeLeads(deps, scope, actor, id, duplicateId);
  });
