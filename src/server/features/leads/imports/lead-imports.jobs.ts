import { z } from "zod";
import { type CsvRow, isBlankRow, readCsvRows } from "#platform/csv/csv-reader.ts";
import { type Actor, type Scope, transaction } from "#platform/database/scope.ts";
import { type BoundJob, bindJob, defineJob } from "#platform/jobs/jobs.ts";

import type { Platform } from "#platform/platform.ts";
import { enqueueNewRows } from "#server/features/airtable/airtable.service.ts";
import { recordAudit } from "#server/features/audit/audit.service.ts";
import { insertLeads, lockLeadCreation } from "../leads.queries.ts";
import { type CheckedRow, checkRows } from "./import-rows.ts";
import {
  advanceImport,
  claimImport,
  countFailure,
  deleteStale,
  endImport,
  insertProblems,
  lockPosition,
  type OpenImport,
  type Problem,
  readFileChunk,
} from "./lead-imports.queries.ts";

const importPayload = z.object({ companyId: z.uuid(), importId: z.uuid() });

/** Imports part of a file and enqueues itself for the rest, so that every company gets its turn. */
export const importJob = defineJob({
  name: "leads.import",
  payload: importPayload,
  concurrency: 2,
  retryLimit: 10,
  expireInSeconds: 120,
});

/** Deletes the remains of old imports. */
export const deleteOldImportsJob = defineJob({
  name: "leads.forget-imports",
  payload: z.object({ companyId: z.uuid() }),
});

/** After how many days an upload that was never started and the report of a finished import are deleted. */
export const RETENTION_DAYS = { unstarted: 1, report: 30 } as const;

type ImportJobDeps = Pick<Platform, "clock" | "database" | "events" | "jobs" | "log">;

const CHUNK_BYTES = 128 * 1024;
/** Small, so that a user who adds a lead by hand does not wait long for the lock. */
const BATCH_ROWS = 200;
const TURN_MS = 5_000;
const MAX_FAILURES = 5;
const FAILED_TEXT = "Het importeren is door een storing gestopt. Wat al was toegevoegd, staat in de lijst.";

async function* readFile(scope: Scope, { id, next }: OpenImport): AsyncGenerator<Buffer> {
  for (let from = next; ; ) {
    const piece = await readFileChunk(scope, id, from, CHUNK_BYTES);
    if (!piece) return;
    yield piece;
    from += piece.length;
  }
}

async function* readBatches(scope: Scope, open: OpenImport): AsyncGenerator<CsvRow[]> {
  for await (const rows of readCsvRows(readFile(scope, open), open.delimiter, open)) {
    for (let at = 0; at < rows.length; at += BATCH_ROWS) yield rows.slice(at, at + BATCH_ROWS);
  }
}

const problemsOf = (judged: readonly CheckedRow[]): Problem[] =>
  judged.flatMap((row) => {
    if (row.verdict === "new") return [];
    const { number, verdict, shown, reason } = row;
    return [{ row: number, kind: verdict, shown, reason, leadId: "leadId" in row ? row.leadId : null }];
  });

/** Imports a batch and stores the new position in one transaction, so that no row is imported twice or skipped. */
const importBatch = (platform: ImportJobDeps, scope: Scope, open: OpenImport, at: number, rows: CsvRow[]) =>
  transaction(scope, async (scope) => {
    const last = rows.at(-1);
    if (!last || (await lockPosition(scope, open.id, at)) === 0) return undefined;
    await lockLeadCreation(scope);
    const judged = await checkRows(
      scope,
      rows.filter((row) => !isBlankRow(row)),
      open.mapping,
    );
    const leads = judged.flatMap((row) => (row.verdict === "new" ? [row.lead] : []));
    if (leads.length > 0) await enqueueNewRows(scope, "leads", await insertLeads(scope, leads, platform.clock.now()));
    const problems = problemsOf(judged);
    if (problems.length > 0) await insertProblems(scope, open.id, problems);
    const duplicates = problems.filter(({ kind }) => kind === "duplicate").length;
    const refused = problems.length - duplicates;
    const { number, next } = last;
    await advanceImport(scope, open.id, {
      rows: judged.length,
      added: leads.length,
      duplicates,
      refused,
      number,
      next,
    });
    await platform.events.publish(scope.db, scope.companyId, { topic: "imports", id: open.id });
    return next;
  });

const finish = ({ clock, events }: ImportJobDeps, scope: Scope, { id, fileName }: OpenImport): Promise<void> =>
  transaction(scope, async (scope) => {
    const { companyId, actor, db } = scope;
    const at = clock.now();
    const ended = await endImport(scope, id, { status: "done", at });
    if (!ended) return;
    const { added, duplicates, refused } = ended;
    await recordAudit(scope, {
      companyId,
      at,
      actor,
      action: "leads.imported",
      subject: { type: "import", id, name: fileName },
      after: { added, duplicates, refused },
    });
    for (const topic of ["imports", "leads", "audit"] as const) await events.publish(db, companyId, { topic });
  });

type TurnOutcome = "over" | "more" | "not ours";

/** Imports batches until the file ends, the time is up, or another worker has taken over. */
const importUntilDeadline = async (
  platform: ImportJobDeps,
  scope: Scope,
  open: OpenImport,
  signal: AbortSignal,
): Promise<TurnOutcome> => {
  const until = performance.now() + TURN_MS;
  let position = open.next;
  for await (const rows of readBatches(scope, open)) {
    if (rows.length === 0) continue;
    const next = await importBatch(platform, scope, open, position, rows);
    if (next === undefined) return "not ours";
    position = next;
    if (signal.aborted || performance.now() > until) return "more";
  }
  return "over";
};

const failAfterRetries = async ({ clock, events }: ImportJobDeps, scope: Scope, id: string): Promise<boolean> => {
  if ((await countFailure(scope, id)) < MAX_FAILURES) return false;
  await endImport(scope, id, { status: "failed", problem: FAILED_TEXT, at: clock.now() });
  await events.publish(scope.db, scope.companyId, { topic: "imports", id });
  return true;
};

/** One turn of an import. A second worker on the same file finds the position changed and stops. */
const runImport = async (
  platform: ImportJobDeps,
  { companyId, importId }: { companyId: string; importId: string },
  signal: AbortSignal,
): Promise<void> => {
  const { database, jobs, events, log } = platform;
  const company = { db: database.tenant(companyId), companyId };
  const nobody: Actor = { id: "import", name: "Import", role: "user" };
  const open = await claimImport({ ...company, actor: nobody }, importId);
  if (!open) return;
  const scope: Scope = { ...company, actor: { id: open.uploadedById, name: open.uploadedBy, role: "user" } };
  try {
    const outcome = await importUntilDeadline(platform, scope, open, signal);
    if (outcome === "over") return await finish(platform, scope, open);
    if (outcome === "not ours") return;
    await events.publish(scope.db, companyId, { topic: "leads" });
    await jobs.enqueue(database.platform, importJob, { companyId, importId });
  } catch (error) {
    if (!(await failAfterRetries(platform, scope, importId))) throw error;
    log.error({ err: error, importId }, "an import was given up");
  }
};

const deleteOldImports = async ({ clock }: Pick<ImportJobDeps, "clock">, scope: Scope): Promise<void> => {
  const before = (days: number) => new Date(clock.now().getTime() - days * 86_400_000);
  const { unstarted, report } = RETENTION_DAYS;
  await deleteStale(scope, { unstartedBefore: before(unstarted), endedBefore: before(report) });
};

export const leadImportsJobs = (platform: ImportJobDeps): BoundJob[] => [
  bindJob(importJob, (payload, signal) => runImport(platform, payload, signal)),
  bindJob(deleteOldImportsJob, ({ companyId }) =>
    deleteOldImports(platform, {
      db: platform.database.tenant(companyId),
      companyId,
      actor: { id: "import", name: "Import", role: "user" },
    }),
  ),
];
