import { type Scope, transaction } from "#platform/database/scope.ts";
import type { Author } from "#server/features/audit/audit.service.ts";
import { wakeDelivery } from "#server/features/automation/automation.service.ts";
import { refuseContact } from "#server/features/leads/leads.service.ts";
import { requeue, requireItemOwners } from "#server/features/queue/queue.service.ts";
import { type Needs, storeMessage } from "./message-change.ts";
import { lockMessage } from "./messages.queries.ts";

/** A person has looked at what did not go out and wants it tried again. */
export const retryQueued = (needs: Needs, scope: Scope, author: Author, id: string): Promise<void> =>
  transaction(scope, async (scope) => {
    const { leadId, messageId } = await requireItemOwners(scope, id);
    const refusal = await refuseContact(scope, leadId);
    if (refusal) throw refusal;
    const message = messageId ? await lockMessage(scope, messageId) : undefined;
    await requeue(needs, scope, author, id);
    if (message?.status === "error") {
      await storeMessage(needs, scope, message, { ...message, status: "approved" });
      await needs.events.publish(scope.db, scope.companyId, { topic: "messages", id: message.id });
    }
    await wakeDelivery(needs, scope);
  });
