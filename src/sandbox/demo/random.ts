/** A seeded pseudo-random generator (mulberry32), so that the demo is the same everywhere. */
export type Random = {
  /** At least 0 and less than 1. */
  next(): number;
  below(limit: number): number;
  between(min: number, max: number): number;
  chance(probability: number): boolean;
  pick<T>(items: readonly T[]): T;
  pickWeighted<T extends string>(weights: Readonly<Record<T, number>>): T;
  sample<T>(items: readonly T[], count: number): T[];
};

export function createRandom(seed: string): Random {
  let state = hash(seed);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  const pick = <T>(items: readonly T[]): T => {
    const item = items[below(items.length)];
    if (item === undefined) throw new Error("There is nothing to pick from.");
    return item;
  };
  return {
    next,
    below,
    pick,
    between: (min, max) => min + below(max - min + 1),
    chance: (probability) => next() < probability,
    pickWeighted: (weights) => pickByWeight(weights, next()),
    sample: (items, count) => {
      const remaining = [...items];
      return Array.from({ length: Math.min(count, remaining.length) }, () =>
        remaining.splice(below(remaining.length), 1),
      ).flat();
    },
  };
}

/** `fraction` is at least 0 and less than 1. */
function pickByWeight<T extends string>(weights: Readonly<Record<T, number>>, fraction: number): T {
  const entries = Object.entries(weights) as [T, number][];
  let remaining = fraction * entries.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [item, weight] of entries) {
    remaining -= weight;
    if (remaining < 0) return item;
  }
  throw new Error("There is nothing to pick from.");
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return value >>> 0;
}
