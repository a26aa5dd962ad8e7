import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Measurement } from "../http/measure.ts";

const WIDTH = 760;
const LABEL_WIDTH = 250;
const RIGHT_MARGIN = 72;
const ROW_HEIGHT = 24;
const TOP_MARGIN = 56;
/** Longer bars are clipped: a ratio of 10 would make all other bars too short to compare. */
const MAX_RATIO = 3;

const escapeXml = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
const xOf = (ratio: number): number =>
  LABEL_WIDTH + (Math.min(ratio, MAX_RATIO) / MAX_RATIO) * (WIDTH - LABEL_WIDTH - RIGHT_MARGIN);

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

const bar = ({ name, target, measured: { ratio } }: BenchmarkRun["lines"][number], nth: number): string => {
  const y = TOP_MARGIN + nth * ROW_HEIGHT;
  const targetRatio = target.ratioAtLeast;
  const targetMark =
    targetRatio === undefined ? "" : `<path class="target" d="M${xOf(targetRatio)} ${y + 1}v${ROW_HEIGHT - 6}"/>`;
  const overflow = ratio > MAX_RATIO ? " →" : "";
  return `
  <text x="${LABEL_WIDTH - 8}" y="${y + 14}" text-anchor="end">${escapeXml(name)}</text>
  <rect class="bar" x="${LABEL_WIDTH}" y="${y + 3}" width="${(xOf(ratio) - LABEL_WIDTH).toFixed(1)}" height="${ROW_HEIGHT - 10}" rx="2"/>
  <text x="${WIDTH - 8}" y="${y + 14}" text-anchor="end">${ratio.toFixed(2)}${overflow}</text>${targetMark}`;
};

/** A bar chart of throughput relative to the bare server. The dashed line is a ratio of 1; the mark is the target. */
export const drawChart = ({ lines, rows, connections }: BenchmarkRun): string => {
  const height = TOP_MARGIN + lines.length * ROW_HEIGHT + 16;
  const xOfOne = xOf(1);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="Throughput relative to a bare server">
<style>${STYLE}
</style>
  <text class="title" x="8" y="20">Throughput as a multiple of a bare Node server with the driver</text>
  <text class="quiet" x="8" y="38">${rows.toLocaleString("en")} leads, ${connections} connections; signed in, row-level security and checks on. Mark: target.</text>
  <path class="axis" d="M${xOfOne} ${TOP_MARGIN - 8}V${height - 12}"/>${lines.map(bar).join("")}
</svg>
`;
};

/** Limits for a case: its throughput relative to the bare server, and its 95th percentile latency. */
export interface Target {
  ratioAtLeast?: number;
  /** Relative to the bare server, on a single connection. */
  p95TimesAtMost?: number;
  p95MsAtMost?: number;
}

export interface CaseResult {
  name: string;
  target: Target;
  measured: Measurement;
}

const TARGET_RULES: readonly [(line: CaseResult) => boolean, (target: Target) => string | undefined][] = [
  [
    ({ target, measured }) => target.ratioAtLeast === undefined || measured.ratio >= target.ratioAtLeast,
    ({ ratioAtLeast }) => (ratioAtLeast === undefined ? undefined : `≥ ${ratioAtLeast} ×`),
  ],
  [
    ({ target, measured }) => target.p95TimesAtMost === undefined || measured.p95Ratio <= target.p95TimesAtMost,
    ({ p95TimesAtMost }) => (p95TimesAtMost === undefined ? undefined : `p95 ≤ ${p95TimesAtMost} ×`),
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
export const missedTargets = (line: CaseResult): string[] =>
  TARGET_RULES.flatMap(([isTargetMet, describe]) => (isTargetMet(line) ? [] : (describe(line.target) ?? [])));

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
  rows: number;
  rounds: number;
  connections: number;
  cores: number;
  /** The load average at the start and at the end: under other load, times mean little. */
  machineLoad: [before: number, after: number];
  lines: CaseResult[];
  checks: Check[];
}

const tableRow = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;

/** As a Markdown table, also readable in a terminal. */
export const writeTable = ({ lines, checks }: BenchmarkRun): string =>
  [
    tableRow([
      "",
      "× bare",
      "target",
      "p95 × bare",
      "p50 / p95 / p99 alone, ms",
      "bare",
      "all connections, ms",
      "bare",
      "",
    ]),
    tableRow(["---", "--:", "---", "--:", "--:", "--:", "--:", "--:", "---"]),
    ...lines.map((line) => {
      const { ratio, p95Ratio, product, bare } = line.measured;
      const missedOfCase = missedTargets(line);
      return tableRow([
        line.name,
        formatValue(ratio),
        targetText(line),
        formatValue(p95Ratio),
        formatLatencies(product.singleConnection),
        formatLatencies(bare.singleConnection),
        formatLatencies(product.concurrent),
        formatLatencies(bare.concurrent),
        missedOfCase.length > 0 ? `missed: ${missedOfCase.join(", ")}` : "",
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

export const namesOfMissedTargets = ({ lines, checks }: BenchmarkRun): string[] => [
  ...lines.filter((line) => missedTargets(line).length > 0).map(({ name }) => name),
  ...checks.filter((check) => !isMet(check)).map(({ name }) => name),
];

const ROOT = join(import.meta.dirname, "../..");

/** Saves the run as JSON, to compare it with others. */
export const saveRun = async (run: BenchmarkRun): Promise<string> => {
  const folder = join(ROOT, "bench/results");
  await mkdir(folder, { recursive: true });
  const file = join(folder, `${run.at.replaceAll(":", "-")}.json`);
  await writeFile(file, `${JSON.stringify(run, null, 2)}\n`);
  return file;
};

/** Writes the page and the chart in docs/. */
export const publishRun = async (run: BenchmarkRun): Promise<void> => {
  const { rows, rounds, connections, cores, machineLoad } = run;
  const count = (amount: number) => amount.toLocaleString("en");
  await writeFile(join(ROOT, "docs/pictures/benchmark.svg"), drawChart(run));
  await writeFile(
    join(ROOT, "docs/benchmark.md"),
    `# Figures

Written by \`npm run bench -- --publish\`. ${count(rows)} leads over 50 companies, the largest with ${count(rows * 0.3)};
${count(rows)} messages queued or sent, ${count(rows * 0.1)} to review, ${count(rows * 0.05)} meetings. ${cores} cores, load average
${machineLoad.map((load) => load.toFixed(0)).join(" to ")}; ${connections} connections; medians of ${rounds} rounds, alternating with the bare server.

The bare server is Node's HTTP server with the \`pg\` driver. It runs equivalent queries on the same tables and returns the rows as JSON, without
sessions, tenants or validation. The product handles the same requests with a session, row-level security and validation, and for a
change it also writes history, audit log and outbox. "× bare" is the throughput relative to the bare server; "alone" means a single
connection. One difference: the product counts the results of a search only up to 5,000, the bare server counts all of them, so two
common letters are its worst case.

If the load average exceeds the number of cores, the ratios of similar cases vary by up to 50 % and latencies by more: use
figures of an idle machine.

![Throughput relative to a bare server](pictures/benchmark.svg)

${writeTable(run)}
`,
  );
};
