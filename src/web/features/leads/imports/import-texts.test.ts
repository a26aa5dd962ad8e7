import { expect, test } from "vitest";
import type { LeadImport } from "#contract/lead-imports.ts";
import { formatCount, rejectionReason, resultText } from "./import-texts.ts";

const resultOf = (addedRows: number, duplicateRows: number, rejectedRows: number) =>
  resultText({ addedRows, duplicateRows, rejectedRows } as LeadImport);

test("the result of an import leaves out zero counts", () => {
  expect(resultOf(1200, 0, 0)).toBe("1.200 toegevoegd");
  expect(resultOf(0, 3, 1)).toBe("0 toegevoegd, 3 dubbel, 1 niet bruikbaar");
  expect([formatCount(1), formatCount(2000)]).toEqual(["1 lead", "2.000 leads"]);
});

test.each([
  ["leads.xlsx", 10, "spreadsheet"],
  ["leads.csv", 33 * 1024 * 1024, "maximaal 32 MB"],
  ["leads.csv", 0, "leeg"],
])("%s of %i bytes is rejected before the upload", (name, size, reason) => {
  expect(rejectionReason({ name, size })).toContain(reason);
});

test("a file without an extension is accepted", () => {
  expect(rejectionReason({ name: "export", size: 10 })).toBeUndefined();
});
