import type { AcceptedInvitation } from "#contract/invitations.ts";
import type { Lead } from "#contract/leads.ts";
import { writeCsvRow } from "#platform/csv/csv-writer.ts";

type Row = Lead & Partial<AcceptedInvitation>;
type Column = readonly [name: string, value: (lead: Row) => string | number | null | undefined];

const amsterdam = new Intl.DateTimeFormat("sv-SE", {
  timeZone: "Europe/Amsterdam",
  dateStyle: "short",
  timeStyle: "short",
});

/** As a spreadsheet knows a moment, on the clock of those who read it. */
const moment = (at: string | null | undefined): string => (at ? amsterdam.format(new Date(at)) : "");

/** In names that an import knows again. */
const LEAD: readonly Column[] = [
  ["Full Name", ({ fullName }) => fullName],
  ["Title", ({ title }) => title],
  ["Company", ({ company }) => company],
  ["Email", ({ email }) => email],
  ["LinkedIn URL", ({ linkedInUrl }) => linkedInUrl],
  ["Website", ({ website }) => website],
  ["Employees", ({ employees }) => employees],
  ["Location", ({ location }) => location],
  ["Industry", ({ industry }) => industry],
  ["Lead Rating", ({ leadRating }) => leadRating],
  ["Classification", ({ leadClassification }) => leadClassification],
  ["Contact Owner", ({ contractOwner }) => contractOwner],
  ["Lead Allocated", ({ leadAllocated }) => leadAllocated],
  ["HubSpot ID", ({ hubspotId }) => hubspotId],
  ["Provider ID", ({ providerId }) => providerId],
  ["Date Added", ({ dateAdded }) => moment(dateAdded)],
  ["Motivation", ({ motivation }) => motivation],
  ["Person Profile", ({ personProfile }) => personProfile],
];

const INVITATION: readonly Column[] = [
  ["Connected With", ({ connectedWith }) => connectedWith],
  ["Date Invited", ({ dateInvited }) => moment(dateInvited)],
  ["Date Accepted", ({ dateAccepted }) => moment(dateAccepted)],
];

export type ExportKind = "leads" | "invitations";

const columnsOf = (kind: ExportKind): readonly Column[] => (kind === "leads" ? LEAD : [...LEAD, ...INVITATION]);

export const writeHead = (kind: ExportKind): string => writeCsvRow(columnsOf(kind).map(([name]) => name));

export const writeLead = (kind: ExportKind, lead: Row): string =>
  writeCsvRow(columnsOf(kind).map(([, value]) => value(lead)));
