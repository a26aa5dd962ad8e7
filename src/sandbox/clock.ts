export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** The sandbox's own time. It keeps ticking after being set, so that timers still expire. */
export type Clock = {
  now(): Date;
  offsetMs(): number;
  set(now: Date): void;
  advance(ms: number): void;
  reset(): void;
};

export function createClock(): Clock {
  let offset = 0;
  return {
    now: () => new Date(Date.now() + offset),
    offsetMs: () => offset,
    set: (now) => {
      offset = now.getTime() - Date.now();
    },
    advance: (ms) => {
      offset += ms;
    },
    reset: () => {
      offset = 0;
    },
  };
}
