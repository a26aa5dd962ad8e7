import { describe, expect, test } from "vitest";
import { DEFAULT_CADENCE } from "#contract/companies.ts";
import { DUE_KEYS, type DueKey } from "#contract/message-text.ts";
import { FOLLOW_UP, ICE_BREAKER } from "#testing/factories.ts";
import { scheduleParts, sendableParts } from "./send-schedule.ts";

const MONDAY = new Date("2026-11-16T09:00:00Z");
const THURSDAY = new Date("2026-11-19T09:00:00Z");
const SATURDAY = new Date("2026-11-21T09:00:00Z");

const dates = (given: Partial<Record<DueKey, string>> = {}) =>
  Object.fromEntries(DUE_KEYS.map((key) => [key, given[key] ? new Date(given[key]) : null])) as Record<
    DueKey,
    Date | null
  >;
const plan = (
  content: string,
  now: Date,
  given: Partial<Record<DueKey, string>> = {},
  { first = "chosen" as "chosen" | "now" | "next", cadence = DEFAULT_CADENCE } = {},
) =>
  scheduleParts(content, dates(given), { now, cadence, first, findAllowed: (from) => from }).map(
    ({ name, due }) => `${name} ${due.toISOString().slice(0, 16)}`,
  );

describe("the parts that are sent", () => {
  const names = (content: string) => sendableParts(content).map(({ header }) => header);

  test("are the named sections in order, without older conversations", () => {
    expect(names(FOLLOW_UP)).toEqual(["Follow up 1", "Follow up 2", "Follow up 3"]);
    expect(names("Bericht 1: b\nIce Breaker: a")).toEqual(["Ice Breaker", "Bericht 1"]);
  });

  test("exclude empty sections and the text above the first header", () => {
    expect(names("Hier komen ze:\nIce Breaker: a\nBericht 1:\n\nBericht 2: c")).toEqual(["Ice Breaker", "Bericht 2"]);
  });

  test("are one part in a text without headers", () => {
    expect(names("Hoi!")).toEqual(["Bericht"]);
    expect(names("  ")).toEqual([]);
    expect(names("Older conversations: alleen dit")).toEqual([]);
  });
});

describe("parts without dates", () => {
  test("follow the cadence", () => {
    expect(plan(ICE_BREAKER, MONDAY)).toEqual([
      "Ice Breaker 2026-11-16T09:00",
      "Bericht 1 2026-11-19T09:00",
      "Bericht 2 2026-11-23T09:00",
      "Bericht 3 2026-11-30T09:00",
    ]);
  });

  test("follow the company's own cadence", () => {
    expect(plan(ICE_BREAKER, MONDAY, {}, { cadence: [1, 2, 2, 9] })).toEqual([
      "Ice Breaker 2026-11-17T09:00",
      "Bericht 1 2026-11-18T09:00",
      "Bericht 2 2026-11-19T09:00",
      "Bericht 3 2026-11-25T09:00",
    ]);
  });

  test("are not sent on a weekend", () => {
    expect(plan(ICE_BREAKER, THURSDAY)).toEqual([
      "Ice Breaker 2026-11-19T09:00",
      "Bericht 1 2026-11-23T09:00",
      "Bericht 2 2026-11-26T09:00",
      "Bericht 3 2026-12-03T09:00",
    ]);
    expect(plan(FOLLOW_UP, SATURDAY)[0]).toBe("Follow up 1 2026-11-23T09:00");
  });

  test('are sent at once with "send now", on any day', () => {
    expect(plan(FOLLOW_UP, SATURDAY, {}, { first: "now" })[0]).toBe("Follow up 1 2026-11-21T09:00");
  });
});

describe("parts with dates", () => {
  test("keep their own date, but not in a weekend; the others count from the first part", () => {
    const given = { ice_breaker: "2026-11-18T10:00:00Z", message_1: "2026-11-22T11:00:00Z" };
    expect(plan(ICE_BREAKER, MONDAY, given)).toEqual([
      "Ice Breaker 2026-11-18T10:00",
      "Bericht 1 2026-11-23T11:00",
      "Bericht 2 2026-11-25T10:00",
      "Bericht 3 2026-12-02T10:00",
    ]);
  });

  test("are never sent before the previous part", () => {
    const given = { ice_breaker: "2026-11-20T10:00:00Z", message_1: "2026-11-18T10:00:00Z" };
    expect(plan(ICE_BREAKER, MONDAY, given).slice(0, 2)).toEqual([
      "Ice Breaker 2026-11-20T10:00",
      "Bericht 1 2026-11-23T10:00",
    ]);
  });

  test("keep their interval to the first when its date has passed", () => {
    const given = {
      ice_breaker: "2026-11-09T10:00:00Z",
      message_1: "2026-11-12T10:00:00Z",
      message_2: "2026-11-19T10:00:00Z",
    };
    expect(plan(ICE_BREAKER, MONDAY, given)).toEqual([
      "Ice Breaker 2026-11-16T09:00",
      "Bericht 1 2026-11-19T09:00",
      "Bericht 2 2026-11-26T09:00",
      "Bericht 3 2026-11-30T09:00",
    ]);
  });
});
