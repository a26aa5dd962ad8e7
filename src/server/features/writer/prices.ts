import { isIP } from "node:net";
import { addressKind } from "#platform/outbound/destination.ts";
import type { Usage } from "./language-model.ts";

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
