import type { Base } from "./base.ts";
import { newId, type RandomInt } from "./ids.ts";
import type { Choice, Field, FieldOptions, FieldType, Table } from "./table.ts";

const CLASSIFICATION_SCORES = {
  COLD: 10,
  "NOT INTERESTED": 0,
  "NOT RELEVANT": 0,
  CONNECTED: 30,
  "DO NOT CONNECT": 0,
  INTERESTED: 50,
  HOT: 80,
  CLIENT: 100,
};

/** Classification options with or without score: `HOT | 80` or `HOT`. */
type ClassStyle = "scored" | "plain";

export function classChoice(name: string, style: ClassStyle): string {
  const score = CLASSIFICATION_SCORES[name as keyof typeof CLASSIFICATION_SCORES];
  return style === "plain" || score === undefined ? name : `${name} | ${score}`;
}

type Column = { name: string; type: FieldType; choices?: readonly string[] };
type TableTemplate = { name: string; columns: Column[]; links?: Record<string, string> };

const columns = (type: FieldType, ...names: string[]): Column[] => names.map((name) => ({ name, type }));
const select = (name: string, ...choices: string[]): Column => ({ name, type: "singleSelect", choices });

/** The tables of a company's base. The first column is the primary field; `links`: field name → linked table. */
const tableTemplates = (style: ClassStyle): TableTemplate[] => [
  {
    name: "Leads",
    columns: [
      ...columns("singleLineText", "Full Name", "App ID", "Provider ID", "Title", "Company", "HubSpot ID"),
      ...columns("singleLineText", "Location", "Industry", "Employees", "Contract Owner", "Lead Allocated"),
      ...columns("url", "LinkedIn URL", "Website", "Profile Picture URL"),
      ...columns("email", "Email"),
      ...columns("phoneNumber", "Telefoon"),
      ...columns("dateTime", "Date Added"),
      ...columns("number", "Lead Rating"),
      ...columns("multilineText", "HTML Report", "Motivation", "Person Profile"),
      select(
        "Lead Classification",
        ...Object.keys(CLASSIFICATION_SCORES).map((name) => classChoice(name, style)),
        "DELETED",
      ),
    ],
  },
  {
    name: "Messages",
    columns: [
      ...columns("singleLineText", "App ID", "Flow"),
      select("Type", "icebreaker", "followup"),
      select("Sentiment", "positive", "neutral", "negative"),
      ...columns("multilineText", "Motivation Rating", "Content", "Feedback"),
      ...columns("dateTime", "Date Created", "Due Ice Breaker", "Due Message 1", "Due Message 2"),
      ...columns("dateTime", "Due Follow Up 1", "Due Follow Up 2", "Due Follow Up 3"),
      ...columns("dateTime", "Send Requested At", "Rerun Requested At", "Cancel Requested At"),
      select(
        "Status",
        "pending",
        "rewritten",
        "edited",
        "approved",
        "sent",
        "connected",
        "interested",
        "not_interested",
        "neutral",
        "error",
        "cancelled",
      ),
    ],
    links: { Lead: "Leads" },
  },
  {
    name: "Adjustments",
    columns: [
      ...columns("singleLineText", "App ID", "Section", "By"),
      ...columns("multilineText", "Original", "Edited"),
      ...columns("dateTime", "At"),
      ...columns("checkbox", "Consumed"),
    ],
    links: { Message: "Messages" },
  },
  {
    name: "Queue",
    columns: [
      ...columns("singleLineText", "Message Name", "App ID", "Flow"),
      ...columns("multilineText", "Text"),
      ...columns("dateTime", "Date Due", "Date Sent"),
      select("Status", "QUEUED", "CANCELLED", "SENT", "ERROR"),
    ],
    links: { Lead: "Leads", Message: "Messages" },
  },
  {
    name: "Meetings",
    columns: [
      ...columns("singleLineText", "Name", "App ID", "Owner", "Transcript ID"),
      select("Status", "NEW", "TO_PROCESS", "To PROCESS", "PRIVE", "IGNORED", "PROCESSED", "RERUN", "DELETED"),
      select("Type", "Sales", "CFO intake", "Client intake", "verkenningsgesprek", "CFO Update", "Client Update"),
      ...columns("url", "Transcript URL", "Meeting URL", "HubSpot URL"),
      ...columns("dateTime", "Meeting Date", "Transcription Date"),
      ...columns("multilineText", "Summary", "Sales Opportunities", "Follow-up Interests", "Action Items"),
      ...columns("multilineText", "Report", "Attendees"),
    ],
  },
  {
    name: "Prompts",
    columns: [...columns("singleLineText", "Name", "App ID", "Account Manager"), ...columns("multilineText", "Prompt")],
  },
  {
    name: "Invitations",
    columns: [
      ...columns("singleLineText", "App ID", "Connected With"),
      select("Status", "QUEUED", "ON_HOLD", "SENT", "ACCEPTED"),
      ...columns("dateTime", "Queued At", "Invited At", "Accepted At"),
    ],
    links: { Lead: "Leads" },
  },
];

const COLORS = ["blueLight2", "cyanLight2", "tealLight2", "greenLight2", "yellowLight2", "orangeLight2", "redLight2"];

export function makeChoice(name: string, position: number, randomInt?: RandomInt): Choice {
  return { id: newId("sel", randomInt), name, color: COLORS[position % COLORS.length] ?? "grayLight2" };
}

/** Creates the tables of a company in an empty base. */
export function createBaseFromTemplate(base: Base, style: ClassStyle, randomInt?: RandomInt): void {
  for (const template of tableTemplates(style)) createTableFromTemplate(base, template, randomInt);
}

function createTableFromTemplate(base: Base, { name, columns, links }: TableTemplate, randomInt?: RandomInt): void {
  const fields = columns.map((column) => makeField(column, randomInt));
  const [primary] = fields;
  const table = base.addTable({
    id: newId("tbl", randomInt),
    name,
    primaryFieldId: primary?.id ?? "",
    fields,
    views: [{ id: newId("viw", randomInt), name: "Grid view", type: "grid" }],
  });
  for (const [column, target] of Object.entries(links ?? {})) addLink(base, table, column, target, randomInt);
  addField(table, "Last Modified", "lastModifiedTime", {}, randomInt);
}

function makeField({ name, type, choices }: Column, randomInt?: RandomInt): Field {
  const options: FieldOptions = {};
  if (choices) options.choices = choices.map((choice, position) => makeChoice(choice, position, randomInt));
  if (type === "number") options.precision = 0;
  return { id: newId("fld", randomInt), name, type, options };
}

function addField(table: Table, name: string, type: FieldType, options: FieldOptions, randomInt?: RandomInt): Field {
  const field = { id: newId("fld", randomInt), name, type, options };
  table.fields = [...table.fields, field];
  return field;
}

/** Adds a link field, its inverse and, for links to Leads, a lookup of the primary field. */
function addLink(base: Base, table: Table, name: string, target: string, randomInt?: RandomInt): void {
  const linked = base.table(target);
  if (!linked) return;
  const link = addField(table, name, "multipleRecordLinks", { linkedTableId: linked.id }, randomInt);
  const inverse = addField(
    linked,
    table.name,
    "multipleRecordLinks",
    { linkedTableId: table.id, inverseLinkFieldId: link.id },
    randomInt,
  );
  link.options.inverseLinkFieldId = inverse.id;
  const primary = linked.field(linked.primaryFieldId);
  if (target !== "Leads" || !primary) return;
  addField(
    table,
    `${primary.name} (from ${name})`,
    "multipleLookupValues",
    { recordLinkFieldId: link.id, fieldIdInLinkedTable: primary.id },
    randomInt,
  );
}
