import { type Scope, transaction } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { recordAudit } from "#server/features/audit/audit.service.ts";
import { applyDeliveryOutcome, cancelStoppedMessage } from "#server/features/messages/queued-parts.service.ts";
import { type ClaimedPart, type Delivery, settleClaim } from "#server/features/queue/sending.service.ts";

type SettleDeps = Pick<Platform, "clock" | "events">;

const SYSTEM_ACTOR = { id: null, name: "Systeem" };

const recordDelivery = (deps: SettleDeps, scope: Scope, part: ClaimedPart, delivery: Delivery): Promise<unknown> =>
  recordAudit(scope, {
    companyId: scope.companyId,
    at: deps.clock.now(),
    actor: SYSTEM_ACTOR,
    action: delivery.outcome === "accepted" ? "queue.sent" : "queue.failed",
    subject: { type: "queued_message", id: part.id, name: `${part.name} aan ${part.fullName}` },
    ...(delivery.problem ? { after: { problem: delivery.problem } } : {}),
  });

/** Stores the outcome of a claimed part, with what the channel wants to store along with it; false when the claim is no longer valid. */
export const settleDelivery = (
  deps: SettleDeps,
  scope: Scope,
  part: ClaimedPart,
  delivery: Delivery,
): Promise<boolean> =>
  transaction(scope, async (scope) => {
    const status = await settleClaim(deps, scope, part, delivery);
    if (!status) return false;
    await delivery.alsoStore?.(scope);
    if (status === "CANCELLED" && part.messageId) await cancelStoppedMessage(deps, scope, part.messageId);
    if (status === "CANCELLED") return true;
    if (delivery.outcome === "not_sent") return true;
    if (part.messageId) await applyDeliveryOutcome(deps, scope, part.messageId, delivery.outcome);
    await recordDelivery(deps, scope, part, delivery);
    return true;
  });
