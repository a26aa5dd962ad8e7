import { expect, test } from "vitest";
import { costOf, isLocalModel } from "./spending.ts";

const USAGE = { promptTokens: 1_000_000, completionTokens: 100_000 };

test.each([
  ["gpt-4o-mini-2024-07-18", 196_000],
  ["gpt-4o-2024-08-06", 3_230_000],
  ["mistral-small-latest", 130_000],
  // Not in the table: unknown, and not free.
  ["qwen3:8b", null],
])("the answer of %s costs %s millionths of a euro", (model, cost) => {
  expect(costOf({ model, isLocal: false }, USAGE)).toBe(cost);
});

test("a model in the operator's own network costs nothing, whatever its name", () => {
  expect(costOf({ model: "qwen3:8b", isLocal: true }, USAGE)).toBe(0);
  expect(costOf({ model: "gpt-4o", isLocal: true }, USAGE)).toBe(0);
});

test.each([
  ["http://127.0.0.1:11434/v1", true],
  ["http://localhost:11434/v1", true],
  ["http://[::1]:11434/v1", true],
  ["http://10.0.0.8:8000/v1", true],
  ["http://ollama.intern:11434/v1", true],
  ["http://ollama.intern:9999/v1", false],
  ["https://api.openai.com/v1", false],
  ["https://93.184.215.14/v1", false],
  ["geen adres", false],
])("%s is local: %s", (baseUrl, isLocal) => {
  expect(isLocalModel(baseUrl, ["ollama.intern:11434"])).toBe(isLocal);
});
