import { expect, test, vi } from "vitest";
import { addDays, systemClock, toDatabaseTime, weekday } from "./time.ts";

const at = (text: string) => new Date(text);

test.each([
  ["an ordinary day", "2026-11-16T09:00:00.123Z", 3, "2026-11-19T09:00:00.123Z"],
  ["across the start of daylight saving time (23-hour day)", "2026-03-28T09:00:00Z", 1, "2026-03-29T08:00:00.000Z"],
  ["across the end of daylight saving time (25-hour day)", "2026-10-24T08:00:00Z", 1, "2026-10-25T09:00:00.000Z"],
  ["across the end of a year", "2026-12-30T22:59:59Z", 14, "2027-01-13T22:59:59.000Z"],
  ["a time that is already the next day in Amsterdam", "2026-11-15T23:30:00Z", 0, "2026-11-15T23:30:00.000Z"],
])("adding days keeps the local time of day: %s", (_case, from, days, to) => {
  expect(addDays(at(from), days).toISOString()).toBe(to);
});

test("the day of the week is that of Amsterdam", () => {
  expect(weekday(at("2026-11-15T22:59:00Z"))).toBe(0);
  expect(weekday(at("2026-11-15T23:01:00Z"))).toBe(1);
});

test("a process whose clock is ahead uses the time of the database", () => {
  const database = at("2026-11-16T09:00:00Z");
  vi.useFakeTimers({ toFake: ["Date"], now: at("2026-11-16T10:00:00Z") });
  const time = toDatabaseTime(systemClock, database);
  vi.useRealTimers();
  expect(time).toEqual(database);
});
