import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Measured } from "../drive/measure.ts";

const WIDTH = 760;
const LABELS = 250;
const RIGHT = 72;
const ROW = 24;
const TOP = 56;
/** Longer bars are cut off here: what is ten times as quick would make everything else too short to compare. */
const LONGEST = 3;

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
const across = (ratio: number): number => LABELS + (Math.min(ratio, LONGEST) / LONGEST) * (WIDTH - LABELS - RIGHT);

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
  const y = TOP + nth * ROW;
  const wanted = target.ratioAtLeast;
  const tick = wanted === undefined ? "" : `<path class="target" d="M${across(wanted)} ${y + 1}v${ROW - 6}"/>`;
  const more = ratio > LONGEST ? " →" : "";
  return `
  <text x="${LABELS - 8}" y="${y + 14}" text-anchor="end">${escaped(name)}</text>
  <rect class="bar" x="${LABELS}" y="${y + 3}" width="${(across(ratio) - LABELS).toFixed(1)}" height="${ROW - 10}" rx="2"/>
  <text x="${WIDTH - 8}" y="${y + 14}" text-anchor="end">${ratio.toFixed(2)}${more}</text>${tick}`;
};

/** How many times as many answers as the bare server gives. The dashed line is as many; the mark is the target. */
export const drawChart = ({ lines, rows, connections }: BenchmarkRun): string => {
  const height = TOP + lines.length * ROW + 16;
  const one = across(1);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="Answers per second beside a bare server">
<style>${STYLE}
</style>
  <text class="title" x="8" y="20">Answers per second, as a multiple of a bare Node server with the driver</text>
  <text class="quiet" x="8" y="38">${rows.toLocaleString("en")} leads, ${connections} connections; signed in, row-level security and checks on. Mark: target.</text>
  <path class="axis" d="M${one} ${TOP - 8}V${height - 12}"/>${lines.map(bar).join("")}
</svg>
`;
};

/** What is asked of a case: how many times as many answers as the bare server, and how long the slowest twentieth may take. */
export interface Target {
  ratioAtLeast?: number;
  /** Beside the bare server, one connection alone. */
  p95TimesAtMost?: number;
  p95MsAtMost?: number;
}

export interface ReportLine {
  name: string;
  target: Target;
  measured: Measured;
}

const RULES: readonly [(line: ReportLine) => boolean, (target: Target) => string | undefined][] = [
  [
    ({ target, measured }) => target.ratioAtLeast === undefined || measured.ratio >= target.ratioAtLeast,
    ({ ratioAtLeast }) => (ratioAtLeast === undefined ? undefined : `≥ ${ratioAtLeast} ×`),
  ],
  [
    ({ target, measured }) => target.p95TimesAtMost === undefined || measured.p95Ratio <= target.p95TimesAtMost,
    ({ p95TimesAtMost }) => (p95TimesAtMost === undefined ? undefined : `p95 ≤ ${p95TimesAtMost} ×`),
  ],
  [
    ({ target, measured }) => target.p95MsAtMost === undefined || measured.ours.alone.p95 <= target.p95MsAtMost,
    ({ p95MsAtMost }) => (p95MsAtMost === undefined ? undefined : `p95 ≤ ${p95MsAtMost} ms`),
  ],
];

/** The targets of a line in words. */
export const targetText = ({ target }: ReportLine): string =>
  RULES.flatMap(([, say]) => say(target) ?? []).join(", ") || "–";

/** Those it misses. */
export const missed = (line: ReportLine): string[] =>
  RULES.flatMap(([holds, say]) => (holds(line) ? [] : (say(line.target) ?? [])));

/** A figure by itself, with what it may be. */
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

/** The figures to two digits, sizes to none. */
const formatValue = (value: number, unit: Check["unit"] = "×"): string => value.toFixed(unit === "MiB" ? 0 : 2);

const formatRatio = ({ p50, p95, p99 }: { p50: number; p95: number; p99: number }): string =>
  [p50, p95, p99].map((value) => value.toFixed(1)).join(" / ");

export interface BenchmarkRun {
  at: string;
  rows: number;
  rounds: number;
  connections: number;
  cores: number;
  /** How many processes waited for a core on average, when it began and when it ended: beside others, times say little. */
  machineLoad: [before: number, after: number];
  lines: ReportLine[];
  checks: Check[];
}

const row = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;

/** As a table in Markdown, which reads as well on a terminal. */
export const writeTable = ({ lines, checks }: BenchmarkRun): string =>
  [
    row(["", "× bare", "target", "p95 × bare", "p50 / p95 / p99 alone, ms", "bare", "all connections, ms", "bare", ""]),
    row(["---", "--:", "---", "--:", "--:", "--:", "--:", "--:", "---"]),
    ...lines.map((line) => {
      const { ratio, p95Ratio, ours, bare } = line.measured;
      const late = missed(line);
      return row([
        line.name,
        formatValue(ratio),
        targetText(line),
        formatValue(p95Ratio),
        formatRatio(ours.alone),
        formatRatio(bare.alone),
        formatRatio(ours.together),
        formatRatio(bare.together),
        late.length > 0 ? `missed: ${late.join(", ")}` : "",
      ]);
    }),
    "",
    row(["", "figure", "target", ""]),
    row(["---", "--:", "---", "---"]),
    ...checks.map((check) => {
      const { name, value, unit } = check;
      return row([name, `${formatValue(value, unit)} ${unit}`, limitOf(check), isMet(check) ? "" : "missed"]);
    }),
  ].join("\n");

export const missedNames = ({ lines, checks }: BenchmarkRun): string[] => [
  ...lines.filter((line) => missed(line).length > 0).map(({ name }) => name),
  ...checks.filter((check) => !isMet(check)).map(({ name }) => name),
];

const ROOT = join(import.meta.dirname, "../..");

/** Every run, for whoever wants to compare. */
export const saveRun = async (run: BenchmarkRun): Promise<string> => {
  const folder = join(ROOT, "bench/results");
  await mkdir(folder, { recursive: true });
  const file = join(folder, `${run.at.replaceAll(":", "-")}.json`);
  await writeFile(file, `${JSON.stringify(run, null, 2)}\n`);
  return file;
};

/** The page and the picture that stand in the documentation. */
export const publishRun = async (run: BenchmarkRun): Promise<void> => {
  const { rows, rounds, connections, cores, machineLoad } = run;
  const count = (amount: number) => amount.toLocaleString("en");
  await writeFile(join(ROOT, "docs/pictures/benchmark.svg"), drawChart(run));
  await writeFile(
    join(ROOT, "docs/benchmark.md"),
    `# Figures

Written by \`npm run bench -- --publish\`. ${count(rows)} leads over 50 companies, the largest with ${count(rows * 0.3)};
${count(rows)} messages queued or sent, ${count(rows * 0.1)} to review, ${count(rows * 0.05)} meetings. ${cores} cores, of which
${machineLoad.map((load) => load.toFixed(0)).join(" to ")} processes wanted one while it ran; ${connections} connections; the middle of ${rounds}
rounds, turn by turn with the bare server.

The bare server is Node's own with the \`pg\` driver: it asks the same of the same tables and makes JSON of the rows, knows
nobody, keeps no companies apart and checks nothing. Beside it, ours is signed in, with row-level security, validation, and for a
change its history, audit log and outbox. "× bare" is how many times as many answers it gave; "alone" is one connection by itself.
One thing is not the same: ours counts what a search finds to 5,000, the bare server all of it, which makes two common letters its
worst case.

Where more processes wanted a core than there are, figures of neighbouring cases differ by half of themselves, and times by any
factor: judge those of a quiet machine.

![Answers per second beside a bare server](pictures/benchmark.svg)

${writeTable(run)}
`,
  );
};
