import type { Usage } from "./language-model.ts";

/**
 * In euro per million tokens, for input and output, on 1 November 2026. A model on the company's own machine costs nothing; it is
 * recognised by its name.
 */
const PRICES: readonly { model: RegExp; input: number; output: number }[] = [
  { model: /^(sandbox|ollama|vllm)/, input: 0, output: 0 },
  { model: /^gpt-4o-mini/, input: 0.14, output: 0.56 },
  { model: /^gpt-4o/, input: 2.3, output: 9.3 },
  { model: /^mistral-small/, input: 0.1, output: 0.3 },
  { model: /^mistral-large/, input: 1.9, output: 5.6 },
];

/** In millionths of a euro; null for a model without a known price. */
export const costOf = (model: string, { promptTokens, completionTokens }: Usage): number | null => {
  const price = PRICES.find((candidate) => candidate.model.test(model));
  return price ? Math.round(promptTokens * price.input + completionTokens * price.output) : null;
};
