import type { SyncedTable } from "#contract/airtable.ts";
import { readClassification } from "#contract/classification.ts";
import type { ChangeEvent } from "#contract/system.ts";
import { address, choice, flag, html, type Kind, link, moment, oneOf, rating, text, type Value } from "./kinds.ts";

/**
 * in: theirs, we follow. out: ours, they follow. both: either side may change it. once: sent when we make the record,
 * theirs from then on.
 */
export type Direction = "in" | "out" | "both" | "once";

export interface FieldMap {
  /** The name of the field in their base, until its id is known. */
  theirs: string;
  kind: Kind;
  direction: Direction;
  /** What an empty cell means; `created` is the moment the record was made. */
  empty?: Value | { created: true };
  /** Where a link leads. */
  to?: SyncedTable;
  /**
   * Facts beat intentions: when both sides changed a status, the one that stands later in this list wins. Those that
   * stand together, and lists that are absent, leave it to people.
   */
  precedence?: readonly (readonly string[])[];
}

export interface TableMap {
  theirs: string;
  /** Our table. */
  rows: string;
  /** Whose new records are taken over by the other side. */
  madeBy: "both" | "us";
  /** What open screens are told when rows of it change. */
  topic: ChangeEvent["topic"];
  fields: Readonly<Record<string, FieldMap>>;
}

type More = Pick<FieldMap, "empty" | "to" | "precedence">;
const define =
  <D extends Direction>(direction: D) =>
  (theirs: string, kind: Kind, more: More = {}) => ({ theirs, kind, direction, ...more });
const from = define("in");
const toThem = define("out");
const both = define("both");
const once = define("once");

const BY_CREATION = { empty: { created: true } } as const;

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
const classes = choice({ meaning: readClassification });
const messageStatus = oneOf(MESSAGE_STATUSES.flat());
// Somebody at Airtable cannot see that a message is on its way out: until it is out, it is queued.
const queueStatus = oneOf(QUEUE_STATUSES.flat(), { SENDING: "QUEUED" });
const meetingStatus = choice({ key: (status) => status.toUpperCase().replace(" ", "_") });

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
      provider_id: from("Provider ID", text),
      full_name: from("Full Name", text, { empty: "" }),
      title: from("Title", text),
      company: from("Company", text),
      hubspot_id: from("HubSpot ID", text),
      location: from("Location", text),
      industry: from("Industry", text),
      linkedin_url: from("LinkedIn URL", address),
      website: from("Website", address),
      profile_picture_url: from("Profile Picture URL", address),
      email: from("Email", text),
      date_added: from("Date Added", moment, BY_CREATION),
      employees: from("Employees", text),
      lead_rating: from("Lead Rating", rating),
      contract_owner: from("Contract Owner", text),
      lead_allocated: from("Lead Allocated", text),
      html_report: from("HTML Report", html),
      motivation: from("Motivation", text),
      person_profile: from("Person Profile", text),
      classification: both("Lead Classification", classes),
    },
  },
  messages: {
    theirs: "Messages",
    rows: "messages",
    madeBy: "both",
    topic: "messages",
    fields: {
      lead_id: from("Lead", link, { to: "leads" }),
      message_type: from("Type", oneOf(["icebreaker", "followup"]), { empty: "icebreaker" }),
      message_flow: from("Flow", text),
      sentiment: from("Sentiment", text),
      motivation_rating: from("Motivation Rating", text),
      date_created: from("Date Created", moment, BY_CREATION),
      content: both("Content", text, { empty: "" }),
      status: both("Status", messageStatus, { empty: "pending", precedence: MESSAGE_STATUSES }),
      due_ice_breaker: both("Due Ice Breaker", moment),
      due_message_1: both("Due Message 1", moment),
      due_message_2: both("Due Message 2", moment),
      due_follow_up_1: both("Due Follow Up 1", moment),
      due_follow_up_2: both("Due Follow Up 2", moment),
      due_follow_up_3: both("Due Follow Up 3", moment),
      feedback: toThem("Feedback", text),
      send_requested_at: toThem("Send Requested At", moment),
      rerun_requested_at: toThem("Rerun Requested At", moment),
      cancel_requested_at: toThem("Cancel Requested At", moment),
    },
  },
  adjustments: {
    theirs: "Adjustments",
    rows: "adjustments",
    madeBy: "us",
    topic: "messages",
    fields: {
      message_id: toThem("Message", link, { to: "messages" }),
      section: toThem("Section", text),
      original: toThem("Original", text),
      edited: toThem("Edited", text),
      made_by: toThem("By", text),
      made_at: toThem("At", moment),
      consumed: from("Consumed", flag),
    },
  },
  queue: {
    theirs: "Queue",
    rows: "queue_items",
    madeBy: "both",
    topic: "queue",
    fields: {
      lead_id: once("Lead", link, { to: "leads" }),
      message_id: once("Message", link, { to: "messages" }),
      message_name: once("Message Name", text, { empty: "" }),
      message_flow: once("Flow", text),
      text: both("Text", text, { empty: "" }),
      date_due: both("Date Due", moment),
      date_sent: both("Date Sent", moment),
      status: both("Status", queueStatus, { empty: "QUEUED", precedence: QUEUE_STATUSES }),
    },
  },
  meetings: {
    theirs: "Meetings",
    rows: "meetings",
    madeBy: "both",
    topic: "meetings",
    fields: {
      meeting_name: both("Name", text, { empty: "" }),
      status: both("Status", meetingStatus, { empty: "NEW" }),
      type: both("Type", choice()),
      meeting_owner: from("Owner", text),
      transcript_id: from("Transcript ID", text),
      transcript_url: from("Transcript URL", address),
      meeting_url: from("Meeting URL", address),
      hubspot_url: from("HubSpot URL", address),
      meeting_date: from("Meeting Date", moment),
      transcription_date: from("Transcription Date", moment),
      summary: from("Summary", text),
      sales_opportunities: from("Sales Opportunities", html),
      follow_up_interests: from("Follow-up Interests", html),
      action_items: from("Action Items", html),
      attendees: from("Attendees", text),
      report: from("Report", html),
    },
  },
  prompts: {
    theirs: "Prompts",
    rows: "prompts",
    madeBy: "both",
    topic: "prompts",
    fields: {
      prompt_name: from("Name", text, { empty: "" }),
      account_manager: from("Account Manager", text),
      prompt: both("Prompt", text, { empty: "" }),
    },
  },
  invitations: {
    theirs: "Invitations",
    rows: "invitations",
    madeBy: "both",
    topic: "invitations",
    fields: {
      lead_id: from("Lead", link, { to: "leads" }),
      connected_with: from("Connected With", text),
      status: from("Status", oneOf(["QUEUED", "ON_HOLD", "SENT", "ACCEPTED"]), { empty: "QUEUED" }),
      queued_at: from("Queued At", moment),
      invited_at: from("Invited At", moment),
      accepted_at: from("Accepted At", moment),
    },
  },
} as const satisfies Record<SyncedTable, TableMap>;

/** Present in every table there: our id, by which a record that we make is found again; and when it was last changed. */
export const APP_ID: FieldMap = { theirs: "App ID", kind: text, direction: "out" };
export const LAST_MODIFIED: FieldMap = { theirs: "Last Modified", kind: moment, direction: "in" };

type Fields<T extends SyncedTable> = (typeof MAPPING)[T]["fields"];
/** The fields of a table that people here may change. */
export type EditableField<T extends SyncedTable> = {
  [F in keyof Fields<T>]: Fields<T>[F] extends { direction: "both" | "out" } ? F : never;
}[keyof Fields<T>] &
  string;

export const tableMap = (table: SyncedTable): TableMap => MAPPING[table];
export const fieldsOf = (table: SyncedTable): [string, FieldMap][] => Object.entries(tableMap(table).fields);
