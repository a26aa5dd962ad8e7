import { expect, test } from "vitest";
import { dayOf, fromWallClock, toWallClock } from "./dates.ts";

test.each([
  ["2026-11-14T08:30:00.000Z", "2026-11-14T09:30"],
  ["2026-07-03T08:05:00.000Z", "2026-07-03T10:05"],
  ["2026-12-31T23:30:00.000Z", "2027-01-01T00:30"],
  ["2026-03-29T00:59:00.000Z", "2026-03-29T01:59"],
  ["2026-03-29T01:00:00.000Z", "2026-03-29T03:00"],
  ["2026-10-25T00:30:00.000Z", "2026-10-25T02:30"],
  ["2026-10-25T02:00:00.000Z", "2026-10-25T03:00"],
])("%s is what the clock shows at %s, and back", (instant, shown) => {
  expect(toWallClock(instant)).toBe(shown);
  expect(fromWallClock(shown)).toBe(instant);
});

test("a local time that occurs twice is the first instant", () => {
  expect(toWallClock("2026-10-25T01:30:00Z")).toBe("2026-10-25T02:30");
  expect(fromWallClock("2026-10-25T02:30")).toBe("2026-10-25T00:30:00.000Z");
});

test("a local time that is skipped is an hour later", () => {
  expect(toWallClock(fromWallClock("2026-03-29T02:30"))).toBe("2026-03-29T03:30");
});

test.each([null, undefined, "", "geen datum"])("%s has no local time", (instant) => {
  expect(toWallClock(instant)).toBeNull();
});

test("a day begins at midnight in Dutch time", () => {
  expect(dayOf("2026-11-14T22:59:59Z")).toBe("2026-11-14");
  expect(dayOf("2026-11-14T23:00:00Z")).toBe("2026-11-15");
});
