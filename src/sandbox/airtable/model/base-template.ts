import type { FieldType } from "./field.ts";

const CLASSES = {
  COLD: 10,
  "NOT INTERESTED": 0,
  "NOT RELEVANT": 0,
  CONNECTED: 30,
  "DO NOT CONNECT": 0,
  INTERESTED: 50,
  HOT: 80,
  CLIENT: 100,
};

/** How a base writes its classes: `HOT | 80`, or plainly `HOT`. */
export type ClassStyle = "scored" | "plain";

export function classChoice(name: string, style: ClassStyle): string {
  const score = CLASSES[name as keyof typeof CLASSES];
  return style === "plain" || score === undefined ? name : `${name} | ${score}`;
}

export type Column = { name: string; type: FieldType; choices?: readonly string[] };
export type TableTemplate = { name: string; columns: Column[]; links?: Record<string, string> };

const columns = (type: FieldType, ...names: string[]): Column[] => names.map((name) => ({ name, type }));
const select = (name: string, ...choices: string[]): Column => ({ name, type: "singleSelect", choices });

/** What a company works with. The first column of a table is its primary field; links name the table they lead to. */
export const tableTemplates = (style: ClassStyle): TableTemplate[] => [
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
      select("Lead Classification", ...Object.keys(CLASSES).map((name) => classChoice(name, style)), "DELETED"),
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
