import { Readable } from "node:stream";
import { setImmediate as breathe } from "node:timers/promises";
import {
  hasNameColumn,
  type ImportMapping,
  type ImportPreview,
  type ImportProblem,
  type LeadImport,
  NO_NAME_COLUMN,
  PREVIEW_ROWS,
} from "#contract/lead-imports.ts";
import { AppError, notFound } from "#platform/app-error.ts";
import { type CsvRow, isBlankRow, readCsvRows } from "#platform/csv/csv-reader.ts";
import { CSV_BOM, writeCsvRow } from "#platform/csv/csv-writer.ts";
import { NO_COMPANY, type Scope, transaction } from "#platform/database/scope.ts";
import type { Bytes } from "#platform/http/handlers.ts";
import type { Platform } from "#platform/platform.ts";
import { readUpload } from "./import-file.ts";
import { checkRows } from "./import-rows.ts";
import { deleteOldImportsJob, importJob, RETENTION_DAYS } from "./lead-imports.jobs.ts";
import {
  deleteImport,
  endImport,
  findImport,
  findOpenImport,
  findProblems,
  insertImport,
  markQueued,
  type OpenImport,
  readFileChunk,
} from "./lead-imports.queries.ts";
import { suggestMapping } from "./suggest-mapping.ts";

type ImportDeps = Pick<Platform, "clock" | "events" | "jobs">;

const PREVIEW_BYTES = 1024 * 1024;

export const requireImport = async (scope: Scope, id: string): Promise<LeadImport> => {
  const found = await findImport(scope, id);
  if (!found) throw notFound();
  return found;
};

const requireOpen = async (scope: Scope, id: string): Promise<OpenImport> => {
  const open = await findOpenImport(scope, id);
  if (!open) throw notFound();
  if (open.status !== "uploaded") throw new AppError("conflict", "Dit bestand is al geïmporteerd.");
  return open;
};

const publishImport = ({ events }: Pick<ImportDeps, "events">, { db, companyId }: Scope, id: string): Promise<void> =>
  events.publish(db, companyId, { topic: "imports", id });

export const uploadImport = async (
  deps: ImportDeps,
  scope: Scope,
  fileName: string,
  upload: Uint8Array,
): Promise<LeadImport> => {
  const { companyId } = scope;
  if (companyId === NO_COMPANY) throw new AppError("conflict", "Je hoort bij geen bedrijf dat leads heeft.");
  const file = await readUpload(upload);
  return transaction(scope, async (scope) => {
    const at = deps.clock.now();
    const id = await insertImport(scope, { ...file, fileName, mapping: suggestMapping(file.columns), at });
    for (const days of Object.values(RETENTION_DAYS)) {
      const startAfter = new Date(at.getTime() + days * 86_400_000 + 60_000);
      await deps.jobs.enqueue(scope.db, deleteOldImportsJob, { companyId }, { startAfter });
    }
    await publishImport(deps, scope, id);
    return requireImport(scope, id);
  });
};

const requireColumns = ({ columns }: OpenImport, mapping: ImportMapping): void => {
  const message = "Deze kolom staat niet in het bestand.";
  const beyond = Object.entries(mapping).find(([, column]) => column >= columns);
  if (beyond) throw new AppError("invalid", message, { details: [{ path: `mapping.${beyond[0]}`, message }] });
  if (!hasNameColumn(mapping)) throw new AppError("invalid", NO_NAME_COLUMN);
};

const firstRows = async (scope: Scope, open: OpenImport): Promise<CsvRow[]> => {
  const chunk = await readFileChunk(scope, open.id, open.next, PREVIEW_BYTES);
  const rows: CsvRow[] = [];
  try {
    for await (const read of readCsvRows(chunk ? [chunk] : [], open.delimiter, open)) rows.push(...read);
  } catch {
    // The chunk may end inside a quoted field; the complete rows before it are shown.
  }
  await breathe();
  return rows.filter((row) => !isBlankRow(row)).slice(0, PREVIEW_ROWS);
};

const LONGEST_VALUE = 200;
const shorten = (values: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([field, value]) => [field, value.slice(0, LONGEST_VALUE)]));

export const previewImport = async (scope: Scope, id: string, mapping: ImportMapping): Promise<ImportPreview> => {
  const open = await requireOpen(scope, id);
  requireColumns(open, mapping);
  const judged = await checkRows(scope, await firstRows(scope, open), mapping);
  const rows = judged.map((row) => ({
    row: row.number,
    values: shorten(row.values),
    verdict: row.verdict,
    reason: "reason" in row ? row.reason : null,
  }));
  return { rows };
};

export const startImport = (deps: ImportDeps, scope: Scope, id: string, mapping: ImportMapping): Promise<LeadImport> =>
  transaction(scope, async (scope) => {
    requireColumns(await requireOpen(scope, id), mapping);
    if ((await markQueued(scope, id, mapping)) === 0)
      throw new AppError("conflict", "Dit bestand wordt al geïmporteerd.");
    await deps.jobs.enqueue(scope.db, importJob, { companyId: scope.companyId, importId: id });
    await publishImport(deps, scope, id);
    return requireImport(scope, id);
  });

export const stopImport = (deps: ImportDeps, scope: Scope, id: string): Promise<LeadImport> =>
  transaction(scope, async (scope) => {
    const before = await requireImport(scope, id);
    const problem = `Gestopt door ${scope.actor.name}. Wat al was toegevoegd, staat in de lijst.`;
    const ended = await endImport(scope, id, { status: "stopped", problem, at: deps.clock.now() });
    if (!ended) {
      const reason = before.status === "uploaded" ? "Deze import is nog niet gestart." : "Deze import is al klaar.";
      throw new AppError("conflict", reason);
    }
    await publishImport(deps, scope, id);
    await deps.events.publish(scope.db, scope.companyId, { topic: "leads" });
    return ended;
  });

export const discardImport = (deps: ImportDeps, scope: Scope, id: string): Promise<void> =>
  transaction(scope, async (scope) => {
    await requireImport(scope, id);
    if ((await deleteImport(scope, id)) === 0) throw new AppError("conflict", "Stop de import eerst.");
    await publishImport(deps, scope, id);
  });

const PROBLEMS_PAGE_SIZE = 1_000;
const PROBLEM_LABELS: Record<ImportProblem["kind"], string> = { duplicate: "Dubbel", refused: "Niet bruikbaar" };

async function* writeProblems(scope: Scope, id: string): AsyncGenerator<string> {
  yield CSV_BOM + writeCsvRow(["Rij", "Naam", "Soort", "Reden"]);
  for (let after: number | undefined = 0; after !== undefined; ) {
    const found = await findProblems(scope, id, { limit: PROBLEMS_PAGE_SIZE, after });
    const page = found.parse() as { items: ImportProblem[]; nextCursor: string | null };
    yield page.items
      .map(({ row, shown, kind, reason }) => writeCsvRow([row, shown, PROBLEM_LABELS[kind], reason]))
      .join("");
    after = page.nextCursor ? page.items.at(-1)?.row : undefined;
  }
}

/** The skipped rows as a CSV stream. */
export const problemsFile = (scope: Scope, id: string): Bytes => ({
  body: Readable.from(writeProblems(scope, id)),
  contentType: "text/csv; charset=utf-8",
});
