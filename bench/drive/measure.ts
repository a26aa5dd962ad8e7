import type { Call } from "./connection.ts";
import { median, quantile, type Times, timesOf } from "./figures.ts";
import { runSlice, type Side, type Slice } from "./side.ts";

/** One of the two that are held against each other, and what it is asked. */
export interface Contender {
  side: Side;
  next: () => readonly Call[];
}

export interface Figures {
  perSecond: number;
  /** All connections at once. */
  together: Times;
  /** One connection, with nobody else there. */
  alone: Times;
}

export interface Measured {
  ours: Figures;
  bare: Figures;
  /** Of each pair of neighbouring slices how many times as many we answered; of those the middle one. */
  ratio: number;
  /** The same of the 95th percentile of one connection alone: how many times as long we took. */
  p95Ratio: number;
}

interface Effort {
  rounds: number;
  sliceMs: number;
}

/** Before anything counts, so many slices: code that has just begun to run is slow. */
const WARM = 3;
/** Of a slice, the part that one connection has to itself afterwards. */
const ALONE = 0.5;

/** What one of them did, round by round. */
interface Tally {
  together: Slice[];
  alone: Slice[];
}

const takeTurn = async ({ side, next }: Contender, tally: Tally, sliceMs: number): Promise<void> => {
  tally.together.push(await runSlice(side.connections, sliceMs, next));
  tally.alone.push(await runSlice(side.connections.slice(0, 1), sliceMs * ALONE, next));
};

const figuresOf = ({ together, alone }: Tally): Figures => ({
  perSecond: median(together.map(({ perSecond }) => perSecond)),
  together: timesOf(together.flatMap(({ times }) => times)),
  alone: timesOf(alone.flatMap(({ times }) => times)),
});

/** The middle of what each round says, so that one in which the machine was elsewhere does not count. */
const ratioOf = (ours: readonly Slice[], bare: readonly Slice[], figure: (slice: Slice) => number): number =>
  median(ours.flatMap((slice, round) => (bare[round] ? [figure(slice) / figure(bare[round])] : [])));

/**
 * Turn by turn in short slices, so that whatever else the machine does falls on both. The order changes every round,
 * because the second of a pair finds the caches as the first left them.
 */
export const measure = async (ours: Contender, bare: Contender, { rounds, sliceMs }: Effort): Promise<Measured> => {
  const [mine, theirs]: [Tally, Tally] = [
    { together: [], alone: [] },
    { together: [], alone: [] },
  ];
  for (const { side, next } of [bare, ours]) await runSlice(side.connections, sliceMs * WARM, next);
  for (let round = 0; round < rounds; round++) {
    const ourTurn = () => takeTurn(ours, mine, sliceMs);
    if (round % 2 === 0) await ourTurn();
    await takeTurn(bare, theirs, sliceMs);
    if (round % 2 === 1) await ourTurn();
  }
  return {
    ours: figuresOf(mine),
    bare: figuresOf(theirs),
    ratio: ratioOf(mine.together, theirs.together, ({ perSecond }) => perSecond),
    p95Ratio: ratioOf(mine.alone, theirs.alone, ({ times }) => quantile(times, 0.95)),
  };
};
