import { AirtableError } from "../airtable/airtable-error.ts";
import type { Base } from "../airtable/model/base.ts";
import type { Draft } from "../airtable/model/draft.ts";
import { type AirtableRecord, linkedIds } from "../airtable/model/table.ts";
import { readFields } from "../airtable/records/write.ts";
import { DEMO_COMPANIES } from "../demo/company.ts";
import { INDUSTRIES } from "../demo/people/industries.ts";
import { titleInSentence } from "../demo/people/names.ts";
import { createRandom, type Random } from "../demo/random.ts";
import { composeFollowUp } from "../demo/texts/conversation.ts";
import { fillTemplate } from "../demo/texts/fill-template.ts";
import { composeIceBreaker } from "../demo/texts/ice-breaker.ts";
import { PART_TIME_CFO } from "../demo/texts/proposition.ts";
import { readSections, rewriteContent, writeSections } from "./rewrite.ts";

/** The text of a cell, by field name; empty when the cell is empty or the field does not exist. */
export function textOf(base: Base, tableName: string, record: AirtableRecord, fieldName: string): string {
  const field = base.table(tableName)?.field(fieldName);
  const value = field && record.cells[field.id];
  return typeof value === "string" ? value : "";
}

/** Writes a new message for the lead; the conversation history stays. */
function regenerateContent(base: Base, message: AirtableRecord, seed: string): string {
  const random = createRandom(seed);
  const proposition = DEMO_COMPANIES[base.company]?.proposition ?? PART_TIME_CFO;
  const isFollowUp = textOf(base, "Messages", message, "Type") === "followup";
  const texts = (isFollowUp ? composeFollowUp : composeIceBreaker)(random, proposition);
  const values = { ...leadValues(base, message, random), offer: proposition.offer, thuis: proposition.home };
  const history = readSections(textOf(base, "Messages", message, "Content")).filter(
    ({ header }) => header === "Older conversations",
  );
  const newSections = Object.entries(texts).map(([header, text]) => ({ header, text: fillTemplate(text, values) }));
  return writeSections([...history, ...newSections]);
}

function leadValues(base: Base, message: AirtableRecord, random: Random): Record<string, string> {
  const lead = leadOf(base, message);
  const read = (name: string, fallback: string) => (lead && textOf(base, "Leads", lead, name)) || fallback;
  const industry = INDUSTRIES.find(({ name }) => name === read("Industry", "")) ?? random.pick(INDUSTRIES);
  const sender = textOf(base, "Messages", message, "Flow") || "Frank";
  return {
    voornaam: read("Full Name", "daar").split(" ")[0] ?? "daar",
    bedrijf: read("Company", "jullie bedrijf").replace(/ B\.V\.$/, ""),
    plaats: read("Location", "de regio").split(",")[0] ?? "de regio",
    functie: titleInSentence(read("Title", "ondernemer")),
    bedrijven: industry.companies,
    sector: industry.within,
    onderwerp: random.pick(industry.topics),
    signaal: random.pick(industry.signals),
    afzender: sender.split(" ")[0] ?? sender,
  };
}

function leadOf(base: Base, message: AirtableRecord): AirtableRecord | undefined {
  const link = base.table("Messages")?.field("Lead");
  const [id = ""] = link ? linkedIds(message.cells[link.id]) : [];
  return base.table("Leads")?.record(id);
}

export type SendOutcome = "SENT" | "ERROR";

/** A request found in a base, and how to handle it. The same request has the same key. */
export type PendingWork = {
  key: string;
  /** Handled at once instead of after the simulated delay. */
  isUrgent: boolean;
  /** The base does not show that it was handled, so its key is stored. */
  leavesNoTrace: boolean;
  run(draft: Draft): void;
};

type Search = { base: Base; since: number; now: number; outcome: SendOutcome; sends: boolean };

/** The requests since a time that have not been handled. */
export function findPendingWork(search: Search): PendingWork[] {
  return [...messageWork(search), ...(search.sends ? queueWork(search) : [])];
}

function messageWork({ base, since, outcome, sends }: Search): PendingWork[] {
  const table = base.table("Messages");
  const pending: PendingWork[] = [];
  for (const record of table?.records() ?? []) {
    const read = (name: string) => textOf(base, "Messages", record, name);
    const isRequested = (name: string) => read(name) !== "" && changedAt(base, record, name) > since;
    const add = (request: string, run: (draft: Draft) => void) =>
      pending.push({ key: `${record.id} ${request} ${read(request)}`, isUrgent: false, leavesNoTrace: true, run });
    const rewriteRequestedAt = Math.max(changedAt(base, record, "Status"), changedAt(base, record, "Feedback"));
    if (read("Status") === "rewritten" && read("Feedback") !== "" && rewriteRequestedAt > since) {
      pending.push({
        key: `${record.id} rewrite ${rewriteRequestedAt}`,
        isUrgent: false,
        leavesNoTrace: false,
        run: (draft) => {
          const Content = rewriteContent(read("Content"), read("Feedback"));
          change(draft, "Messages", record, { Content, Status: "pending" });
        },
      });
    }
    if (isRequested("Rerun Requested At")) {
      add("Rerun Requested At", (draft) => {
        const Content = regenerateContent(base, record, `${record.id} ${read("Rerun Requested At")}`);
        change(draft, "Messages", record, { Content, Status: "pending" });
      });
    }
    if (sends && isRequested("Send Requested At"))
      add("Send Requested At", (draft) => sendFirst(draft, record, outcome));
    if (isRequested("Cancel Requested At")) add("Cancel Requested At", (draft) => cancelAll(draft, record));
  }
  return pending;
}

/** Queue rows are sent when they become due, except those that were overdue when the automation started. */
function queueWork({ base, since, now, outcome }: Search): PendingWork[] {
  const pending: PendingWork[] = [];
  for (const row of base.table("Queue")?.records() ?? []) {
    if (textOf(base, "Queue", row, "Status") !== "QUEUED") continue;
    const dueAt = Date.parse(textOf(base, "Queue", row, "Date Due"));
    if (dueAt > now || !(dueAt > since)) continue;
    const run = (draft: Draft) => sendRow(draft, row, outcome);
    pending.push({ key: `${row.id} due ${dueAt}`, isUrgent: true, leavesNoTrace: false, run });
  }
  return pending;
}

function changedAt(base: Base, record: AirtableRecord, fieldName: string): number {
  const field = base.table("Messages")?.field(fieldName);
  return record.cellModifiedAt?.[field?.id ?? ""] ?? record.createdAt;
}

function sendFirst(draft: Draft, message: AirtableRecord, outcome: SendOutcome): void {
  const [first] = rowsOf(draft.base, message).filter(isFirstSection(draft.base));
  if (first) sendRow(draft, first, outcome);
  else change(draft, "Messages", message, { Status: outcome === "SENT" ? "sent" : "error" });
}

function sendRow(draft: Draft, row: AirtableRecord, outcome: SendOutcome): void {
  const sentAt = outcome === "SENT" ? new Date(draft.now).toISOString() : null;
  change(draft, "Queue", row, { Status: outcome, "Date Sent": sentAt });
  if (!isFirstSection(draft.base)(row)) return;
  const link = draft.base.table("Queue")?.field("Message");
  const [id = ""] = link ? linkedIds(row.cells[link.id]) : [];
  const message = draft.base.table("Messages")?.record(id);
  if (message) change(draft, "Messages", message, { Status: outcome === "SENT" ? "sent" : "error" });
}

function cancelAll(draft: Draft, message: AirtableRecord): void {
  for (const row of rowsOf(draft.base, message)) change(draft, "Queue", row, { Status: "CANCELLED" });
  change(draft, "Messages", message, { Status: "cancelled" });
}

/** The queued rows of a message. */
function rowsOf(base: Base, message: AirtableRecord): AirtableRecord[] {
  const [queue, link] = [base.table("Queue"), base.table("Messages")?.field("Queue")];
  const rows = link ? linkedIds(message.cells[link.id]) : [];
  return rows
    .flatMap((id) => queue?.record(id) ?? [])
    .filter((row) => textOf(base, "Queue", row, "Status") === "QUEUED");
}

const isFirstSection = (base: Base) => (row: AirtableRecord) =>
  /^(Ice Breaker|Follow up 1|Bericht)$/.test(textOf(base, "Queue", row, "Message Name"));

/** Skips fields that were renamed, removed or changed in type in the meantime. */
function change(draft: Draft, tableName: string, record: AirtableRecord, fields: Record<string, string | null>): void {
  const table = draft.base.table(tableName);
  if (!table) return;
  for (const [name, value] of Object.entries(fields)) {
    try {
      draft.update(table, record.id, readFields(draft, table, { [name]: value }, true));
    } catch (error) {
      if (!(error instanceof AirtableError)) throw error;
    }
  }
}
