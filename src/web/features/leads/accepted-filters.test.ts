import { expect, test } from "vitest";
import { readFilters } from "#lib/address-readers.ts";
import { addressFilters, CLASS_OPTIONS, countText, DATE_OPTIONS, nameOptions } from "./accepted-filters.ts";

test("the choices are those of the screen, ALL first", () => {
  expect(DATE_OPTIONS.map(({ label }) => label)).toEqual([
    "ALL",
    "Today",
    "Yesterday",
    "Last week",
    "Last month",
    "Last year",
  ]);
  expect(CLASS_OPTIONS).toHaveLength(9);
  expect(CLASS_OPTIONS[0]?.label).toBe("ALL");
});

test("no name to choose is empty", () => {
  expect(nameOptions(["Frank", "", " ", "Frank"], "Lotte").map(({ value }) => value)).toEqual([
    "ALL",
    "Frank",
    "Lotte",
  ]);
});

test("an address cannot ask for what does not exist", () => {
  expect(
    readFilters(addressFilters, { classification: "DELETED", connectedDate: "tomorrow", connectedWith: "Frank" }),
  ).toEqual({
    connectedWith: "Frank",
    classification: undefined,
    connectedDate: undefined,
  });
});

test("counts say what is on the screen, what matches and what there is", () => {
  expect(countText(50, 1234, 1234)).toBe("50 van 1.234 geladen");
  expect(countText(50, 80, 1234)).toBe("50 van 80 geladen · 1.234 in totaal");
});
