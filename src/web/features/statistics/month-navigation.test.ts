import { expect, test } from "vitest";
import {
  isCurrentMonth,
  monthInText,
  monthTitle,
  parseMonth,
  resolveMonth,
  shiftMonth,
  toMonthParam,
} from "./month-navigation.tsx";

test("the title of a month is its Dutch name and the year", () => {
  const names = Array.from({ length: 12 }, (_, month) => monthTitle({ month, year: 2026 }));
  expect([names[0], names[2], names[7], names[11]]).toEqual([
    "Januari 2026",
    "Maart 2026",
    "Augustus 2026",
    "December 2026",
  ]);
  expect(monthInText({ month: 9, year: 2026 })).toBe("oktober 2026");
});

test("shifting months crosses years in both directions", () => {
  expect(shiftMonth({ month: 0, year: 2027 }, -1)).toEqual({ month: 11, year: 2026 });
  expect(shiftMonth({ month: 11, year: 2026 }, 1)).toEqual({ month: 0, year: 2027 });
  expect(shiftMonth({ month: 5, year: 2026 }, -18)).toEqual({ month: 11, year: 2024 });
});

test("the month in the URL is parsed to the same month", () => {
  for (let month = 0; month < 12; month++)
    expect(parseMonth(toMonthParam({ month, year: 2026 }))).toEqual({ month, year: 2026 });
});

test("a missing or future month resolves to the current one", () => {
  expect(resolveMonth(undefined, "2026-11-15")).toEqual({ month: 10, year: 2026 });
  expect(resolveMonth("2026-12", "2026-11-15")).toEqual({ month: 10, year: 2026 });
  expect(resolveMonth("2025-12", "2026-11-15")).toEqual({ month: 11, year: 2025 });
  expect(isCurrentMonth({ month: 10, year: 2026 }, "2026-11-30")).toBe(true);
  expect(isCurrentMonth({ month: 10, year: 2025 }, "2026-11-30")).toBe(false);
});
