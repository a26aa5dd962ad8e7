import { isForm, type RunOutcome, WORKFLOWS, type WorkflowId, type WorkflowStart } from "#contract/workflows.ts";
import { AppError } from "#platform/app-error.ts";
import { type Scope, transaction } from "#platform/database/scope.ts";
import { OutboundError } from "#platform/outbound/outbound-error.ts";
import { signRequestJwt } from "#platform/outbound/request-jwt.ts";
import type { Platform } from "#platform/platform.ts";
import { type Author, recordChange } from "#server/features/audit/audit.service.ts";
import { findWorkflowAccess, type WorkflowAccess } from "#server/features/companies/connections.service.ts";
import { insertRun, settleRun, settleStaleRuns } from "./workflows.queries.ts";

const TIMEOUT_MS = 10_000;

interface CallOutcome {
  outcome: RunOutcome;
  /** For whoever looks into it; nothing the other side said is in it. */
  detail: string | null;
}

const outcomeOfStatus = (status: number): CallOutcome =>
  status >= 200 && status < 300
    ? { outcome: "started", detail: null }
    : { outcome: "failed", detail: `Het adres antwoordde met status ${status}.` };

/** Without an answer, a call that may have arrived may have started the workflow too. */
const outcomeOfError = ({ sent, status, message }: OutboundError): CallOutcome => {
  if (status !== undefined) return outcomeOfStatus(status);
  return { outcome: sent === "no" ? "failed" : "unknown", detail: message };
};

interface WorkflowCall {
  companyId: string;
  runId: string;
  data: Readonly<Record<string, string>>;
}

/** Calls the address of a workflow, once, signed where the company has a secret. */
const callWorkflow = async (
  { outbound, clock }: Pick<Platform, "outbound" | "clock">,
  { url, secret }: WorkflowAccess,
  { companyId, runId, data }: WorkflowCall,
): Promise<CallOutcome> => {
  if (secret === "sealed") return { outcome: "failed", detail: "Het geheim om mee te ondertekenen is onleesbaar." };
  const body = JSON.stringify({ ...data, run_id: runId });
  const token = secret !== "none" && signRequestJwt(secret.plain, { companyId, id: runId, body, now: clock.now() });
  const headers = {
    "content-type": "application/json",
    "idempotency-key": runId,
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  };
  try {
    const { status } = await outbound.request({ url, method: "POST", headers, body, timeoutMs: TIMEOUT_MS });
    return outcomeOfStatus(status);
  } catch (error) {
    if (error instanceof OutboundError) return outcomeOfError(error);
    throw error;
  }
};

/** No call takes this long: a run this old without an outcome belongs to a process that is gone. */
const STALE_MS = 30_000;

const START_FAILED = "Er ging iets mis bij het opstarten van de workflow.";
const START_UNKNOWN = "Het is niet zeker of de workflow is gestart. Kijk het na voordat je hem nog eens start.";

type WorkflowDeps = Pick<Platform, "database" | "secrets" | "log" | "outbound" | "clock" | "events">;

export const staleLimit = ({ clock }: Pick<Platform, "clock">): Date => new Date(clock.now().getTime() - STALE_MS);

const requireAccess = async (needs: WorkflowDeps, { companyId }: Scope, id: WorkflowId): Promise<WorkflowAccess> => {
  const access = await findWorkflowAccess(needs, companyId, id);
  if (access) return access;
  throw new AppError("invalid", "Deze workflow heeft nog geen webhook URL ingesteld.");
};

const requireConfiguredUrl = ({ url }: WorkflowAccess, asked: string): void => {
  if (asked !== url) throw new AppError("invalid", "Dit is niet het adres dat voor deze workflow is ingesteld.");
  if (isForm(url)) throw new AppError("invalid", "Deze workflow begint met een formulier.");
};

const recordOutcome = (
  needs: WorkflowDeps,
  scope: Scope,
  author: Author,
  id: WorkflowId,
  outcome: RunOutcome | "form_opened",
) =>
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
const beginRun = async (needs: WorkflowDeps, scope: Scope, workflowId: WorkflowId): Promise<string> => {
  const at = needs.clock.now();
  await settleStaleRuns(scope, staleLimit(needs), at);
  const runId = await insertRun(scope, { workflowId, at, outcome: null });
  if (runId) return runId;
  throw new AppError("conflict", "Deze workflow wordt op dit moment al gestart.");
};

const endRun = (needs: WorkflowDeps, scope: Scope, author: Author, id: WorkflowId, runId: string, ended: CallOutcome) =>
  transaction(scope, async (scope) => {
    await settleRun(scope, runId, ended, needs.clock.now());
    await recordOutcome(needs, scope, author, id, ended.outcome);
  });

/** Starts a workflow at the address that is configured for it, and at no other. */
export const startWorkflow = async (
  needs: WorkflowDeps,
  scope: Scope,
  author: Author,
  { workflowId, webhookUrl, data }: WorkflowStart,
): Promise<{ runId: string; outcome: "started"; message: string }> => {
  const access = await requireAccess(needs, scope, workflowId);
  requireConfiguredUrl(access, webhookUrl);
  const { name } = WORKFLOWS[workflowId];
  const runId = await beginRun(needs, scope, workflowId);
  const call = { companyId: scope.companyId, runId, data: { ...data, workflow_name: name, workflow_id: workflowId } };
  const ended = await callWorkflow(needs, access, call);
  await endRun(needs, scope, author, workflowId, runId, ended);
  if (ended.outcome === "started") {
    return { runId, outcome: ended.outcome, message: `${name} is succesvol opgestart.` };
  }
  throw new AppError("upstream_failed", ended.outcome === "unknown" ? START_UNKNOWN : START_FAILED);
};

/** The form itself starts the workflow, elsewhere; that it was opened is all there is to know. */
export const recordFormOpened = async (
  needs: WorkflowDeps,
  scope: Scope,
  author: Author,
  id: WorkflowId,
): Promise<string> => {
  const { url } = await requireAccess(needs, scope, id);
  if (!isForm(url)) throw new AppError("invalid", "Deze workflow heeft geen formulier.");
  return transaction(scope, async (scope) => {
    const runId = await insertRun(scope, { workflowId: id, at: needs.clock.now(), outcome: "unknown" });
    if (!runId) throw new Error("a run that is over is in nobody's way");
    await recordOutcome(needs, scope, author, id, "form_opened");
    return runId;
  });
};
