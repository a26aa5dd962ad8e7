import { z } from "zod";
import type { LeadImport } from "#contract/lead-imports.ts";
import { type CsvRow, isBlankRow, readCsvRows } from "#platform/csv/csv-reader.ts";
import { type Actor, type Scope, transaction } from "#platform/database/scope.ts";
import { type BoundJob, bindJob, defineJob } from "#platform/jobs/jobs.ts";
import type { Platform } from "#platform/platform.ts";
import { DAY_MS } from "#platform/time.ts";
import { enqueueNewRows } from "#server/features/airtable/airtable.service.ts";
import { recordAudit } from "#server/features/audit/audit.service.ts";
import { insertLeads, lockLeadCreation } from "../leads.queries.ts";
import { type CheckedRow, checkRows } from "./import-rows.ts";
import {
  advanceImport,
  deleteStale,
  type ImportEnd,
  type ImportProgress,
  insertSkippedRows,
  lockAtOffset,
  markEnded,
  readFileChunk,
  recordFailedAttempt,
  type SkippedRow,
  startOrResumeImport,
} from "./lead-imports.queries.ts";

const importPayload = z.object({ companyId: z.uuid(), importId: z.uuid() });

/** Imports part of a file and enqueues itself for the rest, so that every company gets its turn. */
export const importLeadsJob = defineJob({
  name: "leads.import",
  payload: importPayload,
  concurrency: 2,
  retryLimit: 10,
  expireInSeconds: 120,
});

/** Deletes the remains of old imports. */
export const deleteOldImportsJob = defineJob({
  name: "leads.delete-old-imports",
  payload: z.object({ companyId: z.uuid() }),
});

/** After how many days an upload that was never started and the report of a finished import are deleted. */
export const RETENTION_DAYS = { unstarted: 1, report: 30 } as const;

type ImportJobDeps = Pick<Platform, "clock" | "database" | "events" | "jobs" | "log">;

/** A minute later, so that the remains are certainly old enough when the job runs. */
export const enqueueDeletion = (
  { jobs }: Pick<Platform, "jobs">,
  { db, companyId }: Scope,
  from: Date,
  days: number,
): Promise<void> =>
  jobs.enqueue(
    db,
    deleteOldImportsJob,
    { companyId },
    { startAfter: new Date(from.getTime() + days * DAY_MS + 60_000) },
  );

const CHUNK_BYTES = 128 * 1024;
/** Small, so that a user who adds a lead by hand does not wait long for the lock. */
const BATCH_ROWS = 200;
const TURN_MS = 5_000;
const MAX_FAILED_ATTEMPTS = 5;
const FAILED_TEXT = "Het importeren is door een storing gestopt. Wat al was toegevoegd, staat in de lijst.";

async function* readFile(scope: Scope, { id, nextOffset }: ImportProgress): AsyncGenerator<Buffer> {
  for (let from = nextOffset; ; ) {
    const chunk = await readFileChunk(scope, id, from, CHUNK_BYTES);
    if (!chunk) return;
    yield chunk;
    from += chunk.length;
  }
}

async function* readBatches(scope: Scope, progress: ImportProgress): AsyncGenerator<CsvRow[]> {
  for await (const rows of readCsvRows(readFile(scope, progress), progress.delimiter, progress)) {
    for (let start = 0; start < rows.length; start += BATCH_ROWS) yield rows.slice(start, start + BATCH_ROWS);
  }
}

const skippedRowsOf = (checkedRows: readonly CheckedRow[]): SkippedRow[] =>
  checkedRows.flatMap((row) => {
    if (row.verdict === "new") return [];
    const { rowNumber, verdict, personLabel, reason } = row;
    return [{ row: rowNumber, kind: verdict, personLabel, reason, leadId: "leadId" in row ? row.leadId : null }];
  });

/** Imports a batch and stores the new offset in one transaction, so that no row is imported twice or skipped. */
const importBatch = (platform: ImportJobDeps, scope: Scope, progress: ImportProgress, offset: number, rows: CsvRow[]) =>
  transaction(scope, async (scope) => {
    const last = rows.at(-1);
    if (!last || (await lockAtOffset(scope, progress.id, offset)) === 0) return undefined;
    await lockLeadCreation(scope);
    const checkedRows = await checkRows(
      scope,
      rows.filter((row) => !isBlankRow(row)),
      progress.mapping,
    );
    const leads = checkedRows.flatMap((row) => (row.verdict === "new" ? [row.lead] : []));
    if (leads.length > 0) await enqueueNewRows(scope, "leads", await insertLeads(scope, leads, platform.clock.now()));
    const skippedRows = skippedRowsOf(checkedRows);
    if (skippedRows.length > 0) await insertSkippedRows(scope, progress.id, skippedRows);
    const duplicates = skippedRows.filter(({ kind }) => kind === "duplicate").length;
    const rejected = skippedRows.length - duplicates;
    await advanceImport(scope, progress.id, {
      processed: checkedRows.length,
      added: leads.length,
      duplicates,
      rejected,
      rowNumber: last.rowNumber,
      nextOffset: last.nextOffset,
    });
    await platform.events.publish(scope.db, scope.companyId, { topic: "imports", id: progress.id });
    return last.nextOffset;
  });

const END_ACTIONS: Record<ImportEnd["status"], string> = {
  done: "leads.imported",
  failed: "leads.import_failed",
  stopped: "leads.import_stopped",
};

/**
 * Ends an import in the caller's transaction, and records who did it; undefined when it has ended already. The log also names
 * the user who started an import that somebody else stopped: the leads that it added are that user's.
 */
export const endImport = async (
  { clock, events, jobs }: Pick<ImportJobDeps, "clock" | "events" | "jobs">,
  scope: Scope,
  { id, fileName, startedBy, startedById }: ImportProgress,
  end: ImportEnd & { by: { id: string; name: string; ipAddress?: string } },
): Promise<LeadImport | undefined> => {
  const { companyId, db } = scope;
  const at = clock.now();
  const { by, ...outcome } = end;
  const ended = await markEnded(scope, id, { ...outcome, at });
  if (!ended) return undefined;
  const { addedRows, duplicateRows, rejectedRows } = ended;
  await recordAudit(scope, {
    companyId,
    at,
    actor: { id: by.id, name: by.name },
    action: END_ACTIONS[end.status],
    subject: { type: "import", id, name: fileName },
    after: {
      added: addedRows,
      duplicates: duplicateRows,
      refused: rejectedRows,
      ...(by.id === startedById ? {} : { startedBy }),
    },
    ...(by.ipAddress ? { ipAddress: by.ipAddress } : {}),
  });
  await enqueueDeletion({ jobs }, scope, at, RETENTION_DAYS.report);
  await events.publish(db, companyId, { topic: "imports", id }, { topic: "leads" }, { topic: "audit" });
  return ended;
};

type TurnOutcome = "finished" | "unfinished" | "taken over";

/** Imports batches until the file ends, the time is up, or another worker has taken over. */
const importUntilDeadline = async (
  platform: ImportJobDeps,
  scope: Scope,
  progress: ImportProgress,
  signal: AbortSignal,
): Promise<TurnOutcome> => {
  const until = performance.now() + TURN_MS;
  let offset = progress.nextOffset;
  for await (const rows of readBatches(scope, progress)) {
    if (rows.length === 0) continue;
    const nextOffset = await importBatch(platform, scope, progress, offset, rows);
    if (nextOffset === undefined) return "taken over";
    offset = nextOffset;
    if (signal.aborted || performance.now() > until) return "unfinished";
  }
  return "finished";
};

const failAfterRetries = async (platform: ImportJobDeps, scope: Scope, progress: ImportProgress): Promise<boolean> => {
  if ((await recordFailedAttempt(scope, progress.id)) < MAX_FAILED_ATTEMPTS) return false;
  const end = { status: "failed", problem: FAILED_TEXT, by: scope.actor } as const;
  await transaction(scope, (scope) => endImport(platform, scope, progress, end));
  return true;
};

/** One turn of an import. A second worker on the same file finds the offset changed and stops. */
const runImport = async (
  platform: ImportJobDeps,
  { companyId, importId }: { companyId: string; importId: string },
  signal: AbortSignal,
): Promise<void> => {
  const { database, jobs, events, log } = platform;
  const company = { db: database.tenant(companyId), companyId };
  const systemActor: Actor = { id: "import", name: "Import", role: "user" };
  const progress = await startOrResumeImport({ ...company, actor: systemActor }, importId);
  if (!progress) return;
  const scope: Scope = { ...company, actor: { id: progress.startedById, name: progress.startedBy, role: "user" } };
  try {
    const outcome = await importUntilDeadline(platform, scope, progress, signal);
    if (outcome === "taken over") return;
    if (outcome === "finished") {
      const end = { status: "done", by: scope.actor } as const;
      await transaction(scope, (scope) => endImport(platform, scope, progress, end));
      return;
    }
    await events.publish(scope.db, companyId, { topic: "leads" });
    await jobs.enqueue(database.platform, importLeadsJob, { companyId, importId });
  } catch (error) {
    if (!(await failAfterRetries(platform, scope, progress))) throw error;
    log.error({ err: error, importId }, "an import failed after all retries");
  }
};

const deleteOldImports = async ({ clock }: Pick<ImportJobDeps, "clock">, scope: Scope): Promise<void> => {
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * DAY_MS);
  const { unstarted, report } = RETENTION_DAYS;
  await deleteStale(scope, { unstartedBefore: daysAgo(unstarted), endedBefore: daysAgo(report) });
};

export const leadImportsJobs = (platform: ImportJobDeps): BoundJob[] => [
  bindJob(importLeadsJob, (payload, signal) => runImport(platform, payload, signal)),
  bindJob(deleteOldImportsJob, ({ companyId }) =>
    deleteOldImports(platform, {
      db: platform.database.tenant(companyId),
      companyId,
      actor: { id: "import", name: "Import", role: "user" },
    }),
  ),
];
