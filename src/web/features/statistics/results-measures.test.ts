import { expect, test } from "vitest";
import { rateDifference, rateText, timeDifference, timeText } from "./results-measures.ts";

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
