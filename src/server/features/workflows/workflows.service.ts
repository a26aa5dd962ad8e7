import {
  BUILT_IN_WORKFLOWS,
  type BuiltInRun,
  isForm,
  type RunOutcome,
  WORKFLOW_IDS,
  WORKFLOWS,
  type Workflow,
  type WorkflowId,
  type WorkflowStart,
  type WorkflowStats,
} from "#contract/workflows.ts";
import { AppError } from "#platform/app-error.ts";
import { type Scope, transaction } from "#platform/database/scope.ts";
import { OutboundError } from "#platform/outbound/outbound-error.ts";
import { signRequestJwt } from "#platform/outbound/request-jwt.ts";
import type { Platform } from "#platform/platform.ts";
import { pollForChanges } from "#server/features/airtable/airtable.service.ts";
import { type AuditActor, recordChange } from "#server/features/audit/audit.service.ts";
import { channelOf } from "#server/features/automation/automation.service.ts";
import { findWorkflowAccess, type WorkflowAccess } from "#server/features/companies/connections.service.ts";
import { runBuiltIn } from "#server/features/linkedin/invitations/allocation.service.ts";
import {
  findRunTotals,
  findWorkflowUrls,
  finishRun,
  insertRun,
  markStaleRunsUnknown,
  type WorkflowRunTotals,
} from "./workflows.queries.ts";

const TIMEOUT_MS = 10_000;

interface CallOutcome {
  outcome: RunOutcome;
  /** For support; never contains text from the response. */
  detail: string | null;
}

const outcomeOfStatus = (status: number): CallOutcome =>
  status >= 200 && status < 300
    ? { outcome: "started", detail: null }
    : { outcome: "failed", detail: `Het adres antwoordde met status ${status}.` };

/** Without a response, a request that may have arrived may have started the workflow. */
const outcomeOfError = ({ sent, status, message }: OutboundError): CallOutcome => {
  if (status !== undefined) return outcomeOfStatus(status);
  return { outcome: sent === "not_sent" ? "failed" : "unknown", detail: message };
};

interface WorkflowCall {
  companyId: string;
  runId: string;
  data: Readonly<Record<string, string>>;
}

/** Calls the workflow's URL once, signed if the company has a secret. */
const callWorkflow = async (
  { outbound, clock }: Pick<Platform, "outbound" | "clock">,
  { url, secret }: WorkflowAccess,
  { companyId, runId, data }: WorkflowCall,
): Promise<CallOutcome> => {
  if (secret === "unreadable") return { outcome: "failed", detail: "Het geheim om mee te ondertekenen is onleesbaar." };
  const body = JSON.stringify({ ...data, run_id: runId });
  const token =
    secret !== "none" && signRequestJwt(secret.plain, { companyId, requestId: runId, body, now: clock.now() });
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

/** No call takes this long: an older run without an outcome belongs to a process that died. */
const STALE_MS = 30_000;

const START_FAILED = "Er ging iets mis bij het opstarten van de workflow.";
const START_UNKNOWN = "Het is niet zeker of de workflow is gestart. Kijk het na voordat je hem nog eens start.";

type WorkflowDeps = Pick<Platform, "database" | "secrets" | "log" | "outbound" | "clock" | "events">;

const staleBefore = ({ clock }: Pick<Platform, "clock">): Date => new Date(clock.now().getTime() - STALE_MS);

const requireAccess = async (deps: WorkflowDeps, { companyId }: Scope, id: WorkflowId): Promise<WorkflowAccess> => {
  const access = await findWorkflowAccess(deps, companyId, id);
  if (access) return access;
  throw new AppError("invalid", "Deze workflow heeft nog geen webhook URL ingesteld.");
};

const requireConfiguredUrl = ({ url }: WorkflowAccess, requestedUrl: string): void => {
  if (requestedUrl !== url) throw new AppError("invalid", "Dit is niet het adres dat voor deze workflow is ingesteld.");
  if (isForm(url)) throw new AppError("invalid", "Deze workflow begint met een formulier.");
};

const recordOutcome = (
  deps: WorkflowDeps,
  scope: Scope,
  actor: AuditActor,
  id: WorkflowId,
  outcome: RunOutcome | "form_opened",
) =>
  recordChange(
    deps,
    scope,
    actor,
    {
      companyId: scope.companyId,
      action: `workflow.${outcome}`,
      subject: { type: "workflow", id, name: WORKFLOWS[id].name },
    },
    "workflows",
  );

/** Claims the workflow, so that two users cannot start it at the same time. */
const beginRun = async (deps: WorkflowDeps, scope: Scope, workflowId: WorkflowId): Promise<string> => {
  const at = deps.clock.now();
  await markStaleRunsUnknown(scope, staleBefore(deps), at);
  const runId = await insertRun(scope, { workflowId, at, outcome: null });
  if (runId) return runId;
  throw new AppError("conflict", "Deze workflow wordt op dit moment al gestart.");
};

const endRun = (
  deps: WorkflowDeps,
  scope: Scope,
  actor: AuditActor,
  id: WorkflowId,
  runId: string,
  result: CallOutcome,
) =>
  transaction(scope, async (scope) => {
    await finishRun(scope, runId, result, deps.clock.now());
    if (result.outcome !== "failed") await pollForChanges(scope);
    await recordOutcome(deps, scope, actor, id, result.outcome);
  });

/** Only calls the configured URL. */
export const startWorkflow = async (
  deps: WorkflowDeps,
  scope: Scope,
  actor: AuditActor,
  { workflowId, webhookUrl, data }: WorkflowStart,
): Promise<{ runId: string; outcome: "started"; message: string }> => {
  const access = await requireAccess(deps, scope, workflowId);
  requireConfiguredUrl(access, webhookUrl);
  const { name } = WORKFLOWS[workflowId];
  const runId = await beginRun(deps, scope, workflowId);
  const call = { companyId: scope.companyId, runId, data: { ...data, workflow_name: name, workflow_id: workflowId } };
  const result = await callWorkflow(deps, access, call);
  await endRun(deps, scope, actor, workflowId, runId, result);
  if (result.outcome === "started") {
    return { runId, outcome: result.outcome, message: `${name} is succesvol opgestart.` };
  }
  throw new AppError("upstream_failed", result.outcome === "unknown" ? START_UNKNOWN : START_FAILED);
};

const BUILT_IN: readonly WorkflowId[] = BUILT_IN_WORKFLOWS;

/** Runs a workflow inside the product: only where it has no webhook and the company sends through LinkedIn. */
export const startBuiltIn = async (
  platform: Platform,
  scope: Scope,
  actor: AuditActor,
  run: BuiltInRun,
): Promise<Awaited<ReturnType<typeof runBuiltIn>>> => {
  const urls = await findWorkflowUrls(scope);
  if (urls[run.workflowId] || (await channelOf(scope)) !== "linkedin")
    throw new AppError("conflict", "Deze workflow draait bij dit bedrijf niet in Ultimate Sales Agent.");
  const result = await runBuiltIn(platform, scope, actor, run);
  if (run.isPreview) return result;
  const at = platform.clock.now();
  await insertRun(scope, { workflowId: run.workflowId, at, outcome: "started" });
  await recordOutcome(platform, scope, actor, run.workflowId, "started");
  return result;
};

/** The form starts the workflow outside the product, so that the outcome stays unknown. */
export const recordFormOpened = async (
  deps: WorkflowDeps,
  scope: Scope,
  actor: AuditActor,
  id: WorkflowId,
): Promise<string> => {
  const { url } = await requireAccess(deps, scope, id);
  if (!isForm(url)) throw new AppError("invalid", "Deze workflow heeft geen formulier.");
  return transaction(scope, async (scope) => {
    const runId = await insertRun(scope, { workflowId: id, at: deps.clock.now(), outcome: "unknown" });
    if (!runId) throw new Error("a finished run must not conflict with another");
    await recordOutcome(deps, scope, actor, id, "form_opened");
    return runId;
  });
};

const NEVER_RUN = { totalRuns: 0, successfulRuns: 0, lastRun: null, lastOutcome: null };
const totalsOf = (all: readonly WorkflowRunTotals[], id: string) =>
  all.find(({ workflowId }) => workflowId === id) ?? NEVER_RUN;

export const listWorkflows = async (deps: Pick<Platform, "clock">, scope: Scope): Promise<Workflow[]> => {
  const [urls, totals] = await Promise.all([findWorkflowUrls(scope), findRunTotals(scope, staleBefore(deps))]);
  const channel = await channelOf(scope);
  const builtIn = (id: WorkflowId) =>
    channel === "linkedin" && !urls[id] && BUILT_IN.includes(id) ? { isBuiltIn: true } : {};
  return WORKFLOW_IDS.map((id) => {
    const { totalRuns, lastRun, lastOutcome } = totalsOf(totals, id);
    return {
      id,
      ...WORKFLOWS[id],
      status: "active",
      webhookUrl: urls[id] ?? null,
      totalRuns,
      lastRun,
      lastOutcome,
      ...builtIn(id),
    };
  });
};

const laterOf = (one: string | null, other: string | null): string | null =>
  one === null || (other !== null && other > one) ? other : one;

export const readWorkflowStats = async (deps: Pick<Platform, "clock">, scope: Scope): Promise<WorkflowStats> => {
  const totals = await findRunTotals(scope, staleBefore(deps));
  const byWorkflow = WORKFLOW_IDS.map((id) => [id, totalsOf(totals, id)] as const);
  return {
    totalWorkflows: WORKFLOW_IDS.length,
    successfulRuns: byWorkflow.reduce((sum, [, { successfulRuns }]) => sum + successfulRuns, 0),
    lastActivity: byWorkflow.map(([, { lastRun }]) => lastRun).reduce(laterOf, null),
    workflowBreakdown: Object.fromEntries(
      byWorkflow.map(([id, { totalRuns, lastRun }]) => [id, { totalRuns, lastRun }]),
    ) as WorkflowStats["workflowBreakdown"],
  };
};
