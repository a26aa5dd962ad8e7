import type { PlannedSend, SendingCaps, SendingSpacing, WorkingHours } from "#contract/senders.ts";
import { notFound } from "#platform/app-error.ts";
import type { Scope } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { findRules } from "#server/features/senders/senders.service.ts";
import { planInvitations } from "./invitation-plans.service.ts";
import { endOfSimulation } from "./planner-input.ts";
import { planSender } from "./plans.service.ts";

interface SimulationRequest {
  days: number;
  hours?: WorkingHours | undefined;
  caps?: SendingCaps | undefined;
  spacing?: SendingSpacing | undefined;
}

/** What would be sent in the coming days, from the same function as the sending itself. Nothing is stored. */
export const simulateSends = async (
  deps: Pick<Platform, "clock">,
  scope: Scope,
  senderId: string,
  { days, hours, caps, spacing }: SimulationRequest,
): Promise<PlannedSend[]> => {
  const sender = await findRules(scope, senderId);
  if (!sender) throw notFound();
  const rules = { ...(hours && { hours }), ...(caps && { caps }), ...(spacing && { spacing }) };
  const simulation = { rules, days };
  const { now, rows, plans } = await planSender(deps, scope, sender, simulation);
  const end = endOfSimulation(simulation, now);
  const invitations = await planInvitations(deps, scope, sender, simulation);
  const messages = rows.map(({ id, leadId, fullName, name }) => ({
    at: plans.get(id)?.at,
    kind: "message" as const,
    leadId,
    fullName,
    messageName: name,
  }));
  const invitationSends = invitations.map(({ plan, leadId, fullName }) => ({
    at: plan?.at,
    kind: "invitation" as const,
    leadId,
    fullName,
    messageName: "Uitnodiging",
  }));
  return [...messages, ...invitationSends]
    .flatMap(({ at, fullName, ...send }): PlannedSend[] =>
      at && at.getTime() < end ? [{ ...send, at: at.toISOString(), fullName: fullName ?? "" }] : [],
    )
    .toSorted((one, other) => one.at.localeCompare(other.at));
};
