import type { Call } from "./connection.ts";
import { runTimeSlice, type ServerUnderTest, type TimeSlice } from "./contest.ts";

/** What of the times is below this part of them. */
export const quantile = (times: readonly number[], part: number): number => {
  const sorted = times.toSorted((one, two) => one - two);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
};

export const median = (values: readonly number[]): number => quantile(values, 0.5);

interface Latencies {
  p50: number;
  p95: number;
  p99: number;
}

const latenciesOf = (times: readonly number[]): Latencies => ({
  p50: quantile(times, 0.5),
  p95: quantile(times, 0.95),
  p99: quantile(times, 0.99),
});

/** One of the two that are held against each other, and what it is asked. */
interface MeasuredServer {
  side: ServerUnderTest;
  next: () => readonly Call[];
}

export interface Figures {
  perSecond: number;
  /** All connections at once. */
  together: Latencies;
  /** One connection, with nobody else there. */
  alone: Latencies;
}

export interface Measured {
  ours: Figures;
  bare: Figures;
  /** Of each pair of neighbouring slices how many times as many we answered; of those the middle one. */
  ratio: number;
  /** The same of the 95th percentile of one connection alone: how many times as long we took. */
  p95Ratio: number;
}

interface RunLength {
  rounds: number;
  sliceMs: number;
}

/** Before anything counts, so many slices: code that has just begun to run is slow. */
const WARM = 3;
/** Of a slice, the part that one connection has to itself afterwards. */
const ALONE = 0.5;

/** What one of them did, round by round. */
interface RunCounter {
  together: TimeSlice[];
  alone: TimeSlice[];
}

const runTurn = async ({ side, next }: MeasuredServer, tally: RunCounter, sliceMs: number): Promise<void> => {
  tally.together.push(await runTimeSlice(side.connections, sliceMs, next));
  tally.alone.push(await runTimeSlice(side.connections.slice(0, 1), sliceMs * ALONE, next));
};

const figuresOf = ({ together, alone }: RunCounter): Figures => ({
  perSecond: median(together.map(({ perSecond }) => perSecond)),
  together: latenciesOf(together.flatMap(({ times }) => times)),
  alone: latenciesOf(alone.flatMap(({ times }) => times)),
});

/** The middle of what each round says, so that one in which the machine was elsewhere does not count. */
const ratioOf = (
  ours: readonly TimeSlice[],
  bare: readonly TimeSlice[],
  figure: (slice: TimeSlice) => number,
): number => median(ours.flatMap((slice, round) => (bare[round] ? [figure(slice) / figure(bare[round])] : [])));

/**
 * Turn by turn in short slices, so that whatever else the machine does falls on both. The order changes every round,
 * because the second of a pair finds the caches as the first left them.
 */
export const measure = async (
  ours: MeasuredServer,
  bare: MeasuredServer,
  { rounds, sliceMs }: RunLength,
): Promise<Measured> => {
  const [mine, theirs]: [RunCounter, RunCounter] = [
    { together: [], alone: [] },
    { together: [], alone: [] },
  ];
  for (const { side, next } of [bare, ours]) await runTimeSlice(side.connections, sliceMs * WARM, next);
  for (let round = 0; round < rounds; round++) {
    const ourTurn = () => runTurn(ours, mine, sliceMs);
    if (round % 2 === 0) await ourTurn();
    await runTurn(bare, theirs, sliceMs);
    if (round % 2 === 1) await ourTurn();
  }
  return {
    ours: figuresOf(mine),
    bare: figuresOf(theirs),
    ratio: ratioOf(mine.together, theirs.together, ({ perSecond }) => perSecond),
    p95Ratio: ratioOf(mine.alone, theirs.alone, ({ times }) => quantile(times, 0.95)),
  };
};
