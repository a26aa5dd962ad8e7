import type { RunOutcome, WorkflowId } from "#contract/workflows.ts";
import { isUniqueViolation } from "#platform/database/db.ts";
import type { Scope } from "#platform/database/scope.ts";
import { sql } from "#platform/database/sql.ts";
import { isoTime } from "#platform/database/sql-expressions.ts";

export interface WorkflowRunTotals {
  workflowId: string;
  totalRuns: number;
  successfulRuns: number;
  lastRun: string;
  /** Null while it is being started. */
  lastOutcome: RunOutcome | null;
}

/** A run without an outcome that began before `staleBefore` counts as unknown: its process died. */
export const findRunTotals = ({ db, companyId }: Scope, staleBefore: Date): Promise<WorkflowRunTotals[]> =>
  db.rows(sql`
    with counted as (
      select workflow_id, count(*)::int as total, count(*) filter (where outcome = 'started')::int as successful
      from workflow_runs where company_id = ${companyId} group by workflow_id)
    select workflow_id as "workflowId", total as "totalRuns", successful as "successfulRuns",
      ${isoTime(sql`last.started_at`)} as "lastRun",
      coalesce(last.outcome, case when last.started_at < ${staleBefore} then 'unknown' end) as "lastOutcome"
    from counted cross join lateral (
      select started_at, outcome from workflow_runs r
      where r.company_id = ${companyId} and r.workflow_id = counted.workflow_id
      order by started_at desc, id desc limit 1) last`);

export const findWorkflowUrls = async ({ db, companyId }: Scope): Promise<Partial<Record<WorkflowId, string>>> => {
  const found = await db.row<{ urls: Partial<Record<WorkflowId, string>> }>(sql`
    select workflow_urls as urls from companies where id = ${companyId}`);
  return found?.urls ?? {};
};

/** The processes that began these runs died: whether the calls arrived is unknown. */
export const markStaleRunsUnknown = ({ db, companyId }: Scope, staleBefore: Date, at: Date): Promise<number> =>
  db.run(sql`
    update workflow_runs set outcome = 'unknown', finished_at = ${at}
    where company_id = ${companyId} and outcome is null and started_at < ${staleBefore}`);

interface NewRun {
  workflowId: WorkflowId;
  at: Date;
  outcome: RunOutcome | null;
}

/** Undefined when this workflow is being started by somebody else. */
export const insertRun = async (
  { db, companyId, actor }: Scope,
  { workflowId, at, outcome }: NewRun,
): Promise<string | undefined> => {
  try {
    const inserted = await db.row<{ id: string }>(sql`
      insert into workflow_runs (company_id, workflow_id, started_by, started_at, finished_at, outcome)
      values (${companyId}, ${workflowId}, ${actor.name}, ${at}, ${outcome && at}, ${outcome}) returning id`);
    return inserted?.id;
  } catch (error) {
    if (isUniqueViolation(error)) return undefined;
    throw error;
  }
};

export const finishRun = (
  { db, companyId }: Scope,
  id: string,
  { outcome, detail }: { outcome: RunOutcome; detail: string | null },
  at: Date,
): Promise<number> =>
  db.run(sql`
    update workflow_runs set outcome = ${outcome}, detail = ${detail}, finished_at = ${at}
    where company_id = ${companyId} and id = ${id} and outcome is null`);
