import { TIME_ZONE } from "./dates.ts";

const FORMAT = new Intl.DateTimeFormat("sv-SE", {
  dateStyle: "short",
  timeStyle: "medium",
  timeZone: TIME_ZONE,
});

/** The Dutch local time of an instant, as if it were UTC, in ms. */
const wallClockTime = (instant: number): number => Date.parse(`${FORMAT.format(instant).replace(" ", "T")}Z`);

/** An instant in Dutch local time, "2026-11-14T09:30", for controls without a time zone. */
export const toWallClock = (instant: string | null | undefined): string | null => {
  const time = instant ? Date.parse(instant) : Number.NaN;
  return Number.isNaN(time) ? null : FORMAT.format(time).replace(" ", "T").slice(0, 16);
};

/**
 * The instant of a Dutch local time. Of a time that occurs twice, when summer time ends, it is the first; a time that is skipped,
 * when summer time begins, is an hour later.
 */
export const fromWallClock = (localTime: string): string => {
  const wanted = Date.parse(`${localTime}Z`);
  const offsets = [wanted - 86_400_000, wanted + 86_400_000].map((near) => wallClockTime(near) - near);
  const candidates = offsets.map((offset) => wanted - offset);
  const exact = candidates.filter((instant) => wallClockTime(instant) === wanted);
  return new Date(exact.length > 0 ? Math.min(...exact) : Math.max(...candidates)).toISOString();
};

/** The day of an instant in Dutch time, "2026-11-14". */
export const dayOf = (instant: string | Date): string => FORMAT.format(new Date(instant)).slice(0, 10);
