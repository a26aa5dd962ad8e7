import { addRecord } from "../add-record.ts";
import type { Lead } from "../people/lead.ts";
import { type DemoWorld, idFor, isoText } from "../world.ts";

/** A year of invitations, and those that wait: in the queue, or on hold. */
export function addInvitations(world: DemoWorld, leads: readonly Lead[]): void {
  for (const lead of leads) if (lead.invitedAt !== null) addSent(world, lead, lead.invitedAt);
  const { queuedInvitations, invitationsOnHold } = world.company;
  const waiting = leads.filter(
    (lead) => lead.invitedAt === null && (lead.class === "COLD" || lead.class === "NOT RELEVANT"),
  );
  for (const lead of waiting.slice(0, queuedInvitations)) addWaiting(world, lead, "QUEUED");
  for (const lead of waiting.slice(queuedInvitations, queuedInvitations + invitationsOnHold)) {
    addWaiting(world, lead, "ON_HOLD");
  }
}

function addSent(world: DemoWorld, lead: Lead, invitedAt: number): void {
  const queuedAt = Math.max(lead.addedAt, invitedAt - world.random.between(1, 4_000) * 60_000);
  addRecord(world.base, "Invitations", {
    id: idFor(world, "rec"),
    createdAt: queuedAt,
    modifiedAt: lead.acceptedAt ?? invitedAt,
    fields: {
      Lead: [lead.id],
      "Connected With": lead.accountManager,
      Status: lead.acceptedAt === null ? "SENT" : "ACCEPTED",
      "Queued At": isoText(queuedAt),
      "Invited At": isoText(invitedAt),
      "Accepted At": lead.acceptedAt === null ? null : isoText(lead.acceptedAt),
    },
  });
}

function addWaiting(world: DemoWorld, lead: Lead, status: "QUEUED" | "ON_HOLD"): void {
  addRecord(world.base, "Invitations", {
    id: idFor(world, "rec"),
    createdAt: lead.addedAt,
    fields: {
      Lead: [lead.id],
      "Connected With": lead.accountManager ?? world.random.weighted(world.company.accountManagers),
      Status: status,
      "Queued At": isoText(lead.addedAt),
    },
  });
}
