import { Readable } from "node:stream";
import { setImmediate as breathe } from "node:timers/promises";
import type { Lead } from "#contract/leads.ts";
import type { BuiltJson } from "#platform/built-json.ts";
import { CSV_MARK } from "#platform/csv/csv-writer.ts";
import type { Scope } from "#platform/database/scope.ts";
import { attachment } from "#platform/http/attachment.ts";
import type { Bytes, Reply } from "#platform/http/handlers.ts";
import type { Platform } from "#platform/platform.ts";
import { type Author, recordAudit } from "#server/features/audit/audit.service.ts";
import { type ExportKind, writeHead, writeLead } from "./lead-csv.ts";

/** So many leads are read at once: enough to be quick, few enough to keep little in memory. */
export const EXPORT_PAGE = 1_000;

interface Page {
  items: Lead[];
  nextCursor: string | null;
}

/** Reads the page behind a cursor, the very way the screen does. */
type ReadPage = (cursor: string | undefined) => Promise<BuiltJson>;

/** Page by page: whoever saves the file decides how fast, and no connection waits for them. */
async function* writeList(kind: ExportKind, readPage: ReadPage): AsyncGenerator<string> {
  yield CSV_MARK + writeHead(kind);
  for (let cursor: string | undefined; ; ) {
    const page = await readPage(cursor);
    const { items, nextCursor } = page.parse() as Page;
    yield items.map((lead) => writeLead(kind, lead)).join("");
    if (!nextCursor) return;
    cursor = nextCursor;
    await breathe();
  }
}

interface Export {
  kind: ExportKind;
  /** As the screen calls it. */
  title: string;
  /** What the list was filtered by, for the log. */
  filters?: Record<string, unknown>;
  readPage: ReadPage;
}

interface Asking {
  scope: Scope;
  reply: Pick<Reply, "header">;
  author: Author;
}

const day = (at: Date): string => new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Amsterdam" }).format(at);

/** A list as a file, as long as it is. Who took it along is logged. */
export const exportList = async (
  { clock }: Pick<Platform, "clock">,
  { scope, reply, author }: Asking,
  { kind, title, filters = {}, readPage }: Export,
): Promise<Bytes> => {
  const at = clock.now();
  const { companyId } = scope;
  await recordAudit(scope, {
    companyId,
    at,
    actor: { id: author.id, name: author.name },
    action: "leads.exported",
    subject: { type: "list", id: title, name: title },
    after: filters,
    address: author.address,
  });
  attachment(reply, `${title} ${day(at)}.csv`);
  return { body: Readable.from(writeList(kind, readPage)), contentType: "text/csv; charset=utf-8" };
};
