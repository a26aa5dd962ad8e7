import type { ImportMapping, LeadImport } from "#contract/lead-imports.ts";
import type { Scope } from "#platform/database/scope.ts";
import { sql } from "#platform/database/sql.ts";
import { isoTime } from "#platform/database/sql-expressions.ts";
import { type JsonText, readJsonPage } from "#platform/json-list.ts";
import type { InspectedFile } from "./import-file.ts";

const IMPORT_COLUMNS = sql`
  i.id, i.file_name as "fileName", i.status, i.columns, coalesce(i.mapping, '{}') as mapping, i.total_rows as "totalRows",
  i.processed_rows as "processedRows", i.added_rows as "addedRows", i.duplicate_rows as "duplicateRows",
  i.rejected_rows as "rejectedRows", i.problem, i.uploaded_by as "uploadedBy", ${isoTime(sql`i.uploaded_at`)} as "uploadedAt",
  ${isoTime(sql`i.finished_at`)} as "finishedAt"`;

const RECENT = 10;

export const findRecent = ({ db, companyId }: Scope): Promise<LeadImport[]> =>
  db.rows(sql`
    select ${IMPORT_COLUMNS} from lead_imports i where i.company_id = ${companyId} order by i.uploaded_at desc limit ${RECENT}`);

export const findImport = ({ db, companyId }: Scope, id: string): Promise<LeadImport | undefined> =>
  db.row(sql`select ${IMPORT_COLUMNS} from lead_imports i where i.company_id = ${companyId} and i.id = ${id}`);

interface NewImport extends InspectedFile {
  fileName: string;
  mapping: ImportMapping;
  at: Date;
}

export const insertImport = async (
  { db, companyId, actor }: Scope,
  { fileName, bytes, delimiter, columns, totalRows, nextOffset, rowNumber, mapping, at }: NewImport,
): Promise<string> => {
  const inserted = await db.row<{ id: string }>(sql`
    insert into lead_imports (company_id, file_name, file, delimiter, columns, total_rows, next_row_offset, row_number, mapping,
      uploaded_by, uploaded_by_id, uploaded_at, started_by, started_by_id)
    values (${companyId}, ${fileName}, ${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)}, ${delimiter}, ${JSON.stringify(columns)}, ${totalRows}, ${nextOffset},
      ${rowNumber}, ${JSON.stringify(mapping)}, ${actor.name}, ${actor.id}, ${at}, ${actor.name}, ${actor.id})
    returning id`);
  return inserted?.id ?? "";
};

/** Deletes the files that the user has not started: each is up to 32 MB in the database. */
export const deleteUnstartedOfUser = ({ db, companyId, actor }: Scope): Promise<number> =>
  db.run(sql`
    delete from lead_imports
    where company_id = ${companyId} and status = 'uploaded' and started_by_id = ${actor.id}`);

/** The size of the files of a company that were not started. Locks, so that concurrent uploads are counted together. */
export const lockUnstartedBytes = async ({ db, companyId }: Scope): Promise<number> => {
  await db.run(sql`select pg_advisory_xact_lock(hashtextextended(${`unstarted imports ${companyId}`}, 0))`);
  const found = await db.row<{ bytes: number }>(sql`
    select coalesce(sum(octet_length(file)), 0)::float8 as bytes from lead_imports
    where company_id = ${companyId} and status = 'uploaded'`);
  return found?.bytes ?? 0;
};

/** What a worker needs to continue an import. */
export interface ImportProgress {
  id: string;
  status: LeadImport["status"];
  fileName: string;
  delimiter: string;
  mapping: ImportMapping;
  columnCount: number;
  /** The number of the last row that was processed. */
  rowNumber: number;
  /** The byte at which the next row starts. */
  nextOffset: number;
  startedBy: string;
  startedById: string;
}

const PROGRESS_COLUMNS = sql`
  id, status, file_name as "fileName", delimiter, coalesce(mapping, '{}') as mapping,
  jsonb_array_length(columns) as "columnCount", row_number as "rowNumber", next_row_offset::float8 as "nextOffset",
  started_by as "startedBy", started_by_id as "startedById"`;

export const findImportProgress = ({ db, companyId }: Scope, id: string): Promise<ImportProgress | undefined> =>
  db.row(sql`select ${PROGRESS_COLUMNS} from lead_imports where company_id = ${companyId} and id = ${id}`);

/** A chunk of the file; undefined at its end. */
export const readFileChunk = async (
  { db, companyId }: Scope,
  id: string,
  from: number,
  limit: number,
): Promise<Buffer | undefined> => {
  const found = await db.row<{ chunk: Buffer | null }>(sql`
    select substring(file from ${from + 1}::int for ${limit}::int) as chunk from lead_imports
    where company_id = ${companyId} and id = ${id}`);
  return found?.chunk?.length ? found.chunk : undefined;
};

/** Whether the user has another import in progress. Locks, so that two imports cannot start at the same moment. */
export const hasRunningImport = async ({ db, companyId, actor }: Scope, exceptId: string): Promise<boolean> => {
  await db.run(sql`select pg_advisory_xact_lock(hashtextextended(${`import ${actor.id}`}, 0))`);
  return (
    (await db.run(sql`
      select from lead_imports
      where company_id = ${companyId} and started_by_id = ${actor.id} and id <> ${exceptId}
        and status in ('queued', 'running') limit 1`)) > 0
  );
};

/** Only from status 'uploaded'; zero rows if it was started already. */
export const markQueued = ({ db, companyId, actor }: Scope, id: string, mapping: ImportMapping): Promise<number> =>
  db.run(sql`
    update lead_imports set status = 'queued', mapping = ${JSON.stringify(mapping)}, started_by = ${actor.name},
      started_by_id = ${actor.id}
    where company_id = ${companyId} and id = ${id} and status = 'uploaded'`);

/** Also for a running import, so that it continues after a crash; `lockAtOffset` stops a second worker. */
export const startOrResumeImport = ({ db, companyId }: Scope, id: string): Promise<ImportProgress | undefined> =>
  db.row(sql`
    update lead_imports set status = 'running'
    where company_id = ${companyId} and id = ${id} and status in ('queued', 'running') returning ${PROGRESS_COLUMNS}`);

/** Locks the import if it is still running and at this offset; zero rows otherwise. */
export const lockAtOffset = ({ db, companyId }: Scope, id: string, offset: number): Promise<number> =>
  db.run(sql`
    select from lead_imports
    where company_id = ${companyId} and id = ${id} and status = 'running' and next_row_offset = ${offset}::bigint for update`);

export interface BatchResult {
  processed: number;
  added: number;
  duplicates: number;
  rejected: number;
  rowNumber: number;
  nextOffset: number;
}

export const advanceImport = ({ db, companyId }: Scope, id: string, result: BatchResult): Promise<number> =>
  db.run(sql`
    update lead_imports set processed_rows = processed_rows + ${result.processed}, added_rows = added_rows + ${result.added},
      duplicate_rows = duplicate_rows + ${result.duplicates}, rejected_rows = rejected_rows + ${result.rejected},
      row_number = ${result.rowNumber}, next_row_offset = ${result.nextOffset}, failed_attempts = 0
    where company_id = ${companyId} and id = ${id}`);

export interface ImportEnd {
  status: "done" | "failed" | "stopped";
  problem?: string | null;
}

/** Conditional on the import being active. Deletes the file and the sample values of its columns. */
export const markEnded = (
  { db, companyId }: Scope,
  id: string,
  { status, problem = null, at }: ImportEnd & { at: Date },
): Promise<LeadImport | undefined> =>
  db.row(sql`
    update lead_imports i set status = ${status}, problem = ${problem}, finished_at = ${at}, file = null,
      columns = (select jsonb_agg(jsonb_set(csv_column, '{samples}', '[]') order by number)
        from jsonb_array_elements(i.columns) with ordinality as numbered (csv_column, number))
    where i.company_id = ${companyId} and i.id = ${id} and i.status in ('queued', 'running') returning ${IMPORT_COLUMNS}`);

/** Returns the number of consecutive failed attempts at this offset. */
export const recordFailedAttempt = async ({ db, companyId }: Scope, id: string): Promise<number> => {
  const updated = await db.row<{ attempts: number }>(sql`
    update lead_imports set failed_attempts = failed_attempts + 1
    where company_id = ${companyId} and id = ${id} and status = 'running' returning failed_attempts as attempts`);
  return updated?.attempts ?? 0;
};

/** An active import is not deleted: it has to be stopped first. */
export const deleteImport = ({ db, companyId }: Scope, id: string): Promise<number> =>
  db.run(sql`
    delete from lead_imports
    where company_id = ${companyId} and id = ${id} and status not in ('queued', 'running')`);

/** Deletes imports that were never started, and imports that ended before `endedBefore`. */
export const deleteStale = (
  { db, companyId }: Scope,
  { unstartedBefore, endedBefore }: { unstartedBefore: Date; endedBefore: Date },
): Promise<number> =>
  db.run(sql`
    delete from lead_imports where company_id = ${companyId}
      and ((status = 'uploaded' and uploaded_at < ${unstartedBefore}) or finished_at < ${endedBefore})`);

export interface SkippedRow {
  row: number;
  kind: "duplicate" | "rejected";
  personLabel: string;
  reason: string;
  leadId: string | null;
}

export const insertSkippedRows = ({ db, companyId }: Scope, id: string, rows: readonly SkippedRow[]): Promise<number> =>
  db.run(sql`
    insert into lead_import_skipped_rows (company_id, import_id, row_number, kind, person_label, reason, lead_id)
    select ${companyId}, ${id}, row, kind, "personLabel", reason, "leadId"
    from jsonb_to_recordset(${JSON.stringify(rows)})
      as skipped (row int, kind text, "personLabel" text, reason text, "leadId" uuid)`);

export const findSkippedRows = (
  { db, companyId }: Scope,
  id: string,
  page: { limit: number; after: number | undefined },
): Promise<JsonText> =>
  readJsonPage(db, page, {
    keyOf: (rowNumber) => [rowNumber],
    rows: (limit) => sql`
      select s.row_number as sort_key, s.row_number as id, row_to_json(shown) as item
      from lead_import_skipped_rows s cross join lateral (
        select s.row_number::text as id, s.row_number as row, s.kind, s.person_label as "personLabel", s.reason) shown
      where s.company_id = ${companyId} and s.import_id = ${id} and s.row_number > ${page.after ?? 0}
      order by s.row_number limit ${limit}`,
  });
