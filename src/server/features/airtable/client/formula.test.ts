import { expect, test } from "vitest";
import { parseFormula } from "#sandbox/airtable/formula/parse.ts";
import { isTruthy } from "#sandbox/airtable/formula/value.ts";
import { matchRecordIds, matchValues, modifiedAfter } from "./formula.ts";

const MOMENT = new Date("2026-11-14T12:00:00Z");

/** As Airtable would answer, of a record with this value. */
const holds = (formula: string, value: string): boolean =>
  isTruthy(
    parseFormula(
      formula,
      () => true,
    )({
      field: () => value,
      recordId: () => value,
      createdTime: () => MOMENT,
      lastModifiedTime: () => MOMENT,
      now: () => MOMENT,
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
    expect(holds(formula, value)).toBe(true);
    expect(holds(formula, "een heel ander record")).toBe(false);
  }
});

test("a moment in a formula is a moment", () => {
  expect(holds(modifiedAfter("2026-11-14T11:00:00.000Z"), "")).toBe(true);
  expect(holds(modifiedAfter("2026-11-14T13:00:00.000Z"), "")).toBe(false);
});
