import type { Run } from "./checks.ts";

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

const bar = ({ name, target, measured: { ratio } }: Run["lines"][number], nth: number): string => {
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
export const drawChart = ({ lines, rows, connections }: Run): string => {
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
