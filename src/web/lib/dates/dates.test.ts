import { describe, expect, test } from "vitest";
import {
  dayOf,
  formatDate,
  formatDateMaybeTime,
  formatDateThisYear,
  formatDateTime,
  formatLongDate,
  formatRecent,
  fromWallClock,
  toWallClock,
} from "./dates.ts";

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

test("a moment of today has no date", () => {
  expect(formatRecent("2026-11-17T23:39:00Z", "2026-11-18")).toBe("vandaag 00:39");
  expect(formatRecent("2026-11-17T22:39:00Z", "2026-11-18")).toBe("17 november 2026 23:39");
});

test("the short date has two digits for day and month, in Dutch time", () => {
  expect(formatDate("2026-07-03T12:00:00Z")).toBe("03-07-2026");
  expect(formatDate(new Date("2026-12-31T23:30:00Z"))).toBe("01-01-2027");
});

test("a short date of this year has no year", () => {
  expect(formatDateThisYear("2026-07-03T12:00:00Z", "2026-11-18")).toBe("03-07");
  expect(formatDateThisYear("2026-12-31T23:30:00Z", "2026-11-18")).toBe("01-01-2027");
  expect(formatDateThisYear(null, "2026-11-18")).toBe("");
});

test("the long date has the name of the month", () => {
  expect(formatLongDate("2026-02-28T12:00:00Z")).toBe("28 februari 2026");
});

test.each([null, undefined, "", "geen datum"])("%s is formatted as an empty string", (instant) => {
  expect(formatDateTime(instant)).toBe("");
  expect(formatDate(instant)).toBe("");
  expect(formatLongDate(instant)).toBe("");
});

test.each([
  ["2026-11-14T08:30:00.000Z", "2026-11-14T09:30"],
  ["2026-07-03T08:05:00.000Z", "2026-07-03T10:05"],
  ["2026-12-31T23:30:00.000Z", "2027-01-01T00:30"],
  ["2026-03-29T00:59:00.000Z", "2026-03-29T01:59"],
  ["2026-03-29T01:00:00.000Z", "2026-03-29T03:00"],
  ["2026-10-25T00:30:00.000Z", "2026-10-25T02:30"],
  ["2026-10-25T02:00:00.000Z", "2026-10-25T03:00"],
])("%s in Dutch local time is %s, and back", (instant, shown) => {
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

test.each([
  ["2026-11-10T00:00:00.000Z", "10 november 2026"],
  ["2026-07-10T00:00:00.000Z", "10 juli 2026"],
  ["2026-11-10T00:30:00.000Z", "10 november 2026 01:30"],
  [null, ""],
])("a date without a time gets no time: %s", (instant, text) => {
  expect(formatDateMaybeTime(instant)).toBe(text);
});
