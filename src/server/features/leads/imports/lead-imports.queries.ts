import type { ImportMapping, LeadImport } from "#contract/lead-imports.ts";
import type { Scope } from "#platform/database/scope.ts";
import { sql } from "#platform/database/sql.ts";
import { isoTime } from "#platform/database/sql-expressions.ts";
import { type JsonText, readJsonPage } from "#platform/json-list.ts";
import type { OpenedFile } from "./import-file.ts";

const IMPORT_COLUMNS = sql`
  i.id, i.file_name as "fileName", i.status, i.columns, coalesce(i.mapping, '{}') as mapping, i.total, i.done, i.added,
  i.duplicates, i.refused, i.problem, i.uploaded_by as "uploadedBy", ${isoTime(sql`i.uploaded_at`)} as "uploadedAt",
  ${isoTime(sql`i.finished_at`)} as "finishedAt"`;

const RECENT = 10;

export const findRecent = ({ db, companyId }: Scope): Promise<LeadImport[]> =>
  db.rows(sql`
    select ${IMPORT_COLUMNS} from lead_imports i where i.company_id = ${companyId} order by i.uploaded_at desc limit ${RECENT}`);

export const findImport = ({ db, companyId }: Scope, id: string): Promise<LeadImport | undefined> =>
  db.row(sql`select ${IMPORT_COLUMNS} from lead_imports i where i.company_id = ${companyId} and i.id = ${id}`);

interface NewImport extends OpenedFile {
  fileName: string;
  mapping: ImportMapping;
  at: Date;
}

export const insertImport = async (
  { db, companyId, actor }: Scope,
  { fileName, bytes, delimiter, columns, total, position, rowNumber, mapping, at }: NewImport,
): Promise<string> => {
  const inserted = await db.row<{ id: string }>(sql`
    insert into lead_imports (company_id, file_name, file, delimiter, columns, total, position, row_number, mapping,
      uploaded_by, uploaded_by_id, uploaded_at)
    values (${companyId}, ${fileName}, ${bytes}, ${delimiter}, ${JSON.stringify(columns)}, ${total}, ${position},
      ${rowNumber}, ${JSON.stringify(mapping)}, ${actor.name}, ${actor.id}, ${at})
    returning id`);
  return inserted?.id ?? "";
};

/** What is needed to continue reading a file. */
export interface OpenImport {
  id: string;
  status: LeadImport["status"];
  fileName: string;
  delimiter: string;
  mapping: ImportMapping;
  columns: number;
  number: number;
  next: number;
  uploadedBy: string;
  uploadedById: string;
}

const OPEN_IMPORT_COLUMNS = sql`
  id, status, file_name as "fileName", delimiter, coalesce(mapping, '{}') as mapping, jsonb_array_length(columns) as columns,
  row_number as number, position::float8 as next, uploaded_by as "uploadedBy", uploaded_by_id as "uploadedById"`;

export const findOpenImport = ({ db, companyId }: Scope, id: string): Promise<OpenImport | undefined> =>
  db.row(sql`select ${OPEN_IMPORT_COLUMNS} from lead_imports where company_id = ${companyId} and id = ${id}`);

/** A chunk of the file; undefined at its end. */
export const readFileChunk = async (
  { db, companyId }: Scope,
  id: string,
  from: number,
  limit: number,
): Promise<Buffer | undefined> => {
  const found = await db.row<{ piece: Buffer | null }>(sql`
    select substring(file from ${from + 1}::int for ${limit}::int) as piece from lead_imports
    where company_id = ${companyId} and id = ${id}`);
  return found?.piece?.length ? found.piece : undefined;
};

/** Conditional: an import is started once. */
export const markQueued = ({ db, companyId }: Scope, id: string, mapping: ImportMapping): Promise<number> =>
  db.run(sql`
    update lead_imports set status = 'queued', mapping = ${JSON.stringify(mapping)}
    where company_id = ${companyId} and id = ${id} and status = 'uploaded'`);

export const claimImport = ({ db, companyId }: Scope, id: string): Promise<OpenImport | undefined> =>
  db.row(sql`
    update lead_imports set status = 'running'
    where company_id = ${companyId} and id = ${id} and status in ('queued', 'running') returning ${OPEN_IMPORT_COLUMNS}`);

/** Locks the import if it is still running and at this position; zero rows otherwise. */
export const lockPosition = ({ db, companyId }: Scope, id: string, next: number): Promise<number> =>
  db.run(sql`
    select from lead_imports
    where company_id = ${companyId} and id = ${id} and status = 'running' and position = ${next}::bigint for update`);

export interface BatchResult {
  rows: number;
  added: number;
  duplicates: number;
  refused: number;
  number: number;
  next: number;
}

export const advanceImport = ({ db, companyId }: Scope, id: string, result: BatchResult): Promise<number> =>
  db.run(sql`
    update lead_imports set done = done + ${result.rows}, added = added + ${result.added}, failures = 0,
      duplicates = duplicates + ${result.duplicates}, refused = refused + ${result.refused},
      row_number = ${result.number}, position = ${result.next}
    where company_id = ${companyId} and id = ${id}`);

/** Conditional on the import being active. Deletes the file and the sample values of its columns. */
export const endImport = (
  { db, companyId }: Scope,
  id: string,
  { status, problem = null, at }: { status: "done" | "failed" | "stopped"; problem?: string | null; at: Date },
): Promise<LeadImport | undefined> =>
  db.row(sql`
    update lead_imports i set status = ${status}, problem = ${problem}, finished_at = ${at}, file = null,
      columns = (select jsonb_agg(jsonb_set(c, '{samples}', '[]') order by nth)
        from jsonb_array_elements(i.columns) with ordinality as one (c, nth))
    where i.company_id = ${companyId} and i.id = ${id} and i.status in ('queued', 'running') returning ${IMPORT_COLUMNS}`);

/** Returns the number of consecutive failures at this position. */
export const countFailure = async ({ db, companyId }: Scope, id: string): Promise<number> => {
  const found = await db.row<{ failures: number }>(sql`
    update lead_imports set failures = failures + 1
    where company_id = ${companyId} and id = ${id} and status = 'running' returning failures`);
  return found?.failures ?? 0;
};

/** An active import is not deleted: it has to be stopped first. */
export const deleteImport = ({ db, companyId }: Scope, id: string): Promise<number> =>
  db.run(sql`
    delete from lead_imports
    where company_id = ${companyId} and id = ${id} and status not in ('queued', 'running')`);

/** Files that were never started, and old reports. */
export const deleteStale = (
  { db, companyId }: Scope,
  { unstartedBefore, endedBefore }: { unstartedBefore: Date; endedBefore: Date },
): Promise<number> =>
  db.run(sql`
    delete from lead_imports where company_id = ${companyId}
      and ((status = 'uploaded' and uploaded_at < ${unstartedBefore}) or finished_at < ${endedBefore})`);

export interface Problem {
  row: number;
  kind: "duplicate" | "refused";
  shown: string;
  reason: string;
  leadId: string | null;
}

export const insertProblems = ({ db, companyId }: Scope, id: string, problems: readonly Problem[]): Promise<number> =>
  db.run(sql`
    insert into lead_import_problems (company_id, import_id, row_number, kind, label, reason, lead_id)
    select ${companyId}, ${id}, row, kind, shown, reason, "leadId"
    from jsonb_to_recordset(${JSON.stringify(problems)})
      as problem (row int, kind text, shown text, reason text, "leadId" uuid)`);

export const findProblems = (
  { db, companyId }: Scope,
  id: string,
  page: { limit: number; after: number | undefined },
): Promise<JsonText> =>
  readJsonPage(db, page, {
    keyOf: (row) => [row],
    rows: (limit) => sql`
      select p.row_number as sort_key, p.row_number as id, row_to_json(problem) as item
      from lead_import_problems p cross join lateral (
        select p.row_number::text as id, p.row_number as row, p.kind, p.label as shown, p.reason) problem
      where p.company_id = ${companyId} and p.import_id = ${id} and p.row_number > ${page.after ?? 0}
      order by p.row_number limit ${limit}`,
  });
