import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Measurement } from "./measure.ts";

const WIDTH = 760;
const LABEL_WIDTH = 250;
const RIGHT_MARGIN = 72;
const ROW_HEIGHT = 24;
const TOP_MARGIN = 56;
const MIN_LONGEST_RATIO = 3;

const escapeXml = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/**
 * The ratio of a bar that is as long as the chart is wide. Longer bars are clipped: a ratio of 10 would make all others too short to
 * compare. Beyond every target, so that a clipped bar never seems to meet one.
 */
const longestRatio = (results: readonly CaseResult[]): number =>
  Math.max(MIN_LONGEST_RATIO, ...results.map(({ target }) => 1.25 * (target.ratioAtLeast ?? 0)));

const xOf = (ratio: number, longest: number): number =>
  LABEL_WIDTH + (Math.min(ratio, longest) / longest) * (WIDTH - LABEL_WIDTH - RIGHT_MARGIN);

const STYLE = `
  text { font: 13px system-ui, sans-serif; fill: #1f2937 }
  .title { font-weight: 600; font-size: 15px }
  .quiet { fill: #4b5563; font-size: 12px }
  .bar { fill: #2563eb }
  .axis { stroke: #6b7280; stroke-dasharray: 3 3 }
  .target { stroke: #b45309; stroke-width: 2 }
  @media (prefers-color-scheme: dark) {
    text { fill: #e5e7eb } .quiet { fill: #9ca3af } .bar { fill: #60a5fa } .axis { stroke: #9ca3af } .target { stroke: #fbbf24 }
  }`;

const bar = (
  { name, target, measured: { ratio } }: CaseResult,
  nth: number,
  results: readonly CaseResult[],
): string => {
  const longest = longestRatio(results);
  const y = TOP_MARGIN + nth * ROW_HEIGHT;
  const targetRatio = target.ratioAtLeast;
  const targetMark =
    targetRatio === undefined
      ? ""
      : `<path class="target" d="M${xOf(targetRatio, longest)} ${y + 1}v${ROW_HEIGHT - 6}"/>`;
  const overflow = ratio > longest ? " →" : "";
  return `
  <text x="${LABEL_WIDTH - 8}" y="${y + 14}" text-anchor="end">${escapeXml(name)}</text>
  <rect class="bar" x="${LABEL_WIDTH}" y="${y + 3}" width="${(xOf(ratio, longest) - LABEL_WIDTH).toFixed(1)}" height="${ROW_HEIGHT - 10}" rx="2"/>
  <text x="${WIDTH - 8}" y="${y + 14}" text-anchor="end">${ratio.toFixed(2)}${overflow}</text>${targetMark}`;
};

/** A bar chart of throughput relative to the bare server. The dashed line is a ratio of 1; the mark is the target. */
export const drawChart = ({ results, leads, connections }: BenchmarkRun): string => {
  const height = TOP_MARGIN + results.length * ROW_HEIGHT + 16;
  const xOfOne = xOf(1, longestRatio(results));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="Throughput relative to a bare server">
<style>${STYLE}
</style>
  <text class="title" x="8" y="20">Throughput as a multiple of a bare Node server with the driver</text>
  <text class="quiet" x="8" y="38">${leads.toLocaleString("en")} leads, ${connections} connections; signed in, row-level security and checks on. Mark: target.</text>
  <path class="axis" d="M${xOfOne} ${TOP_MARGIN - 8}V${height - 12}"/>${results.map(bar).join("")}
</svg>
`;
};

/** Limits for a case: its throughput relative to the bare server, and its 95th percentile latency. */
export interface Target {
  ratioAtLeast?: number;
  /** Limit of `p95Ratio`: relative to the bare server, on a single connection. */
  p95RatioAtMost?: number;
  p95MsAtMost?: number;
}

export interface CaseResult {
  name: string;
  target: Target;
  measured: Measurement;
}

const TARGET_RULES: readonly [(result: CaseResult) => boolean, (target: Target) => string | undefined][] = [
  [
    ({ target, measured }) => target.ratioAtLeast === undefined || measured.ratio >= target.ratioAtLeast,
    ({ ratioAtLeast }) => (ratioAtLeast === undefined ? undefined : `≥ ${ratioAtLeast} ×`),
  ],
  [
    ({ target, measured }) => target.p95RatioAtMost === undefined || measured.p95Ratio <= target.p95RatioAtMost,
    ({ p95RatioAtMost }) => (p95RatioAtMost === undefined ? undefined : `p95 ≤ ${p95RatioAtMost} ×`),
  ],
  [
    ({ target, measured }) =>
      target.p95MsAtMost === undefined || measured.product.singleConnection.p95 <= target.p95MsAtMost,
    ({ p95MsAtMost }) => (p95MsAtMost === undefined ? undefined : `p95 ≤ ${p95MsAtMost} ms`),
  ],
];

/** The targets of a case as text. */
export const targetText = ({ target }: CaseResult): string =>
  TARGET_RULES.flatMap(([, describe]) => describe(target) ?? []).join(", ") || "–";

/** The targets that a case misses, as text. */
export const missedTargetsOf = (result: CaseResult): string[] =>
  TARGET_RULES.flatMap(([isTargetMet, describe]) => (isTargetMet(result) ? [] : (describe(result.target) ?? [])));

/** A single value with its limit. */
export interface Check {
  name: string;
  value: number;
  unit: "×" | "s" | "MiB";
  atLeast?: number;
  atMost?: number;
}

export const isMet = ({ value, atLeast, atMost }: Check): boolean =>
  (atLeast === undefined || value >= atLeast) && (atMost === undefined || value <= atMost);

const limitOf = ({ atLeast, atMost, unit }: Check): string =>
  atLeast === undefined ? `≤ ${atMost} ${unit}` : `≥ ${atLeast} ${unit}`;

const formatValue = (value: number, unit: Check["unit"] = "×"): string => value.toFixed(unit === "MiB" ? 0 : 2);

const formatLatencies = ({ p50, p95, p99 }: { p50: number; p95: number; p99: number }): string =>
  [p50, p95, p99].map((value) => value.toFixed(1)).join(" / ");

export interface BenchmarkRun {
  at: string;
  leads: number;
  rounds: number;
  connections: number;
  cores: number;
  /** The load average at the start and at the end: under other load, times mean little. */
  machineLoad: [before: number, after: number];
  results: CaseResult[];
  checks: Check[];
}

const tableRow = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;

/** As a Markdown table, also readable in a terminal. */
export const formatTable = ({ results, checks }: BenchmarkRun): string =>
  [
    tableRow([
      "",
      "× bare",
      "target",
      "p95 × bare",
      "p50 / p95 / p99 on one connection, ms",
      "bare",
      "on all connections, ms",
      "bare",
      "",
    ]),
    tableRow(["---", "--:", "---", "--:", "--:", "--:", "--:", "--:", "---"]),
    ...results.map((result) => {
      const { ratio, p95Ratio, product, bare } = result.measured;
      const missed = missedTargetsOf(result);
      return tableRow([
        result.name,
        formatValue(ratio),
        targetText(result),
        formatValue(p95Ratio),
        formatLatencies(product.singleConnection),
        formatLatencies(bare.singleConnection),
        formatLatencies(product.concurrent),
        formatLatencies(bare.concurrent),
        missed.length > 0 ? `missed: ${missed.join(", ")}` : "",
      ]);
    }),
    "",
    tableRow(["", "figure", "target", ""]),
    tableRow(["---", "--:", "---", "---"]),
    ...checks.map((check) => {
      const { name, value, unit } = check;
      return tableRow([name, `${formatValue(value, unit)} ${unit}`, limitOf(check), isMet(check) ? "" : "missed"]);
    }),
  ].join("\n");

export const namesOfCasesAndChecksThatMissed = ({ results, checks }: BenchmarkRun): string[] => [
  ...results.filter((result) => missedTargetsOf(result).length > 0).map(({ name }) => name),
  ...checks.filter((check) => !isMet(check)).map(({ name }) => name),
];

const DOCS = join(import.meta.dirname, "../../docs");
const BEGIN = "<!-- begin of the figures of npm run bench -- --publish -->";
const END = "<!-- end of the figures -->";

/** Replaces the text between the two markers; everything else in the page is written by hand. */
export const replaceFigures = (page: string, figures: string): string => {
  const [start, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (start < 0 || end < start) throw new Error("docs/benchmark.md lacks the markers around the figures");
  return `${page.slice(0, start)}${BEGIN}\n${figures}\n${page.slice(end)}`;
};

/** The dataset, the conditions and the tables, as Markdown. */
export const formatFigures = (run: BenchmarkRun): string => {
  const { at, leads, rounds, connections, cores, machineLoad } = run;
  const format = (count: number) => count.toLocaleString("en");
  const load = machineLoad.map((average) => average.toFixed(0)).join(" before and ");
  return `Measured on ${at.slice(0, 10)}: ${format(leads)} leads in 50 companies, the largest with ${format(leads * 0.3)}; ${format(leads)} queued or sent
parts, ${format(leads * 0.1)} messages, of which 40 % to review, ${format(leads * 0.05)} meetings. ${cores} cores, load average ${load} after the run,
${connections} connections, median of ${rounds} rounds.

![Throughput relative to a bare server](pictures/benchmark.svg)

${formatTable(run)}`;
};

/** Writes the figures and the chart in docs/. */
export const publishRun = async (run: BenchmarkRun): Promise<void> => {
  const page = join(DOCS, "benchmark.md");
  await writeFile(page, replaceFigures(await readFile(page, "utf8"), formatFigures(run)));
  await writeFile(join(DOCS, "pictures/benchmark.svg"), drawChart(run));
};
