import { randomBytes } from "node:crypto";

/** The short form is a part of `npm test`; the long one takes minutes and has commands of its own. */
const isLong = process.env["TRIALS"] === "long";

export const shortOrLong = <T>(short: T, long: T): T => (isLong ? long : short);

/** Each run tries other ones; a run that failed is done again with the seed it named. */
export const chooseSeeds = (count: number): string[] => {
  const given = process.env["TRIAL_SEED"];
  return given ? [given] : Array.from({ length: count }, () => randomBytes(4).toString("hex"));
};

/** Chance that can be repeated: the same seed throws the same numbers. */
export class SeededRandom {
  private state: number;

  constructor(seed: string) {
    this.state = 0x811c9dc5;
    for (let index = 0; index < seed.length; index++) {
      this.state = Math.imul(this.state ^ seed.charCodeAt(index), 0x01000193);
    }
  }

  /** From 0 up to 1. */
  throw(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Both ends included. */
  between(low: number, high: number): number {
    return low + Math.floor(this.throw() * (high - low + 1));
  }

  happens(chance: number): boolean {
    return this.throw() < chance;
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
