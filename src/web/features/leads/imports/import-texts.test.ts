import { expect, test } from "vitest";
import type { LeadImport } from "#contract/lead-imports.ts";
import { countLeads, outcomeText, refusalOf } from "./import-texts.ts";

const outcome = (added: number, duplicates: number, refused: number) =>
  outcomeText({ added, duplicates, refused } as LeadImport);

test("what became of a file is told without what did not happen", () => {
  expect(outcome(1200, 0, 0)).toBe("1.200 toegevoegd");
  expect(outcome(0, 3, 1)).toBe("0 toegevoegd, 3 dubbel, 1 niet bruikbaar");
  expect([countLeads(1), countLeads(2000)]).toEqual(["1 lead", "2.000 leads"]);
});

test.each([
  ["leads.xlsx", 10, "spreadsheet"],
  ["leads.csv", 33 * 1024 * 1024, "maximaal 32 MB"],
  ["leads.csv", 0, "leeg"],
])("%s of %i bytes is not sent", (name, size, reason) => {
  expect(refusalOf({ name, size })).toContain(reason);
});

test("a file of text is sent whatever it is called", () => {
  expect(refusalOf({ name: "export", size: 10 })).toBeUndefined();
});
