import { expect, test } from "vitest";
import { readFilters } from "#lib/address-readers.ts";
import { rangeOf, ratedDates } from "./rated-dates.ts";

test.each([
  ["2026-11-15", "2026-11-14"],
  ["2026-03-01", "2026-02-28"],
  ["2026-03-30", "2026-03-29"],
  ["2026-01-01", "2025-12-31"],
])("on %s the list begins at %s", (today, yesterday) => {
  expect(rangeOf(readFilters(ratedDates, {}), today)).toEqual({ start: yesterday, end: today });
});

test("what somebody chose stays, and what they took away is gone", () => {
  expect(rangeOf(readFilters(ratedDates, { van: "2026-01-02" }), "2026-11-15")).toEqual({
    start: "2026-01-02",
    end: "2026-11-15",
  });
  expect(rangeOf(readFilters(ratedDates, { van: "geen" }), "2026-11-15")).toEqual({ start: null, end: "2026-11-15" });
});

test("an address that names no date is as one without", () => {
  expect(readFilters(ratedDates, { van: "gisteren", tot: "2026-02-30" })).toEqual({ van: undefined, tot: undefined });
});
