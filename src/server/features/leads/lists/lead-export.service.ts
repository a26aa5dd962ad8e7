import { Readable } from "node:stream";
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { AcceptedInvitation } from "#contract/invitations.ts";
import { LEAD_FIELD_NAMES, LEAD_FIELDS } from "#contract/lead-fields.ts";
import type { Lead } from "#contract/leads.ts";
import { CSV_BOM, writeCsvRow } from "#platform/csv/csv-writer.ts";
import type { Scope } from "#platform/database/scope.ts";
import { type BinaryResponse, type Reply, setAttachmentHeader } from "#platform/http/handlers.ts";
import { type JsonText, jsonPage } from "#platform/json-list.ts";
import { type AuditActor, recordAudit } from "#server/features/audit/audit.service.ts";
import { beginExport, type ExportDeps } from "./export-slots.ts";
import { findLeadsById, findMatchIds, isTooShort } from "./lead-search.queries.ts";

type ExportedLead = Lead & Partial<AcceptedInvitation>;
type Column = readonly [name: string, value: (lead: ExportedLead) => string | number | null | undefined];

const amsterdam = new Intl.DateTimeFormat("sv-SE", {
  timeZone: "Europe/Amsterdam",
  dateStyle: "short",
  timeStyle: "short",
});

/** In the format of spreadsheets and in local time. */
const formatMoment = (at: string | null | undefined): string => (at ? amsterdam.format(new Date(at)) : "");

const LEAD_COLUMNS: readonly Column[] = [
  ...LEAD_FIELD_NAMES.map((name): Column => [LEAD_FIELDS[name].csvHeader, (lead) => lead[name]]),
  ["Lead Rating", ({ leadRating }) => leadRating],
  ["Classification", ({ leadClassification }) => leadClassification],
  ["Contact Owner", ({ contractOwner }) => contractOwner],
  ["Lead Allocated", ({ leadAllocated }) => leadAllocated],
  ["HubSpot ID", ({ hubspotId }) => hubspotId],
  ["Provider ID", ({ providerId }) => providerId],
  ["Date Added", ({ dateAdded }) => formatMoment(dateAdded)],
  ["Motivation", ({ motivation }) => motivation],
  ["Person Profile", ({ personProfile }) => personProfile],
];

const INVITATION_COLUMNS: readonly Column[] = [
  ["Connected With", ({ connectedWith }) => connectedWith],
  ["Date Invited", ({ dateInvited }) => formatMoment(dateInvited)],
  ["Date Accepted", ({ dateAccepted }) => formatMoment(dateAccepted)],
];

type ExportKind = "leads" | "invitations";

const columnsOf = (kind: ExportKind): readonly Column[] =>
  kind === "leads" ? LEAD_COLUMNS : [...LEAD_COLUMNS, ...INVITATION_COLUMNS];

const writeHead = (kind: ExportKind): string => writeCsvRow(columnsOf(kind).map(([name]) => name));

const writeLead = (kind: ExportKind, lead: ExportedLead): string =>
  writeCsvRow(columnsOf(kind).map(([, value]) => value(lead)));

export const EXPORT_PAGE_SIZE = 1_000;

interface Page {
  items: Lead[];
  nextCursor: string | null;
}

/** Reads the page after a cursor, with the same query as the screen. */
type ReadPage = (cursor: string | undefined) => Promise<JsonText>;

/** Page by page: no database connection is held while the browser downloads. */
async function* writeList(kind: ExportKind, readPage: ReadPage): AsyncGenerator<string> {
  yield CSV_BOM + writeHead(kind);
  for (let cursor: string | undefined; ; ) {
    const page = await readPage(cursor);
    const { items, nextCursor } = page.parse() as Page;
    yield items.map((lead) => writeLead(kind, lead)).join("");
    if (!nextCursor) return;
    cursor = nextCursor;
    await yieldToEventLoop();
  }
}

interface ExportedList {
  kind: ExportKind;
  /** The title of the list on the screen. */
  title: string;
  /** The filters of the list, for the log. */
  filters?: Record<string, unknown>;
  readPage: ReadPage;
}

export interface ExportRequest {
  scope: Scope;
  reply: Pick<Reply, "header">;
  actor: AuditActor;
}

const formatDay = (at: Date): string => new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Amsterdam" }).format(at);

interface ExportedFile {
  /** As the log shows it. */
  title: string;
  fileName: string;
  filters?: Record<string, unknown>;
  rows(): AsyncIterable<string>;
}

/** Streams a CSV file and logs the export. */
export const exportFile = async (
  deps: ExportDeps,
  { scope, reply, actor }: ExportRequest,
  { title, fileName, filters = {}, rows }: ExportedFile,
): Promise<BinaryResponse> => {
  const endExport = await beginExport(deps, scope.actor);
  await recordAudit(scope, {
    companyId: scope.companyId,
    at: deps.clock.now(),
    actor: { id: actor.id, name: actor.name },
    action: "leads.exported",
    subject: { type: "list", id: title, name: title },
    after: filters,
    ipAddress: actor.ipAddress,
  }).catch((error: unknown) => {
    endExport();
    throw error;
  });
  setAttachmentHeader(reply, `${fileName}.csv`);
  return { body: Readable.from(rows()).once("close", endExport), contentType: "text/csv; charset=utf-8" };
};

export const exportList = (
  deps: ExportDeps,
  request: ExportRequest,
  { kind, title, filters, readPage }: ExportedList,
): Promise<BinaryResponse> =>
  exportFile(deps, request, {
    title,
    fileName: `${title} ${formatDay(deps.clock.now())}`,
    ...(filters && { filters }),
    rows: () => writeList(kind, readPage),
  });

/** Reads all matches in the order of the search; the cursor is the index of the next one. */
export const createMatchReader = (scope: Scope, term: string) => {
  let ids: readonly string[] | undefined;
  return async (cursor: string | undefined): Promise<JsonText> => {
    if (isTooShort(term)) return jsonPage([], null);
    ids ??= await findMatchIds(scope, term);
    const from = Number(cursor ?? 0);
    const next = from + EXPORT_PAGE_SIZE;
    const items = await findLeadsById(scope, ids.slice(from, next));
    return jsonPage(items, next < ids.length ? String(next) : null);
  };
};
