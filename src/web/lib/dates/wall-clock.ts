import { TIME_ZONE } from "./dates.ts";

const CLOCK = new Intl.DateTimeFormat("sv-SE", {
  dateStyle: "short",
  timeStyle: "medium",
  timeZone: TIME_ZONE,
});

/** What the clock of the Netherlands shows, read as if it were the clock of Greenwich. */
const wallClockTime = (instant: number): number => Date.parse(`${CLOCK.format(instant).replace(" ", "T")}Z`);

/** "2026-11-14T09:30", for a control that knows no time zones; null for no moment. */
export const toWallClock = (instant: string | null | undefined): string | null => {
  const time = instant ? Date.parse(instant) : Number.NaN;
  return Number.isNaN(time) ? null : CLOCK.format(time).replace(" ", "T").slice(0, 16);
};

/**
 * The moment at which the clock shows this. Of a time that comes twice, in the night the clock goes back, it is the
 * first; a time that is skipped, in the night it goes forward, counts on from the hour before.
 */
export const fromWallClock = (shown: string): string => {
  const wanted = Date.parse(`${shown}Z`);
  const offsets = [wanted - 86_400_000, wanted + 86_400_000].map((near) => wallClockTime(near) - near);
  const candidates = offsets.map((offset) => wanted - offset);
  const exact = candidates.filter((instant) => wallClockTime(instant) === wanted);
  return new Date(exact.length > 0 ? Math.min(...exact) : Math.max(...candidates)).toISOString();
};

/** The day on the Dutch calendar, "2026-11-14", which sorts as days do. */
export const dayOf = (instant: string | Date): string => CLOCK.format(new Date(instant)).slice(0, 10);
