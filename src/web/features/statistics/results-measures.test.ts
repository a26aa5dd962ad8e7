import { expect, test } from "vitest";
import { rateDifference, rateText, timeDifference, timeText, toCsvRows } from "./results-measures.ts";

test("rates and times are formatted in Dutch", () => {
  expect([rateText(0.345), rateText(1), rateText(0), rateText(null)]).toEqual(["34,5%", "100%", "0%", "–"]);
  expect([timeText(7.52), timeText(47.9), timeText(48), timeText(77), timeText(null)]).toEqual([
    "7,5 uur",
    "47,9 uur",
    "2 dagen",
    "3,2 dagen",
    "–",
  ]);
});

test("a higher rate is better, in percentage points", () => {
  expect(rateDifference(0.25, 0.2)).toEqual({ text: "+5 pp", direction: "better" });
  expect(rateDifference(0.2, 0.257)).toEqual({ text: "−5,7 pp", direction: "worse" });
  expect(rateDifference(0.2, 0.2)).toEqual({ text: "±0 pp", direction: "same" });
});

test("a shorter time is better", () => {
  expect(timeDifference(24, 30)).toEqual({ text: "−6 uur", direction: "better" });
  expect(timeDifference(24, 20.5)).toEqual({ text: "+3,5 uur", direction: "worse" });
  expect(timeDifference(100, 28)).toEqual({ text: "+3 dagen", direction: "worse" });
});

test("without both values there is no difference", () => {
  expect(rateDifference(null, 0.2)).toBeUndefined();
  expect(rateDifference(0.2, null)).toBeUndefined();
  expect(timeDifference(null, null)).toBeUndefined();
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
  expect(toCsvRows([{ key: "Bea", name: "Bea", current, previous }], "Account manager")[1]).toEqual([
    "Bea",
    "33,3%",
    "25%",
    null,
    null,
    "3,2 dagen",
    "7,5 uur",
    3,
    1,
    0,
    0,
    null,
    null,
  ]);
});
