import { describe, expect, test } from "vitest";
import { formatDate, formatDateTime, formatLongDate } from "./dates.ts";

describe("an instant is formatted in Dutch time", () => {
  test.each([
    ["2026-11-14T08:30:00Z", "14 november 2026 09:30"],
    ["2026-07-03T08:05:00Z", "3 juli 2026 10:05"],
    ["2026-12-31T23:30:00Z", "1 januari 2027 00:30"],
  ])("%s is %s", (instant, text) => {
    expect(formatDateTime(instant)).toBe(text);
  });

  test.each([
    ["2026-03-29T00:59:00Z", "29 maart 2026 01:59"],
    ["2026-03-29T01:00:00Z", "29 maart 2026 03:00"],
    ["2026-10-25T00:30:00Z", "25 oktober 2026 02:30"],
    ["2026-10-25T01:30:00Z", "25 oktober 2026 02:30"],
  ])("also on the days the clock changes: %s is %s", (instant, text) => {
    expect(formatDateTime(instant)).toBe(text);
  });
});

test("the short date has two digits for day and month, in Dutch time", () => {
  expect(formatDate("2026-07-03T12:00:00Z")).toBe("03-07-2026");
  expect(formatDate(new Date("2026-12-31T23:30:00Z"))).toBe("01-01-2027");
});

test("the long date has the name of the month", () => {
  expect(formatLongDate("2026-02-28T12:00:00Z")).toBe("28 februari 2026");
});

test.each([null, undefined, "", "geen datum"])("%s is formatted as an empty string", (instant) => {
  expect(formatDateTime(instant)).toBe("");
  expect(formatDate(instant)).toBe("");
  expect(formatLongDate(instant)).toBe("");
});
