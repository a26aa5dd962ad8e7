import { randomBytes } from "node:crypto";

/** `npm test` runs the short form; the long form takes minutes and has its own commands. */
const isLong = process.env["TRIALS"] === "long";

export const shortOrLong = <T>(short: T, long: T): T => (isLong ? long : short);

/**
 * Seeds: the same ones in every `npm test`, random ones in the long form. Set TRIAL_SEED to the seed in a failed test's title to
 * repeat that run.
 */
export const chooseSeeds = (count: number): string[] => {
  const fixedSeed = process.env["TRIAL_SEED"];
  if (fixedSeed) return [fixedSeed];
  return Array.from({ length: count }, (_, n) => shortOrLong(`short ${n + 1}`, randomBytes(4).toString("hex")));
};

/** A pseudo-random generator: the same seed gives the same numbers. */
export class SeededRandom {
  private state: number;

  constructor(seed: string) {
    this.state = 0x811c9dc5;
    for (let index = 0; index < seed.length; index++) {
      this.state = Math.imul(this.state ^ seed.charCodeAt(index), 0x01000193);
    }
  }

  /** At least 0, less than 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Both ends included. */
  between(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(choices: readonly [T, ...T[]]): T {
    return choices[this.between(0, choices.length - 1)] ?? choices[0];
  }

  /** One of a list that may be empty. */
  oneOf<T>(choices: readonly T[]): T | undefined {
    return choices[this.between(0, choices.length - 1)];
  }

  text(length: number): string {
    return Array.from({ length }, () => "abcdefghijklmnopqrstuvwxyz0123456789"[this.between(0, 35)]).join("");
  }
}
