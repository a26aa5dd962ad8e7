import { expect, test } from "vitest";
import { managerOptions } from "#lib/lists/manager-filter.tsx";
import { parseFilters } from "#lib/lists/url-filters.ts";
import { acceptedFilters, CLASSIFICATION_OPTIONS, countText, DATE_OPTIONS } from "./accepted-invitations.page.tsx";

test("the filters offer ALL, five periods and eight classifications", () => {
  expect(DATE_OPTIONS.map(({ label }) => label)).toEqual([
    "ALL",
    "Today",
    "Yesterday",
    "Last week",
    "Last month",
    "Last year",
  ]);
  expect(CLASSIFICATION_OPTIONS).toHaveLength(9);
  expect(CLASSIFICATION_OPTIONS[0]?.label).toBe("ALL");
});

test("the options are Mijn, the distinct names and the selected one, without blank names", () => {
  const options = managerOptions(["Frank", "", " ", "Frank"], "Lotte", { value: "ALL", label: "ALL" });
  expect(options.map(({ label }) => label)).toEqual(["ALL", "Mijn", "Frank", "Lotte"]);
});

test("unknown filter values in the URL are ignored", () => {
  expect(
    parseFilters(acceptedFilters, { classification: "DELETED", connectedDate: "tomorrow", connectedWith: "Frank" }),
  ).toEqual({
    connectedWith: "Frank",
    classification: undefined,
    connectedDate: undefined,
  });
});

test("the count text has the loaded, matching and total numbers", () => {
  expect(countText(50, 1234, 1234)).toBe("50 van 1.234 geladen");
  expect(countText(50, 80, 1234)).toBe("50 van 80 geladen · 1.234 in totaal");
});
