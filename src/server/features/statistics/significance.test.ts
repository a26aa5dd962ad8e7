import { expect, test } from "vitest";
import { compareProportions, explainComparison, REPEATED_CRITICAL_Z } from "./significance.ts";

test.each([
  [{ successes: 5, total: 19 }, { successes: 1, total: 200 }, "too_few"],
  [{ successes: 12, total: 40 }, { successes: 8, total: 41 }, "chance"],
  [{ successes: 30, total: 100 }, { successes: 15, total: 100 }, "higher"],
  [{ successes: 15, total: 100 }, { successes: 30, total: 100 }, "lower"],
  [{ successes: 0, total: 50 }, { successes: 0, total: 50 }, "chance"],
  [{ successes: 50, total: 50 }, { successes: 50, total: 50 }, "chance"],
] as const)("%j against %j: %s", (one, other, expected) => {
  expect(compareProportions(one, other)).toBe(expected);
});

test("a test that is evaluated again and again needs a larger difference", () => {
  const [one, other] = [
    { successes: 30, total: 100 },
    { successes: 15, total: 100 },
  ];
  expect(compareProportions(one, other, REPEATED_CRITICAL_Z)).toBe("chance");
  expect(compareProportions({ successes: 40, total: 100 }, other, REPEATED_CRITICAL_Z)).toBe("higher");
});

test("few messages are named as the reason", () => {
  expect(explainComparison({ successes: 1, total: 8 }, { successes: 3, total: 14 }, 2)).toBe(
    "Nog te weinig verstuurd om met versie 2 te vergelijken: 8 en 14, minstens 20 nodig.",
  );
});
