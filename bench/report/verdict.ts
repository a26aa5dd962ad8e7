import type { Measured } from "../drive/measure.ts";

/** What is asked of a case: how many times as many answers as the bare server, and how long the slowest twentieth may take. */
export interface Target {
  ratioAtLeast?: number;
  /** Beside the bare server, one connection alone. */
  p95TimesAtMost?: number;
  p95MsAtMost?: number;
}

export interface Line {
  name: string;
  target: Target;
  measured: Measured;
}

const RULES: readonly [(line: Line) => boolean, (target: Target) => string | undefined][] = [
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
export const targetText = ({ target }: Line): string => RULES.flatMap(([, say]) => say(target) ?? []).join(", ") || "–";

/** Those it misses. */
export const missed = (line: Line): string[] =>
  RULES.flatMap(([holds, say]) => (holds(line) ? [] : (say(line.target) ?? [])));
