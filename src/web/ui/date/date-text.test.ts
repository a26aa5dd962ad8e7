import { describe, expect, test } from "vitest";
import { dayToDate, formatDay, isoDay, parseDay, parseTime } from "./date-text.ts";

describe("parseDay", () => {
  test.each([
    ["14-11-2026", "2026-11-14"],
    ["3-7-2026", "2026-07-03"],
    [" 03/07/2026 ", "2026-07-03"],
    ["29.2.2028", "2028-02-29"],
    ["01-12-26", "2026-12-01"],
  ])("%s is %s", (typed, day) => {
    expect(parseDay(typed)).toBe(day);
  });

  test.each([
    "31-02-2026",
    "29-02-2026",
    "14-13-2026",
    "0-1-2026",
    "2026-11-14",
    "31-02-27",
    "14-11-026",
    "1-1-0026",
    "31-12-0099",
    "morgen",
    "",
  ])("%s is no day", (typed) => {
    expect(parseDay(typed)).toBeNull();
  });
});

describe("parseTime", () => {
  test.each([
    ["9:30", "09:30"],
    ["930", "09:30"],
    ["23.59", "23:59"],
    ["0000", "00:00"],
  ])("%s is %s", (typed, time) => {
    expect(parseTime(typed)).toBe(time);
  });

  test.each(["24:00", "12:60", "9", "half tien", ""])("%s is no time", (typed) => {
    expect(parseTime(typed)).toBeNull();
  });
});

test("a day is formatted as dd-mm-yyyy, and null as an empty string", () => {
  expect(formatDay("2026-07-03")).toBe("03-07-2026");
  expect(formatDay("2026-07-03T09:30")).toBe("03-07-2026");
  expect(formatDay(null)).toBe("");
});

test("a year before 100 is not taken for one of the twentieth century", () => {
  expect(dayToDate("0026-01-01")).toBeUndefined();
});

test("a day converted to a Date and back stays the same", () => {
  for (const day of ["2026-01-01", "2026-03-29", "2026-10-25", "2026-12-31"]) {
    const date = dayToDate(day);
    expect(date && isoDay(date)).toBe(day);
  }
});
