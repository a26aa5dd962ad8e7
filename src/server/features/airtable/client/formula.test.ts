import { expect, test } from "vitest";
import { parseFormula } from "#sandbox/airtable/formula/parse.ts";
import { isTruthy } from "#sandbox/airtable/formula/value.ts";
import { matchRecordIds, matchValues, modifiedAfter } from "./formula.ts";

const NOW = new Date("2026-11-14T12:00:00Z");

/** Evaluates the formula as the sandbox does, for a record with this value. */
const matches = (formula: string, value: string): boolean =>
  isTruthy(
    parseFormula(
      formula,
      () => true,
    )({
      field: () => value,
      recordId: () => value,
      createdTime: () => NOW,
      lastModifiedTime: () => NOW,
      now: () => NOW,
    }),
  );

test.each([
  'De "grote" baas',
  '") , TRUE(), ("',
  '",TRUE()),OR("',
  "\\",
  '\\"',
  '\\\\",TRUE(),"',
  "{App ID}",
  "' OR 1=1",
  "",
])("%j in a formula is a value and nothing else", (value) => {
  for (const formula of [matchValues("fldAppId", [value]), matchRecordIds([value])]) {
    expect(matches(formula, value)).toBe(true);
    expect(matches(formula, "een heel ander record")).toBe(false);
  }
});

test("a time in a formula is compared as a time", () => {
  expect(matches(modifiedAfter("2026-11-14T11:00:00.000Z"), "")).toBe(true);
  expect(matches(modifiedAfter("2026-11-14T13:00:00.000Z"), "")).toBe(false);
});
