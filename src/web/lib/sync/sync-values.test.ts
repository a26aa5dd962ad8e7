import { expect, test } from "vitest";
import { syncedFieldName, valueText } from "./sync-values.ts";

test.each([
  ["2026-11-14T08:30:00.000Z", "14 november 2026 09:30"],
  ["Dag Anna,\nfijn!", "Dag Anna,\nfijn!"],
  ["2026 was een goed jaar", "2026 was een goed jaar"],
  [true, "Ja"],
  [1234, "1.234"],
  ["", null],
  [null, null],
])("the value %s is shown as %s", (value, text) => {
  expect(valueText(value)).toBe(text);
});

test("a field has its Dutch name, or else its name in Airtable", () => {
  expect(syncedFieldName({ field: "classification", fieldName: "Lead Classification" })).toBe("Classificatie");
  expect(syncedFieldName({ field: "shoe_size", fieldName: "Shoe Size" })).toBe("Shoe Size");
});
