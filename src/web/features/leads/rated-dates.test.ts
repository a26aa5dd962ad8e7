import { expect, test } from "vitest";
import { rangeOf, ratedDates } from "./rated-dates.ts";

test.each([
  ["2026-11-15", "2026-11-14"],
  ["2026-03-01", "2026-02-28"],
  ["2026-03-30", "2026-03-29"],
  ["2026-01-01", "2025-12-31"],
])("on %s the list begins at %s", (today, yesterday) => {
  expect(rangeOf(ratedDates.parse({}), today)).toEqual({ start: yesterday, end: today });
});

test("what somebody chose stays, and what they took away is gone", () => {
  expect(rangeOf(ratedDates.parse({ van: "2026-01-02" }), "2026-11-15")).toEqual({
    start: "2026-01-02",
    end: "2026-11-15",
  });
  expect(rangeOf(ratedDates.parse({ van: "geen" }), "2026-11-15")).toEqual({ start: null, end: "2026-11-15" });
});

test("an address that names no date is as one without", () => {
  expect(ratedDates.parse({ van: "gisteren", tot: "2026-02-30" })).toEqual({ van: undefined, tot: undefined });
});
