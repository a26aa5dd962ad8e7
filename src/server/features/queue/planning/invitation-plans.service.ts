import type { Scope } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { toDatabaseTime } from "#platform/time.ts";
import { isWaitingForAirtable } from "#server/features/airtable/airtable.service.ts";
import type { SenderRow } from "#server/features/senders/senders.service.ts";
import { planParts } from "./planner.ts";
import { endOfSimulation, readPastInvitations, type Simulation, toInvitation, toRules } from "./planner-input.ts";
import { explainWait } from "./planner-texts.ts";
import { findQueuedInvitations } from "./plans.queries.ts";
import { spacingAfter } from "./sending-slots.ts";
import { findSyncPause } from "./sync-pause.ts";

/** Whether an invitation of this sender may go now, and how long the next one waits after it. */
export const planInvitation = async (
  scope: Scope,
  sender: SenderRow,
  invitation: { id: string; leadId: string },
  now: Date,
): Promise<{ isAllowed: boolean; spacingMs: number }> => {
  const past = await readPastInvitations(scope, sender.id, now);
  const rules = toRules(sender);
  const at = planParts(rules, past, [toInvitation(invitation, sender, now)], now).get(invitation.id)?.at;
  return { isAllowed: at ? at <= now : false, spacingMs: spacingAfter(rules, "invitation", invitation.id) };
};

/** Later ones have no plan yet: their turn is weeks away. */
const PLANNED_INVITATIONS = 1_000;

/** The plans of the queued invitations of a sender, with the stored rules or those of a simulation. */
export const planInvitations = async (
  deps: Pick<Platform, "clock">,
  scope: Scope,
  sender: SenderRow,
  simulation?: Simulation,
) => {
  const now = toDatabaseTime(deps.clock, sender.readAt);
  const queue = await findQueuedInvitations(scope, sender.nameKeys, PLANNED_INVITATIONS);
  const past = queue.length > 0 ? await readPastInvitations(scope, sender.id, now) : [];
  const waitsForAirtable = await isWaitingForAirtable(scope);
  const syncPause = await findSyncPause(scope);
  const parts = queue.map((invitation) => ({ ...toInvitation(invitation, sender, now), syncPause }));
  const plans = planParts(
    toRules(sender, simulation?.rules),
    past,
    parts,
    now,
    simulation && endOfSimulation(simulation, now),
  );
  return queue.map((invitation) => {
    const plan = plans.get(invitation.id);
    const isHeldBack = waitsForAirtable && plan?.at && plan.at <= now;
    return { ...invitation, plan: isHeldBack ? { at: null, wait: explainWait.airtable() } : plan };
  });
};
