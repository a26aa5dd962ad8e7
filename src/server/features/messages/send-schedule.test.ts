import { describe, expect, test } from "vitest";
import { DEFAULT_CADENCE } from "#contract/companies.ts";
import { DUE_KEYS, type DueKey } from "#contract/message-text.ts";
import { FOLLOW_UP, ICE_BREAKER } from "#testing/factories.ts";
import { scheduleParts, sendableParts } from "./send-schedule.ts";

const MONDAY = new Date("2026-11-16T09:00:00Z");
const THURSDAY = new Date("2026-11-19T09:00:00Z");
const SATURDAY = new Date("2026-11-21T09:00:00Z");

const dates = (chosen: Partial<Record<DueKey, string>> = {}) =>
  Object.fromEntries(DUE_KEYS.map((key) => [key, chosen[key] ? new Date(chosen[key]) : null])) as Record<
    DueKey,
    Date | null
  >;
const schedule = (
  content: string,
  now: Date,
  chosenDates: Partial<Record<DueKey, string>> = {},
  { firstPart = "chosen" as "chosen" | "now" | "next", cadence = DEFAULT_CADENCE } = {},
) =>
  scheduleParts(content, dates(chosenDates), { now, cadence, firstPart, findAllowed: (from) => from }).map(
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
    expect(schedule(ICE_BREAKER, MONDAY)).toEqual([
      "Ice Breaker 2026-11-16T09:00",
      "Bericht 1 2026-11-19T09:00",
      "Bericht 2 2026-11-23T09:00",
      "Bericht 3 2026-11-30T09:00",
    ]);
  });

  test("follow the company's own cadence", () => {
    expect(schedule(ICE_BREAKER, MONDAY, {}, { cadence: [1, 2, 4, 9] })).toEqual([
      "Ice Breaker 2026-11-17T09:00",
      "Bericht 1 2026-11-18T09:00",
      "Bericht 2 2026-11-20T09:00",
      "Bericht 3 2026-11-25T09:00",
    ]);
  });

  test("with the same day in the cadence are sent a day apart, so that the lead does not get two at once", () => {
    expect(schedule(ICE_BREAKER, MONDAY, {}, { cadence: [1, 2, 2, 9] }).slice(1, 3)).toEqual([
      "Bericht 1 2026-11-18T09:00",
      "Bericht 2 2026-11-19T09:00",
    ]);
  });

  test("are not sent on a weekend", () => {
    expect(schedule(ICE_BREAKER, THURSDAY)).toEqual([
      "Ice Breaker 2026-11-19T09:00",
      "Bericht 1 2026-11-23T09:00",
      "Bericht 2 2026-11-26T09:00",
      "Bericht 3 2026-12-03T09:00",
    ]);
    expect(schedule(FOLLOW_UP, SATURDAY)[0]).toBe("Follow up 1 2026-11-23T09:00");
  });

  test('are sent at once with "send now", on any day', () => {
    expect(schedule(FOLLOW_UP, SATURDAY, {}, { firstPart: "now" })[0]).toBe("Follow up 1 2026-11-21T09:00");
  });
});

describe("parts with dates", () => {
  test("keep their own date, but not in a weekend; the others count from the first part", () => {
    const chosenDates = { ice_breaker: "2026-11-18T10:00:00Z", message_1: "2026-11-22T11:00:00Z" };
    expect(schedule(ICE_BREAKER, MONDAY, chosenDates)).toEqual([
      "Ice Breaker 2026-11-18T10:00",
      "Bericht 1 2026-11-23T11:00",
      "Bericht 2 2026-11-25T10:00",
      "Bericht 3 2026-12-02T10:00",
    ]);
  });

  test("are never sent before the previous part", () => {
    const chosenDates = { ice_breaker: "2026-11-20T10:00:00Z", message_1: "2026-11-18T10:00:00Z" };
    expect(schedule(ICE_BREAKER, MONDAY, chosenDates).slice(0, 2)).toEqual([
      "Ice Breaker 2026-11-20T10:00",
      "Bericht 1 2026-11-23T10:00",
    ]);
  });

  test("keep their interval to the first when its date has passed", () => {
    const chosenDates = {
      ice_breaker: "2026-11-09T10:00:00Z",
      message_1: "2026-11-12T10:00:00Z",
      message_2: "2026-11-19T10:00:00Z",
    };
    expect(schedule(ICE_BREAKER, MONDAY, chosenDates)).toEqual([
      "Ice Breaker 2026-11-16T09:00",
      "Bericht 1 2026-11-19T09:00",
      "Bericht 2 2026-11-26T09:00",
      "Bericht 3 2026-11-30T09:00",
    ]);
  });
});
