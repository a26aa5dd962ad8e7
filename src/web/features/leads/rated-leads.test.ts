import { expect, test } from "vitest";
import { parseFilters } from "#lib/lists/url-filters.ts";
import { dateRange, ratedFilters } from "./rated-leads.page.tsx";

test.each([
  ["2026-11-15", "2026-11-14"],
  ["2026-03-01", "2026-02-28"],
  ["2026-03-30", "2026-03-29"],
  ["2026-01-01", "2025-12-31"],
])("on %s the default range starts at %s", (today, yesterday) => {
  expect(dateRange(parseFilters(ratedFilters, {}), today)).toEqual({ start: yesterday, end: today });
});

test("a chosen date replaces the default and a cleared date stays empty", () => {
  expect(dateRange(parseFilters(ratedFilters, { van: "2026-01-02" }), "2026-11-15")).toEqual({
    start: "2026-01-02",
    end: "2026-11-15",
  });
  expect(dateRange(parseFilters(ratedFilters, { van: "geen" }), "2026-11-15")).toEqual({
    start: null,
    end: "2026-11-15",
  });
});

test("a period with only a last day begins the day before it, whenever its link is opened", () => {
  expect(dateRange(parseFilters(ratedFilters, { tot: "2026-11-10" }), "2026-11-20")).toEqual({
    start: "2026-11-09",
    end: "2026-11-10",
  });
});

test("an invalid date in the URL is ignored", () => {
  expect(parseFilters(ratedFilters, { van: "gisteren", tot: "2026-02-30" })).toEqual({
    van: undefined,
    tot: undefined,
  });
});
