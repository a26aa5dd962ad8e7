import { expect, test } from "vitest";
import type { Results } from "#contract/statistics.ts";
import {
  isComparable,
  MEASURES,
  rateDifference,
  rateText,
  timeDifference,
  timeText,
  timeUnit,
  toCsvRows,
} from "./results-measures.ts";

const NONE: Results = {
  invited: 0,
  accepted: 0,
  acceptanceRate: null,
  hoursToAcceptance: null,
  sent: 0,
  replied: 0,
  replyRate: null,
};

test("rates and times are formatted in Dutch, with one decimal", () => {
  expect([rateText(0.345), rateText(0.25), rateText(0), rateText(null)]).toEqual(["34,5%", "25,0%", "0,0%", "–"]);
  expect([timeText(7.52, "uur"), timeText(30.2, "dagen"), timeText(48, "dagen"), timeText(null, "uur")]).toEqual([
    "7,5 uur",
    "1,3 dagen",
    "2,0 dagen",
    "–",
  ]);
});

test("the total decides the unit of all times", () => {
  const unitOf = (hoursToAcceptance: number | null) =>
    timeUnit({ total: { current: { ...NONE, hoursToAcceptance }, previous: NONE } });
  expect([unitOf(null), unitOf(47.9), unitOf(48)]).toEqual(["uur", "uur", "dagen"]);
});

test("a higher rate is better, in percentage points", () => {
  expect(rateDifference(0.25, 0.2)).toEqual({ text: "+5,0 pp", direction: "better" });
  expect(rateDifference(0.2, 0.257)).toEqual({ text: "−5,7 pp", direction: "worse" });
  expect(rateDifference(0.2, 0.2)).toEqual({ text: "±0,0 pp", direction: "same" });
});

test("a shorter time is better", () => {
  expect(timeDifference(24, 30, "uur")).toEqual({ text: "−6,0 uur", direction: "better" });
  expect(timeDifference(24, 20.5, "uur")).toEqual({ text: "+3,5 uur", direction: "worse" });
  expect(timeDifference(100, 88, "dagen")).toEqual({ text: "+0,5 dagen", direction: "worse" });
});

test("without both values there is no difference", () => {
  expect(rateDifference(null, 0.2)).toBeUndefined();
  expect(rateDifference(0.2, null)).toBeUndefined();
  expect(timeDifference(null, null, "uur")).toBeUndefined();
});

test("a running period and small numbers are not compared", () => {
  const [acceptance] = MEASURES;
  if (!acceptance) throw new Error("There are no measures.");
  const compared = (current: number, previous: number) => ({
    current: { ...NONE, invited: current },
    previous: { ...NONE, invited: previous },
  });
  expect(isComparable(acceptance, compared(20, 20), false)).toBe(true);
  expect(isComparable(acceptance, compared(20, 20), true)).toBe(false);
  expect(isComparable(acceptance, compared(19, 500), false)).toBe(false);
  expect(isComparable(acceptance, compared(500, 19), false)).toBe(false);
});

test("the CSV has the rates and times of the screen, and nothing for a measure without a value", () => {
  const current = {
    invited: 3,
    accepted: 1,
    acceptanceRate: 1 / 3,
    hoursToAcceptance: 77,
    sent: 0,
    replied: 0,
    replyRate: null,
  };
  const previous = { ...current, acceptanceRate: 0.25, hoursToAcceptance: 7.52 };
  const [header, row] = toCsvRows(
    [{ key: "Bea", name: "Bea", isRunning: false, current, previous }],
    "Accountmanager",
    "dagen",
  );
  expect(header?.slice(-6)).toEqual(["Uitnodigingen", "Geaccepteerd", "Berichten", "Reacties", "Meetings", "Klanten"]);
  expect(row).toEqual(["Bea", "33,3%", "25,0%", null, null, "3,2 dagen", "0,3 dagen", 3, 1, 0, 0, null, null]);
});
