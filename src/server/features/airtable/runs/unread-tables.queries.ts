import type { SyncedTable } from "#contract/synced-tables.ts";
import type { Scope } from "#platform/database/scope.ts";
import { type Sql, sql } from "#platform/database/sql.ts";
import type { ProblemDetail, ProblemKind } from "../client/airtable-problem.ts";

interface ReadProblem {
  kind: ProblemKind;
  detail: ProblemDetail;
}

/** A table that cannot be read is tried by every run, but for this long by nothing else. */
export const HAS_FAILED_RECENTLY: Sql = sql`read_failed_at > clock_timestamp() - interval '5 minutes'`;

/**
 * Returns whether the table is left out: at once after a lasting problem, otherwise after so many failures. Those of an earlier run do
 * not count, nor those from before the pull has last read records of the table.
 */
export const recordReadFailure = async (
  { db, companyId }: Scope,
  { table, runId, maxFailures }: { table: SyncedTable; runId: string | null; maxFailures: number },
  problem: ReadProblem,
): Promise<boolean> => {
  const failures = sql`case when read_failed_run_id is not distinct from ${runId}::uuid then read_failures + 1 else 1 end`;
  const failed = await db.row<{ isLeftOut: boolean }>(sql`
    update sync_tables set read_failures = ${failures}, read_failed_at = clock_timestamp(), read_failed_run_id = ${runId},
      read_problem = case when ${failures} >= ${maxFailures} then ${JSON.stringify(problem)}::jsonb end
    where company_id = ${companyId} and table_name = ${table} returning read_problem is not null as "isLeftOut"`);
  return failed?.isLeftOut ?? true;
};

/** The tables that are left out: of a run those that it has tried, otherwise those that were tried recently. */
export const findUnreadTables = (
  { db, companyId }: Scope,
  runId: string | null,
): Promise<{ table: SyncedTable; problem: ReadProblem }[]> =>
  db.rows(sql`
    select table_name as "table", read_problem as problem from sync_tables
    where company_id = ${companyId} and read_problem is not null
      and case when ${runId}::uuid is null then ${HAS_FAILED_RECENTLY} else read_failed_run_id = ${runId}::uuid end`);

export const forgetReadFailures = ({ db, companyId }: Scope, tables: readonly SyncedTable[]) =>
  db.run(sql`
    update sync_tables set read_failures = 0, read_problem = null, read_failed_at = null, read_failed_run_id = null
    where company_id = ${companyId} and table_name = any(${tables}) and read_failures > 0`);
