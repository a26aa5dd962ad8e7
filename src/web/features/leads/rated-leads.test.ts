import { expect, test } from "vitest";
import { parseFilters } from "#lib/lists/url-filters.ts";
import { dateRange, ratedFilters } from "./rated-leads.page.tsx";

test.each([
  ["2026-11-15", "2026-11-14"],
  ["2026-03-01", "2026-02-28"],
  ["2026-03-30", "2026-03-29"],
  ["2026-01-01", "2025-12-31"],
])("on %s the list begins at %s", (today, yesterday) => {
  expect(dateRange(parseFilters(ratedFilters, {}), today)).toEqual({ start: yesterday, end: today });
});

test("what somebody chose stays, and what they took away is gone", () => {
  expect(dateRange(parseFilters(ratedFilters, { van: "2026-01-02" }), "2026-11-15")).toEqual({
    start: "2026-01-02",
    end: "2026-11-15",
  });
  expect(dateRange(parseFilters(ratedFilters, { van: "geen" }), "2026-11-15")).toEqual({
    start: null,
    end: "2026-11-15",
  });
});

test("an address that names no date is as one without", () => {
  expect(parseFilters(ratedFilters, { van: "gisteren", tot: "2026-02-30" })).toEqual({
    van: undefined,
    tot: undefined,
  });
});
