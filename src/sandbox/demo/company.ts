import { CENTRAL_PLACES, NORTHERN_PLACES } from "./people/names.ts";
import { PART_TIME_CFO, PROCESS_IMPROVEMENT, type Proposition } from "./texts/proposition.ts";

export type MessageStatus =
  | "pending"
  | "rewritten"
  | "edited"
  | "approved"
  | "sent"
  | "connected"
  | "interested"
  | "not_interested"
  | "neutral"
  | "error"
  | "cancelled";

export type MeetingStatus =
  | "NEW"
  | "TO_PROCESS"
  | "To PROCESS"
  | "PRIVE"
  | "IGNORED"
  | "PROCESSED"
  | "RERUN"
  | "DELETED";

/** The parameters of one demo company: its people, its offer and the number of rows per table. */
export type DemoCompany = {
  proposition: Proposition;
  places: readonly string[];
  /** Name → share of the work. */
  accountManagers: Readonly<Record<string, number>>;
  mailDomain: string;
  leads: number;
  /** The average number of invitations on a working day. */
  invitationsPerDay: number;
  invitationsToday: number;
  queuedInvitations: number;
  invitationsOnHold: number;
  messages: Readonly<Record<MessageStatus, number>>;
  /** Sent queue rows without a message in the base. */
  olderSends: number;
  meetings: Readonly<Record<MeetingStatus, number>>;
  prompts: number;
};

const NOORDERLICHT: DemoCompany = {
  proposition: PART_TIME_CFO,
  places: NORTHERN_PLACES,
  accountManagers: { "Frank Hoekstra": 4, "Marieke Postma": 3, "Tjeerd Wiersma": 2, "Sanne de Boer": 2 },
  mailDomain: "noorderlicht-sales.example",
  leads: 1_560,
  invitationsPerDay: 4.6,
  invitationsToday: 14,
  queuedInvitations: 64,
  invitationsOnHold: 58,
  messages: {
    pending: 26,
    rewritten: 5,
    edited: 6,
    approved: 10,
    sent: 30,
    connected: 6,
    interested: 6,
    not_interested: 4,
    neutral: 5,
    error: 4,
    cancelled: 3,
  },
  olderSends: 42,
  meetings: { NEW: 11, TO_PROCESS: 3, "To PROCESS": 3, PRIVE: 3, IGNORED: 4, PROCESSED: 14, RERUN: 2, DELETED: 2 },
  prompts: 7,
};

const ZUIDERZEE: DemoCompany = {
  proposition: PROCESS_IMPROVEMENT,
  places: CENTRAL_PLACES,
  accountManagers: { "Frank Dijkstra": 3, "Esmée Claassen": 3, "Ruben Terpstra": 2 },
  mailDomain: "zuiderzee-consulting.example",
  leads: 1_040,
  invitationsPerDay: 3.1,
  invitationsToday: 9,
  queuedInvitations: 38,
  invitationsOnHold: 27,
  messages: {
    pending: 17,
    rewritten: 4,
    edited: 4,
    approved: 7,
    sent: 20,
    connected: 4,
    interested: 4,
    not_interested: 3,
    neutral: 3,
    error: 3,
    cancelled: 2,
  },
  olderSends: 28,
  meetings: { NEW: 7, TO_PROCESS: 2, "To PROCESS": 2, PRIVE: 2, IGNORED: 3, PROCESSED: 10, RERUN: 1, DELETED: 1 },
  prompts: 5,
};

/** By name, in the order of the demo bases. */
export const DEMO_COMPANIES: Readonly<Record<string, DemoCompany>> = {
  "Noorderlicht Sales B.V.": NOORDERLICHT,
  "Zuiderzee Consulting B.V.": ZUIDERZEE,
};

/** The Airtable base of each demo company. The tokens are valid in the sandbox only. */
export const DEMO_BASES = [
  {
    company: "Noorderlicht Sales B.V.",
    baseId: "appN7rLichtSa1eQx",
    token: "patK4vQ9mZ2sWb7Xe.6f1d0c9be27a4385c1f4a9d27e60b83b5d92e7a14c08f36d9ab1752e40c6f8d3",
  },
  {
    company: "Zuiderzee Consulting B.V.",
    baseId: "appZ3uiderZeeC0nW",
    token: "patR8hT1yLp5Gc3Du.c27e9a4406b85d1f3e7092ad6c41f8b59e03d7268ab4f15c7d90e2a1463bf85c",
  },
] as const;
