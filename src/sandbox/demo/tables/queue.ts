import { addRecord, type DemoContext, idFor, isoText, workMoment } from "../demo-context.ts";

import type { Lead } from "../people/lead-model.ts";
import { fillTemplate } from "../texts/fill-template.ts";
import { composeIceBreaker } from "../texts/ice-breaker.ts";
import type { MadeMessage, Section } from "./messages.ts";

const MAX_OVERDUE_MS = 7 * 86_400_000;

type RowStatus = "QUEUED" | "CANCELLED" | "SENT" | "ERROR";

/** Adds the rows of messages that are queued, sent or cancelled. */
export function addQueue(context: DemoContext, messages: readonly MadeMessage[], leads: readonly Lead[]): void {
  for (const message of messages) {
    for (const [index, section] of message.sections.entries()) {
      const status = statusOf(context, message, section, index);
      if (status !== null) addRow(context, message, section, status);
    }
  }
  addOlderSends(context, messages, leads);
}

function statusOf(
  { calendar }: DemoContext,
  { status, planIndex }: MadeMessage,
  { dueAt }: Section,
  index: number,
): RowStatus | null {
  switch (status) {
    case "pending":
    case "rewritten":
    case "edited":
      return null;
    case "approved":
      return "QUEUED";
    case "sent":
      if (index === 0) return "SENT";
      if (dueAt >= calendar.now) return "QUEUED";
      // Some rows stay queued, so that the demo has overdue ones. None is overdue for weeks: the automation would look broken.
      return calendar.now - dueAt < MAX_OVERDUE_MS && planIndex % 2 === 0 ? "QUEUED" : "SENT";
    case "connected":
    case "interested":
    case "not_interested":
    case "neutral":
      return index <= planIndex % 2 && dueAt < calendar.now ? "SENT" : "CANCELLED";
    case "error":
      return index === 0 ? "ERROR" : "CANCELLED";
    case "cancelled":
      return "CANCELLED";
    default:
      return status satisfies never;
  }
}

function addRow(context: DemoContext, message: MadeMessage, { name, text, dueAt }: Section, status: RowStatus): void {
  const sentAt = Math.min(dueAt + context.random.between(0, 50) * 60_000, context.calendar.now - 120_000);
  addRecord(context.base, "Queue", {
    id: idFor(context, "rec"),
    createdAt: message.createdAt,
    modifiedAt: status === "SENT" ? sentAt : message.createdAt,
    fields: {
      Lead: [message.lead.id],
      Message: [message.id],
      "Message Name": name,
      Text: text,
      Flow: message.accountManager,
      "Date Due": isoText(dueAt),
      "Date Sent": status === "SENT" ? isoText(sentAt) : null,
      Status: status,
    },
  });
}

/** Sent rows from before the base stored messages. */
function addOlderSends(context: DemoContext, messages: readonly MadeMessage[], leads: readonly Lead[]): void {
  const { random, company } = context;
  const withMessage = new Set(messages.map(({ lead }) => lead));
  const candidates = leads.filter(
    (lead) => lead.acceptedAt !== null && !withMessage.has(lead) && lead.class !== "DO NOT CONNECT",
  );
  for (const [index, lead] of random.sample(candidates, company.olderSends).entries()) {
    const sentAt = workMoment(context, -(1 + Math.floor((index * 45) / company.olderSends)));
    const accountManager = lead.accountManager ?? random.pickWeighted(company.accountManagers);
    const values = { ...lead.values, afzender: accountManager.split(" ")[0] ?? accountManager };
    const [name, text] = random.pick(Object.entries(composeIceBreaker(random, company.proposition)));
    addRecord(context.base, "Queue", {
      id: idFor(context, "rec"),
      createdAt: sentAt - 86_400_000,
      modifiedAt: sentAt,
      fields: {
        Lead: [lead.id],
        "Message Name": name,
        Text: fillTemplate(text, values),
        Flow: accountManager,
        "Date Due": isoText(sentAt - random.between(1, 40) * 60_000),
        "Date Sent": isoText(sentAt),
        Status: "SENT",
      },
    });
  }
}
