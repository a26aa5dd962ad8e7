import type { SyncedTable } from "#contract/airtable.ts";
import { readClassification } from "#contract/classification.ts";
import type { ChangeEvent } from "#contract/system.ts";
import {
  checkbox,
  dateTime,
  type FieldKind,
  type FieldValue,
  html,
  rating,
  recordLink,
  select,
  selectOf,
  text,
  url,
} from "./field-kinds.ts";

/**
 * in: theirs, we follow. out: ours, they follow. both: either side may change it. once: sent when we make the record,
 * theirs from then on.
 */
export type Direction = "in" | "out" | "both" | "once";

export interface FieldMapping {
  /** The name of the field in their base, until its id is known. */
  theirs: string;
  kind: FieldKind;
  direction: Direction;
  /** What an empty cell means; `created` is the moment the record was made. */
  empty?: FieldValue | { created: true };
  /** Where a link leads. */
  to?: SyncedTable;
  /**
   * Facts beat intentions: when both sides changed a status, the one that stands later in this list wins. Those that
   * stand together, and lists that are absent, leave it to people.
   */
  precedence?: readonly (readonly string[])[];
}

export interface TableMapping {
  theirs: string;
  /** Our table. */
  rows: string;
  /** Whose new records are taken over by the other side. */
  madeBy: "both" | "us";
  /** What open screens are told when rows of it change. */
  topic: ChangeEvent["topic"];
  fields: Readonly<Record<string, FieldMapping>>;
}

type FieldOptions = Pick<FieldMapping, "empty" | "to" | "precedence">;
const defineField =
  <D extends Direction>(direction: D) =>
  (theirs: string, kind: FieldKind, more: FieldOptions = {}) => ({ theirs, kind, direction, ...more });
const fromAirtable = defineField("in");
const toAirtable = defineField("out");
const twoWay = defineField("both");
const onCreate = defineField("once");

const EMPTY_IS_CREATION_TIME = { empty: { created: true } } as const;

const MESSAGE_STATUSES = [
  ["pending"],
  ["rewritten", "edited"],
  ["approved"],
  ["cancelled"],
  ["error"],
  ["sent"],
  ["connected", "interested", "not_interested", "neutral"],
];
const QUEUE_STATUSES = [["QUEUED"], ["CANCELLED"], ["ERROR"], ["SENT"]];
const classificationField = select({ meaning: readClassification });
const messageStatus = selectOf(MESSAGE_STATUSES.flat());
// Somebody at Airtable cannot see that a message is on its way out: until it is out, it is queued.
const queueStatus = selectOf(QUEUE_STATUSES.flat(), { SENDING: "QUEUED" });
const meetingStatus = select({ key: (status) => status.toUpperCase().replace(" ", "_") });

/**
 * Everything that goes over, and the only place that knows what things are called there: per table ours and theirs; per
 * field our column, their name, what it is, and which way it goes. A new field is a line here.
 */
export const MAPPING = {
  leads: {
    theirs: "Leads",
    rows: "leads",
    madeBy: "both",
    topic: "leads",
    fields: {
      provider_id: fromAirtable("Provider ID", text),
      full_name: fromAirtable("Full Name", text, { empty: "" }),
      title: fromAirtable("Title", text),
      company: fromAirtable("Company", text),
      hubspot_id: fromAirtable("HubSpot ID", text),
      location: fromAirtable("Location", text),
      industry: fromAirtable("Industry", text),
      linkedin_url: fromAirtable("LinkedIn URL", url),
      website: fromAirtable("Website", url),
      profile_picture_url: fromAirtable("Profile Picture URL", url),
      email: fromAirtable("Email", text),
      date_added: fromAirtable("Date Added", dateTime, EMPTY_IS_CREATION_TIME),
      employees: fromAirtable("Employees", text),
      lead_rating: fromAirtable("Lead Rating", rating),
      contract_owner: fromAirtable("Contract Owner", text),
      lead_allocated: fromAirtable("Lead Allocated", text),
      html_report: fromAirtable("HTML Report", html),
      motivation: fromAirtable("Motivation", text),
      person_profile: fromAirtable("Person Profile", text),
      classification: twoWay("Lead Classification", classificationField),
    },
  },
  messages: {
    theirs: "Messages",
    rows: "messages",
    madeBy: "both",
    topic: "messages",
    fields: {
      lead_id: fromAirtable("Lead", recordLink, { to: "leads" }),
      message_type: fromAirtable("Type", selectOf(["icebreaker", "followup"]), { empty: "icebreaker" }),
      message_flow: fromAirtable("Flow", text),
      sentiment: fromAirtable("Sentiment", text),
      motivation_rating: fromAirtable("Motivation Rating", text),
      date_created: fromAirtable("Date Created", dateTime, EMPTY_IS_CREATION_TIME),
      content: twoWay("Content", text, { empty: "" }),
      status: twoWay("Status", messageStatus, { empty: "pending", precedence: MESSAGE_STATUSES }),
      due_ice_breaker: twoWay("Due Ice Breaker", dateTime),
      due_message_1: twoWay("Due Message 1", dateTime),
      due_message_2: twoWay("Due Message 2", dateTime),
      due_follow_up_1: twoWay("Due Follow Up 1", dateTime),
      due_follow_up_2: twoWay("Due Follow Up 2", dateTime),
      due_follow_up_3: twoWay("Due Follow Up 3", dateTime),
      feedback: toAirtable("Feedback", text),
      send_requested_at: toAirtable("Send Requested At", dateTime),
      rerun_requested_at: toAirtable("Rerun Requested At", dateTime),
      cancel_requested_at: toAirtable("Cancel Requested At", dateTime),
    },
  },
  adjustments: {
    theirs: "Adjustments",
    rows: "adjustments",
    madeBy: "us",
    topic: "messages",
    fields: {
      message_id: toAirtable("Message", recordLink, { to: "messages" }),
      section: toAirtable("Section", text),
      original: toAirtable("Original", text),
      edited: toAirtable("Edited", text),
      made_by: toAirtable("By", text),
      made_at: toAirtable("At", dateTime),
      consumed: fromAirtable("Consumed", checkbox),
    },
  },
  queue: {
    theirs: "Queue",
    rows: "queue_items",
    madeBy: "both",
    topic: "queue",
    fields: {
      lead_id: onCreate("Lead", recordLink, { to: "leads" }),
      message_id: onCreate("Message", recordLink, { to: "messages" }),
      message_name: onCreate("Message Name", text, { empty: "" }),
      message_flow: onCreate("Flow", text),
      text: twoWay("Text", text, { empty: "" }),
      date_due: twoWay("Date Due", dateTime),
      date_sent: twoWay("Date Sent", dateTime),
      status: twoWay("Status", queueStatus, { empty: "QUEUED", precedence: QUEUE_STATUSES }),
    },
  },
  meetings: {
    theirs: "Meetings",
    rows: "meetings",
    madeBy: "both",
    topic: "meetings",
    fields: {
      meeting_name: twoWay("Name", text, { empty: "" }),
      status: twoWay("Status", meetingStatus, { empty: "NEW" }),
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
    theirs: "Prompts",
    rows: "prompts",
    madeBy: "both",
    topic: "prompts",
    fields: {
      prompt_name: fromAirtable("Name", text, { empty: "" }),
      account_manager: fromAirtable("Account Manager", text),
      prompt: twoWay("Prompt", text, { empty: "" }),
    },
  },
  invitations: {
    theirs: "Invitations",
    rows: "invitations",
    madeBy: "both",
    topic: "invitations",
    fields: {
      lead_id: fromAirtable("Lead", recordLink, { to: "leads" }),
      connected_with: fromAirtable("Connected With", text),
      status: fromAirtable("Status", selectOf(["QUEUED", "ON_HOLD", "SENT", "ACCEPTED"]), { empty: "QUEUED" }),
      queued_at: fromAirtable("Queued At", dateTime),
      invited_at: fromAirtable("Invited At", dateTime),
      accepted_at: fromAirtable("Accepted At", dateTime),
    },
  },
} as const satisfies Record<SyncedTable, TableMapping>;

/** Present in every table there: our id, by which a record that we make is found again; and when it was last changed. */
export const APP_ID: FieldMapping = { theirs: "App ID", kind: text, direction: "out" };
export const LAST_MODIFIED: FieldMapping = { theirs: "Last Modified", kind: dateTime, direction: "in" };

type FieldsOf<T extends SyncedTable> = (typeof MAPPING)[T]["fields"];
/** The fields of a table that people here may change. */
export type EditableField<T extends SyncedTable> = {
  [F in keyof FieldsOf<T>]: FieldsOf<T>[F] extends { direction: "both" | "out" } ? F : never;
}[keyof FieldsOf<T>] &
  string;

export const tableMapping = (table: SyncedTable): TableMapping => MAPPING[table];
export const mappedFields = (table: SyncedTable): [string, FieldMapping][] =>
  Object.entries(tableMapping(table).fields);
