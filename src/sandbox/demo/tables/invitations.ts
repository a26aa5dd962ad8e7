import { addRecord, type DemoContext, idFor, isoText, workMoment } from "../demo-context.ts";

import type { Lead } from "../people/lead-model.ts";

/** A year of sent invitations, and invitations that are queued or on hold. */
export function addInvitations(context: DemoContext, leads: readonly Lead[]): void {
  for (const lead of leads) if (lead.invitedAt !== null) addSent(context, lead, lead.invitedAt);
  const { queuedInvitations, invitationsOnHold } = context.company;
  const waiting = leads.filter(
    (lead) => lead.invitedAt === null && (lead.class === "COLD" || lead.class === "NOT RELEVANT"),
  );
  for (const lead of waiting.slice(0, queuedInvitations)) addWaiting(context, lead, "QUEUED");
  for (const lead of waiting.slice(queuedInvitations, queuedInvitations + invitationsOnHold)) {
    addWaiting(context, lead, "ON_HOLD");
  }
}

function addSent(context: DemoContext, lead: Lead, invitedAt: number): void {
  const queuedAt = Math.max(lead.addedAt, invitedAt - context.random.between(1, 4_000) * 60_000);
  addRecord(context.base, "Invitations", {
    id: idFor(context, "rec"),
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

function addWaiting(context: DemoContext, lead: Lead, status: "QUEUED" | "ON_HOLD"): void {
  addRecord(context.base, "Invitations", {
    id: idFor(context, "rec"),
    createdAt: lead.addedAt,
    fields: {
      Lead: [lead.id],
      "Connected With": lead.accountManager ?? context.random.pickWeighted(context.company.accountManagers),
      Status: status,
      "Queued At": isoText(lead.addedAt),
    },
  });
}

const YEAR = 365;
/** From Sunday to Saturday: busiest in the middle of the week. */
const WEEKDAY_SHARES = [0.05, 1.1, 1.3, 1.15, 1.25, 0.8, 0.08];

/** The times of the invitations of the past year, oldest first. */
export function planInvitations(context: DemoContext): number[] {
  const { calendar, random, company } = context;
  const moments: number[] = [];
  for (let day = -YEAR; day < 0; day++) {
    const weekday = new Date(calendar.at(day, 12)).getUTCDay();
    // Activity grows over the year and drops around Christmas and in the summer.
    const growth = 0.6 + (0.8 * (day + YEAR)) / YEAR;
    const average =
      company.invitationsPerDay * growth * (WEEKDAY_SHARES[weekday] ?? 0) * holidayFactor(calendar.at(day, 12));
    const count = Math.round(average * (0.6 + random.next() * 0.8) + random.next() * 0.4 - 0.2);
    for (let index = 0; index < count; index++) moments.push(workMoment(context, day));
  }
  for (let index = 0; index < company.invitationsToday; index++) moments.push(workMoment(context, 0));
  return moments.toSorted((a, b) => a - b);
}

function holidayFactor(moment: number): number {
  const date = new Date(moment);
  const [month, day] = [date.getUTCMonth() + 1, date.getUTCDate()];
  if (month === 12 && day >= 23) return 0.15;
  return month === 8 && day <= 20 ? 0.5 : 1;
}
