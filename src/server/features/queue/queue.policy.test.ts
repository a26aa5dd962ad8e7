import { expect, test } from "vitest";
import { requireDateNotPassed } from "./queue.policy.ts";

test.each([
  ["the current day at its end", "2026-11-17", "2026-11-17T22:59:59Z", "2026-11-17T22:59:59Z"],
  ["the current day just after midnight, in winter", "2026-11-18", "2026-11-17T23:30:00Z", "2026-11-17T23:30:00Z"],
  ["the current day just after midnight, in summer", "2026-06-18", "2026-06-17T22:30:00Z", "2026-06-17T22:30:00Z"],
  ["a later day", "2026-06-20", "2026-06-17T10:00:00Z", "2026-06-19T22:00:00Z"],
  ["the current minute", "2026-11-17T10:00:00Z", "2026-11-17T10:00:59Z", "2026-11-17T10:00:59Z"],
  ["a later moment", "2026-11-17T12:00:00+01:00", "2026-11-17T10:00:00Z", "2026-11-17T11:00:00Z"],
])("%s may be chosen", (_case, date, now, expected) => {
  expect(requireDateNotPassed(date, new Date(now))).toEqual(new Date(expected));
});

test.each([
  ["yesterday just after midnight, in winter", "2026-11-17", "2026-11-17T23:00:00Z"],
  ["yesterday just after midnight, in summer", "2026-06-17", "2026-06-17T22:00:00Z"],
  ["the minute before", "2026-11-17T09:59:00Z", "2026-11-17T10:00:00Z"],
])("%s may not be chosen", (_case, date, now) => {
  expect(() => requireDateNotPassed(date, new Date(now))).toThrow("Kies een moment in de toekomst.");
});
