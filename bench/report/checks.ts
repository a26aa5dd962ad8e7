import { type Line, missed, targetText } from "./verdict.ts";

/** A figure by itself, with what it may be. */
export interface Check {
  name: string;
  value: number;
  unit: "×" | "s" | "MiB";
  atLeast?: number;
  atMost?: number;
}

export const holds = ({ value, atLeast, atMost }: Check): boolean =>
  (atLeast === undefined || value >= atLeast) && (atMost === undefined || value <= atMost);

const limitOf = ({ atLeast, atMost, unit }: Check): string =>
  atLeast === undefined ? `≤ ${atMost} ${unit}` : `≥ ${atLeast} ${unit}`;

/** The figures to two digits, sizes to none. */
const shown = (value: number, unit: Check["unit"] = "×"): string => value.toFixed(unit === "MiB" ? 0 : 2);

const times = ({ p50, p95, p99 }: { p50: number; p95: number; p99: number }): string =>
  [p50, p95, p99].map((value) => value.toFixed(1)).join(" / ");

export interface Run {
  at: string;
  rows: number;
  rounds: number;
  connections: number;
  cores: number;
  /** How many processes waited for a core on average, when it began and when it ended: beside others, times say little. */
  machineLoad: [before: number, after: number];
  lines: Line[];
  checks: Check[];
}

const row = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;

/** As a table in Markdown, which reads as well on a terminal. */
export const writeTable = ({ lines, checks }: Run): string =>
  [
    row(["", "× bare", "target", "p95 × bare", "p50 / p95 / p99 alone, ms", "bare", "all connections, ms", "bare", ""]),
    row(["---", "--:", "---", "--:", "--:", "--:", "--:", "--:", "---"]),
    ...lines.map((line) => {
      const { ratio, p95Ratio, ours, bare } = line.measured;
      const late = missed(line);
      return row([
        line.name,
        shown(ratio),
        targetText(line),
        shown(p95Ratio),
        times(ours.alone),
        times(bare.alone),
        times(ours.together),
        times(bare.together),
        late.length > 0 ? `missed: ${late.join(", ")}` : "",
      ]);
    }),
    "",
    row(["", "figure", "target", ""]),
    row(["---", "--:", "---", "---"]),
    ...checks.map((check) => {
      const { name, value, unit } = check;
      return row([name, `${shown(value, unit)} ${unit}`, limitOf(check), holds(check) ? "" : "missed"]);
    }),
  ].join("\n");

export const missedNames = ({ lines, checks }: Run): string[] => [
  ...lines.filter((line) => missed(line).length > 0).map(({ name }) => name),
  ...checks.filter((check) => !holds(check)).map(({ name }) => name),
];
