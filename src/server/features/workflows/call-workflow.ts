import type { RunOutcome } from "#contract/workflows.ts";
import { OutboundError } from "#platform/outbound/outbound-error.ts";
import { signToken } from "#platform/outbound/signed-token.ts";
import type { Platform } from "#platform/platform.ts";
import type { WorkflowAccess } from "#server/features/companies/workflow-access.service.ts";

const TIMEOUT_MS = 10_000;

export interface Outcome {
  outcome: RunOutcome;
  /** For whoever looks into it; nothing the other side said is in it. */
  detail: string | null;
}

const judgeStatus = (status: number): Outcome =>
  status >= 200 && status < 300
    ? { outcome: "started", detail: null }
    : { outcome: "failed", detail: `Het adres antwoordde met status ${status}.` };

/** Without an answer, a call that may have arrived may have started the workflow too. */
const judgeError = ({ sent, status, message }: OutboundError): Outcome => {
  if (status !== undefined) return judgeStatus(status);
  return { outcome: sent === "no" ? "failed" : "unknown", detail: message };
};

interface Call {
  companyId: string;
  runId: string;
  data: Readonly<Record<string, string>>;
}

/** Calls the address of a workflow, once, signed where the company has a secret. */
export const callWorkflow = async (
  { outbound, clock }: Pick<Platform, "outbound" | "clock">,
  { url, secret }: WorkflowAccess,
  { companyId, runId, data }: Call,
): Promise<Outcome> => {
  if (secret === "sealed") return { outcome: "failed", detail: "Het geheim om mee te ondertekenen is onleesbaar." };
  const body = JSON.stringify({ ...data, run_id: runId });
  const token = secret !== "none" && signToken(secret.plain, { companyId, id: runId, body, now: clock.now() });
  const headers = {
    "content-type": "application/json",
    "idempotency-key": runId,
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  };
  try {
    const { status } = await outbound.request({ url, method: "POST", headers, body, timeoutMs: TIMEOUT_MS });
    return judgeStatus(status);
  } catch (error) {
    if (error instanceof OutboundError) return judgeError(error);
    throw error;
  }
};
