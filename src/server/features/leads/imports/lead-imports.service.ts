import {
  hasNameColumn,
  type ImportMapping,
  type ImportPreview,
  type LeadImport,
  NO_NAME_COLUMN,
  PREVIEW_ROWS,
  type SkippedRow,
} from "#contract/lead-imports.ts";
import { AppError, notFound } from "#platform/app-error.ts";
import type { CsvRow } from "#platform/csv/csv-reader.ts";
import { CSV_BOM, writeCsvRow } from "#platform/csv/csv-writer.ts";
import { type Scope, transaction } from "#platform/database/scope.ts";
import type { BinaryResponse } from "#platform/http/handlers.ts";
import type { Platform } from "#platform/platform.ts";
import { importRunning, limitKeyOf } from "#platform/user-limits.ts";
import type { AuditActor } from "#server/features/audit/audit.service.ts";
import type { ExportDeps } from "../lists/export-slots.ts";
import { type ExportRequest, exportFile } from "../lists/lead-export.service.ts";
import { readFirstRows, readUpload } from "./import-file.ts";
import { checkRows } from "./import-rows.ts";
import { endImport, enqueueDeletion, importLeadsJob, RETENTION_DAYS } from "./lead-imports.jobs.ts";
import {
  deleteImport,
  deleteUnstartedOfUser,
  findImport,
  findImportProgress,
  findSkippedRows,
  hasRunningImport,
  type ImportProgress,
  insertImport,
  lockUnstartedBytes,
  markQueued,
  readFileChunk,
} from "./lead-imports.queries.ts";
import { suggestMapping } from "./suggest-mapping.ts";

type ImportDeps = Pick<Platform, "clock" | "events" | "jobs" | "limits">;

const PREVIEW_BYTES = 1024 * 1024;

export const requireImport = async (scope: Scope, id: string): Promise<LeadImport> => {
  const found = await findImport(scope, id);
  if (!found) throw notFound();
  return found;
};

const requireProgress = async (scope: Scope, id: string): Promise<ImportProgress> => {
  const progress = await findImportProgress(scope, id);
  if (!progress) throw notFound();
  return progress;
};

const requireNotStarted = async (scope: Scope, id: string): Promise<ImportProgress> => {
  const progress = await requireProgress(scope, id);
  if (progress.status !== "uploaded") throw new AppError("conflict", "Dit bestand is al geïmporteerd.");
  return progress;
};

const publishImport = ({ events }: Pick<ImportDeps, "events">, { db, companyId }: Scope, id: string): Promise<void> =>
  events.publish(db, companyId, { topic: "imports", id });

const UNSTARTED_BYTES_PER_COMPANY = 200 * 1024 * 1024;
const UNSTARTED_RETRY_SECONDS = 60 * 60;

const requireRoom = async (scope: Scope, bytes: number): Promise<void> => {
  if ((await lockUnstartedBytes(scope)) + bytes <= UNSTARTED_BYTES_PER_COMPANY) return;
  throw new AppError(
    "too_many_requests",
    "In dit bedrijf staan te veel geüploade bestanden klaar die nog niet geïmporteerd zijn. Importeer of verwijder er eerst een; na een dag worden ze vanzelf verwijderd.",
    { retryAfterSeconds: UNSTARTED_RETRY_SECONDS },
  );
};

export const uploadImport = async (
  deps: ImportDeps,
  scope: Scope,
  fileName: string,
  upload: Uint8Array,
): Promise<LeadImport> => {
  const end = deps.limits.imports.begin(limitKeyOf(scope.actor));
  const file = await readUpload(upload).finally(end);
  return transaction(scope, async (scope) => {
    await deleteUnstartedOfUser(scope);
    await requireRoom(scope, file.bytes.byteLength);
    const at = deps.clock.now();
    const id = await insertImport(scope, { ...file, fileName, mapping: suggestMapping(file.columns), at });
    await enqueueDeletion(deps, scope, at, RETENTION_DAYS.unstarted);
    await publishImport(deps, scope, id);
    return requireImport(scope, id);
  });
};

const requireColumns = ({ columnCount }: ImportProgress, mapping: ImportMapping): void => {
  const message = "Deze kolom staat niet in het bestand.";
  const unknownColumn = Object.entries(mapping).find(([, column]) => column >= columnCount);
  if (unknownColumn)
    throw new AppError("invalid", message, { details: [{ path: `mapping.${unknownColumn[0]}`, message }] });
  if (!hasNameColumn(mapping)) throw new AppError("invalid", NO_NAME_COLUMN);
};

const firstRows = async (scope: Scope, progress: ImportProgress): Promise<CsvRow[]> => {
  const { id, delimiter, rowNumber, nextOffset } = progress;
  const chunk = await readFileChunk(scope, id, nextOffset, PREVIEW_BYTES);
  return chunk ? readFirstRows(chunk, { delimiter, rowNumber, nextOffset, count: PREVIEW_ROWS }) : [];
};

const MAX_PREVIEW_LENGTH = 200;
const shorten = (values: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([field, value]) => [field, value.slice(0, MAX_PREVIEW_LENGTH)]));

export const previewImport = async (
  { limits }: Pick<Platform, "limits">,
  scope: Scope,
  id: string,
  mapping: ImportMapping,
): Promise<ImportPreview> => {
  const progress = await requireNotStarted(scope, id);
  requireColumns(progress, mapping);
  const end = limits.previews.begin(limitKeyOf(scope.actor));
  const checkedRows = await checkRows(scope, await firstRows(scope, progress).finally(end), mapping);
  const rows = checkedRows.map((row) => ({
    row: row.rowNumber,
    values: shorten(row.values),
    verdict: row.verdict,
    reason: "reason" in row ? row.reason : null,
  }));
  return { rows };
};

export const startImport = (deps: ImportDeps, scope: Scope, id: string, mapping: ImportMapping): Promise<LeadImport> =>
  transaction(scope, async (scope) => {
    requireColumns(await requireNotStarted(scope, id), mapping);
    if (await hasRunningImport(scope, id)) throw importRunning();
    if ((await markQueued(scope, id, mapping)) === 0)
      throw new AppError("conflict", "Dit bestand wordt al geïmporteerd.");
    await deps.jobs.enqueue(scope.db, importLeadsJob, { companyId: scope.companyId, importId: id });
    await publishImport(deps, scope, id);
    return requireImport(scope, id);
  });

export const stopImport = (deps: ImportDeps, scope: Scope, actor: AuditActor, id: string): Promise<LeadImport> =>
  transaction(scope, async (scope) => {
    const progress = await requireProgress(scope, id);
    const problem = `Gestopt door ${scope.actor.name}. Wat al was toegevoegd, staat in de lijst.`;
    const ended = await endImport(deps, scope, progress, { status: "stopped", problem, by: actor });
    if (ended) return ended;
    const reason = progress.status === "uploaded" ? "Deze import is nog niet gestart." : "Deze import is al klaar.";
    throw new AppError("conflict", reason);
  });

export const discardImport = (deps: ImportDeps, scope: Scope, id: string): Promise<void> =>
  transaction(scope, async (scope) => {
    await requireImport(scope, id);
    if ((await deleteImport(scope, id)) === 0) throw new AppError("conflict", "Stop de import eerst.");
    await publishImport(deps, scope, id);
  });

const SKIPPED_ROWS_PAGE_SIZE = 1_000;
const SKIPPED_ROW_LABELS: Record<SkippedRow["kind"], string> = { duplicate: "Dubbel", rejected: "Niet bruikbaar" };

async function* writeSkippedRows(scope: Scope, id: string): AsyncGenerator<string> {
  yield CSV_BOM + writeCsvRow(["Rij", "Naam", "Soort", "Reden"]);
  for (let after: number | undefined = 0; after !== undefined; ) {
    const found = await findSkippedRows(scope, id, { limit: SKIPPED_ROWS_PAGE_SIZE, after });
    const page = found.parse() as { items: SkippedRow[]; nextCursor: string | null };
    yield page.items
      .map(({ row, personLabel, kind, reason }) => writeCsvRow([row, personLabel, SKIPPED_ROW_LABELS[kind], reason]))
      .join("");
    after = page.nextCursor ? page.items.at(-1)?.row : undefined;
  }
}

/** The skipped rows as a CSV stream. The export is recorded in the log, because it has the names of people. */
export const exportSkippedRows = async (
  deps: ExportDeps,
  request: ExportRequest,
  id: string,
): Promise<BinaryResponse> => {
  const { fileName } = await requireImport(request.scope, id);
  return exportFile(deps, request, {
    title: `Overgeslagen rijen van ${fileName}`,
    fileName: `overgeslagen ${fileName.replace(/\.\w+$/, "")}`,
    rows: () => writeSkippedRows(request.scope, id),
  });
};
