import { expect, test } from "vitest";
import { parseFilters } from "#lib/lists/url-filters.ts";
import {
  acceptedFilters,
  CLASS_OPTIONS,
  connectedWithOptions,
  countText,
  DATE_OPTIONS,
} from "./accepted-invitations.page.tsx";

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
  expect(connectedWithOptions(["Frank", "", " ", "Frank"], "Lotte").map(({ value }) => value)).toEqual([
    "ALL",
    "Frank",
    "Lotte",
  ]);
});

test("an address cannot ask for what does not exist", () => {
  expect(
    parseFilters(acceptedFilters, { classification: "DELETED", connectedDate: "tomorrow", connectedWith: "Frank" }),
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
