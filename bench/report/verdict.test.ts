import { expect, test } from "vitest";
import type { Figures, Measured } from "../drive/measure.ts";
import { isMet, missed, type ReportLine, type Target, targetText } from "./report.ts";

const times = { p50: 2, p95: 10, p99: 20 };
const figures: Figures = { perSecond: 100, together: times, alone: times };
const measured: Measured = { ours: figures, bare: figures, ratio: 1.2, p95Ratio: 1.5 };
const line = (target: Target): ReportLine => ({ name: "a page", target, measured });

test("a line says what is asked of it, and which of that it misses", () => {
  const strict = line({ ratioAtLeast: 1.3, p95TimesAtMost: 2, p95MsAtMost: 9 });
  expect(targetText(strict)).toBe("≥ 1.3 ×, p95 ≤ 2 ×, p95 ≤ 9 ms");
  expect(missed(strict)).toEqual(["≥ 1.3 ×", "p95 ≤ 9 ms"]);
  expect(missed(line({ ratioAtLeast: 1.2, p95TimesAtMost: 1.5, p95MsAtMost: 10 }))).toEqual([]);
  expect([targetText(line({})), missed(line({}))]).toEqual(["–", []]);
});

test("a figure may be its limit", () => {
  expect(isMet({ name: "memory", value: 200, unit: "MiB", atMost: 200 })).toBe(true);
  expect(isMet({ name: "memory", value: 201, unit: "MiB", atMost: 200 })).toBe(false);
  expect(isMet({ name: "page 500", value: 0.89, unit: "×", atLeast: 0.9 })).toBe(false);
});
