import { isForm, type RunOutcome, WORKFLOWS, type WorkflowId, type WorkflowStart } from "#contract/workflows.ts";
import { AppError } from "#platform/app-error.ts";
import { type Scope, transaction } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { type Author, recordChange } from "#server/features/audit/audit.service.ts";
import { findWorkflowAccess, type WorkflowAccess } from "#server/features/companies/workflow-access.service.ts";
import { callWorkflow, type Outcome } from "./call-workflow.ts";
import { insertRun, settleRun, settleStaleRuns } from "./workflows.queries.ts";

/** No call takes this long: a run this old without an outcome belongs to a process that is gone. */
const STALE_MS = 30_000;

const FAILED = "Er ging iets mis bij het opstarten van de workflow.";
const UNKNOWN = "Het is niet zeker of de workflow is gestart. Kijk het na voordat je hem nog eens start.";

type Needs = Pick<Platform, "database" | "secrets" | "log" | "outbound" | "clock" | "events">;

export const staleLimit = ({ clock }: Pick<Platform, "clock">): Date => new Date(clock.now().getTime() - STALE_MS);

const requireAccess = async (needs: Needs, { companyId }: Scope, id: WorkflowId): Promise<WorkflowAccess> => {
  const access = await findWorkflowAccess(needs, companyId, id);
  if (access) return access;
  throw new AppError("invalid", "Deze workflow heeft nog geen webhook URL ingesteld.");
};

const requireConfigured = ({ url }: WorkflowAccess, asked: string): void => {
  if (asked !== url) throw new AppError("invalid", "Dit is niet het adres dat voor deze workflow is ingesteld.");
  if (isForm(url)) throw new AppError("invalid", "Deze workflow begint met een formulier.");
};

const record = (needs: Needs, scope: Scope, author: Author, id: WorkflowId, outcome: RunOutcome | "form_opened") =>
  recordChange(
    needs,
    scope,
    author,
    {
      companyId: scope.companyId,
      action: `workflow.${outcome}`,
      subject: { type: "workflow", id, name: WORKFLOWS[id].name },
    },
    "workflows",
  );

/** Claims the workflow, so that it is started once however many press the button. */
const beginRun = async (needs: Needs, scope: Scope, workflowId: WorkflowId): Promise<string> => {
  const at = needs.clock.now();
  await settleStaleRuns(scope, staleLimit(needs), at);
  const runId = await insertRun(scope, { workflowId, at, outcome: null });
  if (runId) return runId;
  throw new AppError("conflict", "Deze workflow wordt op dit moment al gestart.");
};

const endRun = (needs: Needs, scope: Scope, author: Author, id: WorkflowId, runId: string, ended: Outcome) =>
  transaction(scope, async (scope) => {
    await settleRun(scope, runId, ended, needs.clock.now());
    await record(needs, scope, author, id, ended.outcome);
  });

/** Starts a workflow at the address that is configured for it, and at no other. */
export const startWorkflow = async (
  needs: Needs,
  scope: Scope,
  author: Author,
  { workflowId, webhookUrl, data }: WorkflowStart,
): Promise<{ runId: string; outcome: "started"; message: string }> => {
  const access = await requireAccess(needs, scope, workflowId);
  requireConfigured(access, webhookUrl);
  const { name } = WORKFLOWS[workflowId];
  const runId = await beginRun(needs, scope, workflowId);
  const call = { companyId: scope.companyId, runId, data: { ...data, workflow_name: name, workflow_id: workflowId } };
  const ended = await callWorkflow(needs, access, call);
  await endRun(needs, scope, author, workflowId, runId, ended);
  if (ended.outcome === "started") {
    return { runId, outcome: ended.outcome, message: `${name} is succesvol opgestart.` };
  }
  throw new AppError("upstream_failed", ended.outcome === "unknown" ? UNKNOWN : FAILED);
};

/** The form itself starts the workflow, elsewhere; that it was opened is all there is to know. */
export const noteForm = async (needs: Needs, scope: Scope, author: Author, id: WorkflowId): Promise<string> => {
  const { url } = await requireAccess(needs, scope, id);
  if (!isForm(url)) throw new AppError("invalid", "Deze workflow heeft geen formulier.");
  return transaction(scope, async (scope) => {
    const runId = await insertRun(scope, { workflowId: id, at: needs.clock.now(), outcome: "unknown" });
    if (!runId) throw new Error("a run that is over is in nobody's way");
    await record(needs, scope, author, id, "form_opened");
    return runId;
  });
};
