import { expect, test } from "vitest";
import type { Measurement, ServerFigures } from "../http/measure.ts";
import { type CaseResult, isMet, missedTargets, type Target, targetText } from "./report.ts";

const latencies = { p50: 2, p95: 10, p99: 20 };
const figures: ServerFigures = { requestsPerSecond: 100, concurrent: latencies, singleConnection: latencies };
const measured: Measurement = { product: figures, bare: figures, ratio: 1.2, p95Ratio: 1.5 };
const resultRow = (target: Target): CaseResult => ({ name: "a page", target, measured });

test("a case lists its targets and those it misses", () => {
  const strict = resultRow({ ratioAtLeast: 1.3, p95TimesAtMost: 2, p95MsAtMost: 9 });
  expect(targetText(strict)).toBe("≥ 1.3 ×, p95 ≤ 2 ×, p95 ≤ 9 ms");
  expect(missedTargets(strict)).toEqual(["≥ 1.3 ×", "p95 ≤ 9 ms"]);
  expect(missedTargets(resultRow({ ratioAtLeast: 1.2, p95TimesAtMost: 1.5, p95MsAtMost: 10 }))).toEqual([]);
  expect([targetText(resultRow({})), missedTargets(resultRow({}))]).toEqual(["–", []]);
});

test("a value equal to its limit meets it", () => {
  expect(isMet({ name: "memory", value: 200, unit: "MiB", atMost: 200 })).toBe(true);
  expect(isMet({ name: "memory", value: 201, unit: "MiB", atMost: 200 })).toBe(false);
  expect(isMet({ name: "page 500", value: 0.89, unit: "×", atLeast: 0.9 })).toBe(false);
});
