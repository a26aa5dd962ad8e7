import type { SyncRun } from "#contract/airtable.ts";
import type { TableRepairs } from "#contract/sync-repairs.ts";
import { SYNCED_TABLES, type SyncedTable } from "#contract/synced-tables.ts";
import type { Scope } from "#platform/database/scope.ts";
import { type Sql, sql } from "#platform/database/sql.ts";
import { isoTime } from "#platform/database/sql-expressions.ts";
import type { ProblemKind } from "../client/airtable-problem.ts";
import type { ProgressCounts } from "./sync-turn.ts";

/** Adds the tables to the open run, or opens one. */
export const openRun = async (
  { db, companyId }: Scope,
  tables: readonly SyncedTable[],
  requestedBy: string | null,
  now: Date,
): Promise<{ id: string; status: "queued" | "running"; isNew: boolean }> => {
  const run = await db.row<{ id: string; status: "queued" | "running"; isNew: boolean }>(sql`
    insert into sync_runs as run (company_id, tables, requested_by, started_at)
    values (${companyId}, ${tables}, ${requestedBy}, ${now})
    on conflict (company_id) where status in ('queued', 'running') do update
    set tables = array(select distinct unnest(run.tables || excluded.tables))
    returning id, status, xmax = 0 as "isNew"`);
  if (!run) throw new Error("no sync run was opened");
  return run;
};

/** Does nothing when a run is open. */
export const openScheduledRun = ({ db, companyId }: Scope, now: Date, isComparison: boolean) =>
  db.run(sql`
    insert into sync_runs (company_id, tables, started_at, is_comparison)
    values (${companyId}, ${SYNCED_TABLES}, ${now}, ${isComparison})
    on conflict (company_id) where status in ('queued', 'running') do nothing`);

export interface OpenRun {
  id: string;
  tables: SyncedTable[];
  finishedTables: SyncedTable[];
  startedAt: Date;
  /** Reads all records, to repair what the change feed has missed. */
  isComparison: boolean;
  progress: Partial<Record<SyncedTable, ProgressCounts>>;
}

/** Marks the open run as running. */
export const startRun = ({ db, companyId }: Scope): Promise<OpenRun | undefined> =>
  db.row(sql`
    update sync_runs set status = 'running' where company_id = ${companyId} and status in ('queued', 'running')
    returning id, tables, finished_tables as "finishedTables", progress, started_at as "startedAt", is_comparison as "isComparison"`);

export const findRunTables = async ({ db, companyId }: Scope, runId: string): Promise<SyncedTable[]> => {
  const found = await db.row<{ tables: SyncedTable[] }>(sql`
    select tables from sync_runs where company_id = ${companyId} and id = ${runId}`);
  return SYNCED_TABLES.filter((table) => found?.tables.includes(table));
};

export const finishTable = ({ db, companyId }: Scope, runId: string, table: SyncedTable) =>
  db.run(sql`
    update sync_runs set finished_tables = array_append(finished_tables, ${table})
    where company_id = ${companyId} and id = ${runId} and not (${table} = any(finished_tables))`);

/** Does not end a run as succeeded while it has unread tables: some may have been added to it. */
export const endRun = async (
  { db, companyId }: Scope,
  runId: string,
  end: {
    status: "succeeded" | "partial" | "failed";
    message: string;
    problem: ProblemKind | null;
    requests: number;
    at: Date;
  },
): Promise<boolean> =>
  (await db.run(sql`
    update sync_runs set status = ${end.status}, message = ${end.message}, problem_kind = ${end.problem}, finished_at = ${end.at},
      requests = requests + ${end.requests}
    where company_id = ${companyId} and id = ${runId} and status in ('queued', 'running')
      and (${end.status} = 'failed' or tables <@ finished_tables)`)) > 0;

/** A run of only some tables does not postpone the next scheduled run. */
export const recordSuccess = (
  { db, companyId }: Scope,
  at: Date,
  { isComplete, hasReadMessages }: { isComplete: boolean; hasReadMessages: boolean },
) =>
  db.run(sql`
    update sync_states set last_run_ended_at = case when ${isComplete} then ${at} else last_run_ended_at end,
      first_sync_ended_at = coalesce(first_sync_ended_at, case when ${isComplete && hasReadMessages} then ${at}::timestamptz end), failures = 0,
      last_problem = null, stalls = 0
    where company_id = ${companyId}`);

/** The run will read so many more records of the table. */
export const addExpected = ({ db, companyId }: Scope, runId: string, table: SyncedTable, records: number) =>
  db.run(sql`
    update sync_runs
    set expected = expected || jsonb_build_object(${table}::text, coalesce((expected ->> ${table}::text)::int, 0) + ${records}::int)
    where company_id = ${companyId} and id = ${runId}`);

/** What an earlier turn of the run has saved stays. */
export const saveExpected = (
  { db, companyId }: Scope,
  runId: string,
  expected: Readonly<Partial<Record<SyncedTable, number>>>,
) =>
  db.run(sql`
    update sync_runs set expected = ${JSON.stringify(expected)}::jsonb || expected
    where company_id = ${companyId} and id = ${runId}`);

export type RepairCounts = Omit<TableRepairs, "table">;
export type StoredRepairs = Partial<Record<SyncedTable, RepairCounts>>;

export const toTableRepairs = (stored: StoredRepairs): TableRepairs[] =>
  SYNCED_TABLES.flatMap((table) => (stored[table] ? [{ table, ...stored[table] }] : []));

const plus = (table: SyncedTable, name: keyof RepairCounts, count: number): Sql =>
  sql`coalesce((repairs -> ${table}::text ->> ${name}::text)::int, 0) + ${count}::int`;

/** What a comparison has repaired in the table. Call it in the transaction of the repair. */
export const addRepairs = async (
  { db, companyId }: Scope,
  runId: string,
  table: SyncedTable,
  { changed = 0, added = 0, deleted = 0 }: Partial<RepairCounts>,
): Promise<void> => {
  if (changed + added + deleted === 0) return;
  await db.run(sql`
    update sync_runs set repairs = repairs || jsonb_build_object(${table}::text, jsonb_build_object(
      'changed', ${plus(table, "changed", changed)}, 'added', ${plus(table, "added", added)}, 'deleted', ${plus(table, "deleted", deleted)}))
    where company_id = ${companyId} and id = ${runId}`);
};

/** What a comparison has repaired. Only one that has compared all of its tables counts as the last one; another is repeated. */
export const recordComparison = async (
  { db, companyId }: Scope,
  runId: string,
  { at, isComplete }: { at: Date; isComplete: boolean },
): Promise<TableRepairs[]> => {
  const found = await db.row<{ repairs: StoredRepairs }>(sql`
    select repairs from sync_runs where company_id = ${companyId} and id = ${runId}`);
  const repairs = found?.repairs ?? {};
  if (isComplete)
    await db.run(sql`
      update sync_states set compared_at = ${at}, comparison_repairs = ${JSON.stringify(repairs)}::jsonb
      where company_id = ${companyId}`);
  return toTableRepairs(repairs);
};

/** A failed run that a user has started does not postpone the next scheduled one, however often the user tries. */
export const recordFailure = ({ db, companyId }: Scope, at: Date, problem: string) =>
  db.run(sql`
    update sync_states s set
      last_run_ended_at = case when manual and failures > 0 then coalesce(last_run_ended_at, ${at}) else ${at} end,
      failures = case when manual then greatest(failures, 1) else failures + 1 end, last_problem = ${problem}, stalls = 0
    from (select exists (
      select from sync_runs where company_id = ${companyId} and status in ('queued', 'running') and requested_by is not null
    ) as manual) run
    where s.company_id = ${companyId}`);

/** Why the open run is waiting. Cleared with the next progress. */
export const setRunMessage = async ({ db, companyId }: Scope, reason: string): Promise<string | undefined> => {
  const found = await db.row<{ id: string }>(sql`
    update sync_runs set message = ${reason} where company_id = ${companyId} and status in ('queued', 'running')
    returning id`);
  return found?.id;
};

/** Changes whenever a run makes progress. */
const PROGRESS_FINGERPRINT: Sql = sql`
  md5(concat_ws('|', feed_cursor,
    (select string_agg(concat_ws(',', scan, scan_offset, watermark, poll_offset, page_size, full_sync_done_at), ';' order by table_name)
      from sync_tables t where t.company_id = sync_states.company_id),
    (select array_to_string(finished_tables, ',') from sync_runs r
      where r.company_id = sync_states.company_id and status = 'running'),
    (select count(*) from airtable_records_to_read t where t.company_id = sync_states.company_id),
    (select count(*) from airtable_outbox o where o.company_id = sync_states.company_id)))`;

/** Returns the number of consecutive failures without progress in between. */
export const countFailedAttempt = async ({ db, companyId }: Scope): Promise<number> => {
  const updated = await db.row<{ stalls: number }>(sql`
    update sync_states set stalls = case when stall_fingerprint = ${PROGRESS_FINGERPRINT} then stalls + 1 else 1 end,
      stall_fingerprint = ${PROGRESS_FINGERPRINT}
    where company_id = ${companyId} returning stalls`);
  return updated?.stalls ?? 1;
};

const RUN_COLUMNS: Sql = sql`
  id as "runId", status, ${isoTime(sql`started_at`)} as "startedAt", ${isoTime(sql`finished_at`)} as "finishedAt", message,
  tables, progress, expected, (extract(epoch from clock_timestamp() - started_at))::float8 as "elapsedSeconds"`;

type RunRow = Omit<SyncRun, "tables" | "total" | "secondsLeft" | "elapsedSeconds"> & {
  tables: SyncedTable[];
  progress: Partial<Record<SyncedTable, ProgressCounts>>;
  expected: Partial<Record<SyncedTable, number>>;
  elapsedSeconds: number;
};

const ZERO: ProgressCounts = { seen: 0, changed: 0, pushed: 0, conflicts: 0, errors: 0 };

/** Null while a table is read of which the number of records is not known: Airtable does not tell it. */
const estimate = ({ status, progress, expected, elapsedSeconds }: RunRow): Pick<SyncRun, "total" | "secondsLeft"> => {
  const readTables = SYNCED_TABLES.filter((table) => (progress[table]?.seen ?? 0) > 0);
  const isKnown = readTables.length > 0 && readTables.every((table) => (expected[table] ?? 0) > 0);
  if (status !== "running" || !isKnown) return { total: null, secondsLeft: null };
  const seen = readTables.reduce((sum, table) => sum + (progress[table]?.seen ?? 0), 0);
  const total = Math.max(
    seen,
    Object.values(expected).reduce((sum, count) => sum + count, 0),
  );
  return { total, secondsLeft: Math.round((elapsedSeconds * (total - seen)) / seen) };
};

const toSyncRun = (row: RunRow): SyncRun => {
  const { tables, progress, expected: _expected, elapsedSeconds, ...run } = row;
  return {
    ...run,
    ...estimate(row),
    elapsedSeconds: run.status === "running" ? Math.round(elapsedSeconds) : null,
    tables: SYNCED_TABLES.filter((table) => tables.includes(table) || progress[table]).map((table) => ({
      table,
      ...ZERO,
      ...progress[table],
    })),
  };
};
export const findRun = async ({ db, companyId }: Scope, id: string): Promise<SyncRun | undefined> => {
  const row = await db.row<RunRow>(
    sql`select ${RUN_COLUMNS} from sync_runs where company_id = ${companyId} and id = ${id}`,
  );
  return row && toSyncRun(row);
};

export const findLastRun = async ({
  db,
  companyId,
}: Scope): Promise<{ lastRun: SyncRun | null; problem: ProblemKind | null; requestsLastRun: number }> => {
  const found = await db.row<RunRow & { problem: ProblemKind | null; requests: number }>(sql`
    select ${RUN_COLUMNS}, problem_kind as problem, requests from sync_runs where company_id = ${companyId} order by started_at desc limit 1`);
  if (!found) return { lastRun: null, problem: null, requestsLastRun: 0 };
  const { requests, problem, ...run } = found;
  return { lastRun: toSyncRun(run), problem, requestsLastRun: requests };
};

const RETENTION_DAYS = 30;

export const deleteOldRuns = ({ db, companyId }: Scope, now: Date) =>
  db.run(sql`
    delete from sync_runs where company_id = ${companyId} and status in ('succeeded', 'partial', 'failed')
      and finished_at < ${now}::timestamptz - make_interval(days => ${RETENTION_DAYS})`);
