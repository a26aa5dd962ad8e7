import { expect, test } from "vitest";
import {
  type BenchmarkRun,
  type CaseResult,
  drawChart,
  formatFigures,
  formatTable,
  isMet,
  missedTargetsOf,
  namesOfCasesAndChecksThatMissed,
  replaceFigures,
  type Target,
  targetText,
} from "./report.ts";

const latencies = { p50: 1, p95: 2, p99: 3 };
const measurement = { requestGroupsPerSecond: 10, concurrent: latencies, singleConnection: latencies };
const resultRow = (name: string, ratio: number) => ({
  name,
  target: { ratioAtLeast: 1.3 },
  measured: { product: measurement, bare: measurement, ratio, p95Ratio: 1 },
});
const run: BenchmarkRun = {
  at: "2026-11-15T12:00:00.000Z",
  leads: 1_000_000,
  rounds: 15,
  connections: 8,
  cores: 2,
  machineLoad: [1, 2],
  results: [resultRow("search <an> & more", 1.5), resultRow("management screen", 40), resultRow("queue", 0.9)],
  checks: [{ name: "memory", value: 250, unit: "MiB", atMost: 200 }],
};

test("every case has an escaped label and a bar; a bar beyond the chart's width is clipped", () => {
  const svg = drawChart(run);
  expect(svg).toContain("search &lt;an> &amp; more");
  expect(svg).toContain("1,000,000 leads");
  expect(svg.match(/class="bar"/g)).toHaveLength(3);
  const widths = [...svg.matchAll(/width="([\d.]+)" height/g)].map(([, width]) => Number(width));
  expect(Math.max(...widths)).toBeLessThan(760);
  expect(svg).toContain("40.00 →");
});

test("a bar reaches the mark of its target only when it meets it, also a high target", () => {
  const results = [3.5, 4, 40].map((ratio) => ({ ...resultRow("queue", ratio), target: { ratioAtLeast: 4 } }));
  const svg = drawChart({ ...run, results });
  const ends = [...svg.matchAll(/class="bar" x="(\d+)" .*? width="([\d.]+)"/g)].map(
    ([, x, width]) => Number(x) + Number(width),
  );
  const marks = [...svg.matchAll(/class="target" d="M([\d.]+)/g)].map(([, x]) => Number(x));
  expect(marks).toHaveLength(3);
  expect(ends.map((end, nth) => end >= (marks[nth] ?? 0) - 0.1)).toEqual([false, true, true]);
  expect(Math.max(...ends)).toBeLessThan(760);
});

test("the table and the list of names show which cases and checks miss their target", () => {
  expect(formatTable(run)).toContain("| queue | 0.90 | ≥ 1.3 × | 1.00 | 1.0 / 2.0 / 3.0 |");
  expect(formatTable(run)).toContain("| memory | 250 MiB | ≤ 200 MiB | missed |");
  expect(namesOfCasesAndChecksThatMissed(run)).toEqual(["queue", "memory"]);
});

test("publishing replaces the figures and keeps the text around them", () => {
  const figures = formatFigures(run);
  expect(figures).toContain("Measured on 2026-11-15: 1,000,000 leads");
  const begin = "<!-- begin of the figures of npm run bench -- --publish -->";
  const page = `# Title\n${begin}\nold\n<!-- end of the figures -->\n## By hand\n`;
  expect(replaceFigures(page, "new")).toBe(`# Title\n${begin}\nnew\n<!-- end of the figures -->\n## By hand\n`);
  expect(() => replaceFigures("# Title", "new")).toThrow("lacks the markers");
});

const withTarget = (target: Target): CaseResult => ({
  name: "a page",
  target,
  measured: {
    product: { ...measurement, singleConnection: { p50: 2, p95: 10, p99: 20 } },
    bare: measurement,
    ratio: 1.2,
    p95Ratio: 1.5,
  },
});

test("a case lists its targets and those it misses", () => {
  const strict = withTarget({ ratioAtLeast: 1.3, p95RatioAtMost: 2, p95MsAtMost: 9 });
  expect(targetText(strict)).toBe("≥ 1.3 ×, p95 ≤ 2 ×, p95 ≤ 9 ms");
  expect(missedTargetsOf(strict)).toEqual(["≥ 1.3 ×", "p95 ≤ 9 ms"]);
  expect(missedTargetsOf(withTarget({ ratioAtLeast: 1.2, p95RatioAtMost: 1.5, p95MsAtMost: 10 }))).toEqual([]);
  expect([targetText(withTarget({})), missedTargetsOf(withTarget({}))]).toEqual(["–", []]);
});

test("a value equal to its limit meets it", () => {
  expect(isMet({ name: "memory", value: 200, unit: "MiB", atMost: 200 })).toBe(true);
  expect(isMet({ name: "memory", value: 201, unit: "MiB", atMost: 200 })).toBe(false);
  expect(isMet({ name: "page 500", value: 0.89, unit: "×", atLeast: 0.9 })).toBe(false);
});
