import { CLASSIFICATIONS, DELETED, readClassification } from "#contract/classification.ts";
import { LEAD_FIELDS } from "#contract/lead-fields.ts";
import { REPLY_STATUSES } from "#contract/message-status.ts";
import { FIELD_LABELS } from "#contract/synced-fields.ts";
import type { SyncedTable } from "#contract/synced-tables.ts";
import type { ChangeEvent } from "#contract/system.ts";
import {
  checkbox,
  choiceOtherThan,
  dateTime,
  type FieldKind,
  type FieldValue,
  html,
  rating,
  recordLink,
  requiredSelectOf,
  select,
  selectOf,
  text,
  url,
} from "./field-kinds.ts";

/**
 * in: read from Airtable only. out: written to Airtable only. both: either side may change it. once: written when we
 * create the record, read from Airtable afterwards.
 */
export type Direction = "in" | "out" | "both" | "once";

export interface FieldMapping {
  /** The field's name in the base; used until its id is known. */
  airtableName: string;
  kind: FieldKind;
  direction: Direction;
  /** The value of an empty cell; `{ created: true }` stands for the record's creation time. */
  emptyValue?: FieldValue | { created: true };
  /** The table that a link field refers to. */
  linksTo?: SyncedTable;
  /**
   * When both sides changed a status, the value in the later group wins: what has happened beats what is planned. Two
   * values of the same group, or a field without precedence, give a conflict that a person resolves.
   */
  precedence?: readonly (readonly string[])[];
  /** The field may be a formula or a choice in the base: it is then only read. */
  mayBeReadOnly?: boolean;
  /** The column that keeps a value that this field cannot parse, so that it is not a problem of the record. */
  unparsedColumn?: string;
  /** Without this field in the base, the rows of the table would be useless or dangerous: the whole table is then suspended. */
  isRequired?: boolean;
  /** The whole text is in an index, in which a very long one does not fit. */
  isIndexed?: boolean;
  /** Setting it makes the company's automation send. When Airtable refuses that, only a user asks again: the message may be cancelled since. */
  asksToSend?: boolean;
  /** The URL is shown as a picture. That of an attachment expires, so that attachments cannot be mapped to it. */
  isImage?: boolean;
  /** Our field that is mapped to the same field of the base. */
  sameFieldAs?: string;
  /** What the field is, where field-descriptions.ts does not say it. */
  description?: string;
}

export interface TableMapping {
  airtableName: string;
  sqlTable: string;
  /** Whether a record that was created in Airtable becomes a row here. */
  importsNewRecords: boolean;
  /** The change event that is published when rows of this table change. */
  topic: ChangeEvent["topic"];
  fields: Readonly<Record<string, FieldMapping>>;
}

type FieldOptions = Omit<FieldMapping, "airtableName" | "kind" | "direction">;
const defineField =
  <D extends Direction>(direction: D) =>
  (airtableName: string, kind: FieldKind, options: FieldOptions = {}) => ({
    airtableName,
    kind,
    direction,
    ...options,
  });
const fromAirtable = defineField("in");
const toAirtable = defineField("out");
const twoWay = defineField("both");
const onCreate = defineField("once");
/** A detail of a lead, which companies keep in fields of many types. */
const leadDetail = (airtableName: string, kind: FieldKind, description: string, options: FieldOptions = {}) => ({
  ...twoWay(airtableName, kind, { ...options, mayBeReadOnly: true }),
  description,
});

const EMPTY_IS_CREATION_TIME = { emptyValue: { created: true } } as const;
const REQUIRED = { isRequired: true } as const;

const MESSAGE_STATUS_PRECEDENCE = [
  ["pending"],
  ["rewritten", "edited"],
  ["approved"],
  ["cancelled"],
  ["error"],
  ["sent"],
  ["connected", ...REPLY_STATUSES],
];
const QUEUE_STATUS_PRECEDENCE = [["QUEUED"], ["CANCELLED"], ["ERROR"], ["SENT"]];
const classificationField = select({ values: [...CLASSIFICATIONS, DELETED], parseName: readClassification });
const messageStatus = selectOf(MESSAGE_STATUS_PRECEDENCE.flat());
// Airtable has no status SENDING: a message that is being sent shows as QUEUED there.
const queueStatus = requiredSelectOf(QUEUE_STATUS_PRECEDENCE.flat(), { SENDING: "QUEUED" });
const meetingStatus = select({
  values: ["NEW", "TO_PROCESS", "PRIVE", "IGNORED", "PROCESSED", "RERUN", "DELETED"],
  normalise: (status) => status.toUpperCase().replace(" ", "_"),
});

/**
 * The mapping between our tables and the company's base: per field our column, the name in Airtable, the kind and the
 * direction. No other code knows names of the base; a new field takes one line here.
 */
export const MAPPING = {
  leads: {
    airtableName: "Leads",
    sqlTable: "leads",
    importsNewRecords: true,
    topic: "leads",
    fields: {
      provider_id: fromAirtable("Provider ID", text, { isIndexed: true }),
      full_name: leadDetail("Full Name", text, "De naam van de lead, op elk scherm.", {
        emptyValue: "",
        isIndexed: true,
        ...REQUIRED,
      }),
      title: leadDetail("Title", text, "De functie van de lead."),
      company: leadDetail("Company", text, "Het bedrijf waar de lead werkt."),
      hubspot_id: leadDetail("HubSpot ID", text, "Het nummer van de lead in HubSpot."),
      location: leadDetail("Location", text, "De plaats of regio van de lead."),
      industry: leadDetail("Industry", text, "De branche van de lead."),
      linkedin_url: leadDetail(
        "LinkedIn URL",
        url,
        "Het LinkedIn-profiel. Zonder dit adres kan er niets via LinkedIn naar de lead.",
        { isIndexed: true },
      ),
      website: leadDetail("Website", url, "De website van het bedrijf van de lead."),
      profile_picture_url: fromAirtable("Profile Picture URL", url, { isImage: true }),
      email: leadDetail("Email", text, "Het e-mailadres van de lead.", { isIndexed: true }),
      phone: leadDetail("Telefoon", text, "Het telefoonnummer van de lead."),
      date_added: fromAirtable("Date Added", dateTime, EMPTY_IS_CREATION_TIME),
      employees: leadDetail("Employees", text, "Het aantal medewerkers van het bedrijf."),
      lead_rating: fromAirtable("Lead Rating", rating),
      contract_owner: leadDetail(
        "Contract Owner",
        text,
        "De collega bij wie de lead hoort: Contact Owner op All Leads, en de accountmanager in het filter.",
      ),
      lead_allocated: fromAirtable("Lead Allocated", text),
      html_report: fromAirtable("HTML Report", html),
      motivation: fromAirtable("Motivation", text),
      person_profile: fromAirtable("Person Profile", text),
      classification: twoWay("Lead Classification", classificationField),
    },
  },
  messages: {
    airtableName: "Messages",
    sqlTable: "messages",
    importsNewRecords: true,
    topic: "messages",
    fields: {
      lead_id: onCreate("Lead", recordLink, { linksTo: "leads", ...REQUIRED }),
      message_type: onCreate("Type", selectOf(["icebreaker", "followup"]), { emptyValue: "icebreaker" }),
      message_flow: onCreate("Flow", text),
      sentiment: fromAirtable("Sentiment", text),
      motivation_rating: fromAirtable("Motivation Rating", text),
      date_created: onCreate("Date Created", dateTime, EMPTY_IS_CREATION_TIME),
      content: twoWay("Content", text, { emptyValue: "", ...REQUIRED }),
      status: twoWay("Status", messageStatus, {
        emptyValue: "pending",
        precedence: MESSAGE_STATUS_PRECEDENCE,
        ...REQUIRED,
      }),
      due_ice_breaker: twoWay("Due Ice Breaker", dateTime),
      due_message_1: twoWay("Due Message 1", dateTime),
      due_message_2: twoWay("Due Message 2", dateTime),
      due_follow_up_1: twoWay("Due Follow Up 1", dateTime),
      due_follow_up_2: twoWay("Due Follow Up 2", dateTime),
      due_follow_up_3: twoWay("Due Follow Up 3", dateTime),
      feedback: toAirtable("Feedback", text),
      send_requested_at: toAirtable("Send Requested At", dateTime, { asksToSend: true }),
      rerun_requested_at: toAirtable("Rerun Requested At", dateTime),
      cancel_requested_at: toAirtable("Cancel Requested At", dateTime),
    },
  },
  adjustments: {
    airtableName: "Adjustments",
    sqlTable: "adjustments",
    importsNewRecords: false,
    topic: "messages",
    fields: {
      message_id: toAirtable("Message", recordLink, { linksTo: "messages", ...REQUIRED }),
      section: toAirtable("Section", text),
      original: toAirtable("Original", text),
      edited: toAirtable("Edited", text),
      made_by: toAirtable("By", text),
      made_at: toAirtable("At", dateTime),
      consumed: fromAirtable("Consumed", checkbox),
    },
  },
  queue: {
    airtableName: "Queue",
    sqlTable: "queue_items",
    importsNewRecords: true,
    topic: "queue",
    fields: {
      lead_id: onCreate("Lead", recordLink, { linksTo: "leads", ...REQUIRED }),
      message_id: onCreate("Message", recordLink, { linksTo: "messages" }),
      message_name: onCreate("Message Name", text, { emptyValue: "", isIndexed: true }),
      message_flow: onCreate("Flow", text),
      text: twoWay("Text", text, { emptyValue: "", ...REQUIRED }),
      date_due: twoWay("Date Due", dateTime, REQUIRED),
      date_sent: twoWay("Date Sent", dateTime, REQUIRED),
      status: twoWay("Status", queueStatus, {
        emptyValue: "QUEUED",
        precedence: QUEUE_STATUS_PRECEDENCE,
        unparsedColumn: "remote_status",
        ...REQUIRED,
      }),
      remote_status: fromAirtable("Status", choiceOtherThan(QUEUE_STATUS_PRECEDENCE.flat()), { sameFieldAs: "status" }),
    },
  },
  meetings: {
    airtableName: "Meetings",
    sqlTable: "meetings",
    importsNewRecords: true,
    topic: "meetings",
    fields: {
      meeting_name: twoWay("Name", text, { emptyValue: "", ...REQUIRED }),
      status: twoWay("Status", meetingStatus, { emptyValue: "NEW" }),
      type: twoWay("Type", select()),
      meeting_owner: fromAirtable("Owner", text),
      transcript_id: fromAirtable("Transcript ID", text),
      transcript_url: fromAirtable("Transcript URL", url),
      meeting_url: fromAirtable("Meeting URL", url),
      hubspot_url: fromAirtable("HubSpot URL", url),
      meeting_date: fromAirtable("Meeting Date", dateTime),
      transcription_date: fromAirtable("Transcription Date", dateTime),
      summary: fromAirtable("Summary", text),
      sales_opportunities: fromAirtable("Sales Opportunities", html),
      follow_up_interests: fromAirtable("Follow-up Interests", html),
      action_items: fromAirtable("Action Items", html),
      attendees: fromAirtable("Attendees", text),
      report: fromAirtable("Report", html),
    },
  },
  prompts: {
    airtableName: "Prompts",
    sqlTable: "prompts",
    importsNewRecords: true,
    topic: "prompts",
    fields: {
      prompt_name: onCreate("Name", text, { emptyValue: "", ...REQUIRED }),
      account_manager: onCreate("Account Manager", text),
      prompt: twoWay("Prompt", text, { emptyValue: "", ...REQUIRED }),
    },
  },
  invitations: {
    airtableName: "Invitations",
    sqlTable: "invitations",
    importsNewRecords: true,
    topic: "invitations",
    fields: {
      lead_id: fromAirtable("Lead", recordLink, { linksTo: "leads", ...REQUIRED }),
      connected_with: fromAirtable("Connected With", text, { isIndexed: true }),
      status: fromAirtable("Status", selectOf(["QUEUED", "ON_HOLD", "SENT", "ACCEPTED"]), {
        emptyValue: "QUEUED",
        ...REQUIRED,
      }),
      queued_at: fromAirtable("Queued At", dateTime),
      invited_at: fromAirtable("Invited At", dateTime),
      accepted_at: fromAirtable("Accepted At", dateTime),
    },
  },
} as const satisfies Record<SyncedTable, TableMapping>;

/**
 * Wanted in every table of the base. App ID holds our row's id, so that a record that we created is found again; without it
 * we create no records. Without Last Modified and without a change feed, a table is read completely in every run.
 */
export const APP_ID: FieldMapping = { airtableName: "App ID", kind: text, direction: "out" };
export const LAST_MODIFIED: FieldMapping = { airtableName: "Last Modified", kind: dateTime, direction: "in" };

type FieldsOf<T extends SyncedTable> = (typeof MAPPING)[T]["fields"];
/** The fields of a table that users of the product may change. */
export type EditableField<T extends SyncedTable> = {
  [F in keyof FieldsOf<T>]: FieldsOf<T>[F] extends { direction: "both" | "out" } ? F : never;
}[keyof FieldsOf<T>] &
  string;

export const tableMapping = (table: SyncedTable): TableMapping => MAPPING[table];
export const mappedFields = (table: SyncedTable): [string, FieldMapping][] =>
  Object.entries(tableMapping(table).fields);

const LEAD_LABELS = new Map(Object.entries(LEAD_FIELDS).map(([name, { label }]) => [name.toLowerCase(), label]));

/** What a field is called on our screens. */
export const fieldLabel = (table: SyncedTable, field: string): string | undefined =>
  FIELD_LABELS[field] ??
  (table === "leads" ? LEAD_LABELS.get(field.replaceAll("_", "")) : undefined) ??
  tableMapping(table).fields[field]?.airtableName;
