import { isIP } from "node:net";
import type { Scope } from "#platform/database/scope.ts";
import { addressKind } from "#platform/outbound/destination.ts";
import type { Platform } from "#platform/platform.ts";
import type { RecordCall } from "./ask-with-repair.ts";
import type { ModelAccess, Usage } from "./language-model.ts";
import { findBudget, insertModelCall } from "./writer.queries.ts";

/** In euro per million tokens, for input and output, on 1 November 2026. The first that matches counts. */
const PRICES: readonly { model: RegExp; input: number; output: number }[] = [
  { model: /^gpt-4o-mini/, input: 0.14, output: 0.56 },
  { model: /^gpt-4o/, input: 2.3, output: 9.3 },
  { model: /^mistral-small/, input: 0.1, output: 0.3 },
  { model: /^mistral-large/, input: 1.9, output: 5.6 },
];

/** Whether the model runs on this machine or in the operator's own network. Its calls cost nothing. */
export const isLocalModel = (baseUrl: string, privateHosts: readonly string[]): boolean => {
  const url = URL.parse(baseUrl);
  if (!url) return false;
  const address = url.hostname.replace(/^\[(.*)\]$/, "$1");
  return (
    privateHosts.includes(url.host) ||
    address === "localhost" ||
    (isIP(address) !== 0 && addressKind(address) !== "public")
  );
};

/** In millionths of a euro. A local model costs nothing; null for another model without a known price. */
export const costOf = (
  { model, isLocal }: { model: string; isLocal: boolean },
  { promptTokens, completionTokens }: Usage,
): number | null => {
  if (isLocal) return 0;
  const price = PRICES.find((candidate) => candidate.model.test(model));
  return price ? Math.round(promptTokens * price.input + completionTokens * price.output) : null;
};

/** What a task needs to ask the model. */
export interface WritingTools {
  access: ModelAccess;
  recordCall: RecordCall;
  signal: AbortSignal;
}

/** Stores the tokens and costs of every call: for the budget of the day, and for the text of the request if there is one. */
export const callRecorder = (
  { clock, config }: Pick<Platform, "clock" | "config">,
  scope: Scope,
  { baseUrl }: Pick<ModelAccess, "baseUrl">,
  requestId?: string,
): RecordCall => {
  const isLocal = isLocalModel(baseUrl, config.aiPrivateHosts);
  return (model, usage) =>
    insertModelCall(scope, { requestId, model, usage, costMicros: costOf({ model, isLocal }, usage) }, clock.now());
};

export const createWritingTools = (
  deps: Pick<Platform, "clock" | "config">,
  scope: Scope,
  access: ModelAccess,
  signal: AbortSignal,
  requestId?: string,
): WritingTools => ({ access, signal, recordCall: callRecorder(deps, scope, access, requestId) });

/** Undefined while the company has tokens left today. */
export const findUsedUpBudget = async (
  { clock }: Pick<Platform, "clock">,
  scope: Scope,
): Promise<{ problem: string; tomorrow: Date } | undefined> => {
  const budget = await findBudget(scope, clock.now());
  if (!budget || budget.used < budget.limit) return undefined;
  const problem = `Het dagbudget van ${budget.limit.toLocaleString("nl-NL")} tokens is op.`;
  return { problem, tomorrow: new Date(budget.tomorrow) };
};
