import { DAY_MS, HOUR_MS } from "../clock.ts";

/** Amsterdam is two hours ahead of UTC in summer time (last Sunday of March to last Sunday of October, at 01:00 UTC), otherwise one. */
function amsterdamOffset(utc: number): number {
  const year = new Date(utc).getUTCFullYear();
  const isSummer = utc >= clockChangeIn(year, 2) && utc < clockChangeIn(year, 9);
  return (isSummer ? 2 : 1) * HOUR_MS;
}

function clockChangeIn(year: number, month: number): number {
  const end = new Date(Date.UTC(year, month + 1, 0));
  return end.getTime() - end.getUTCDay() * DAY_MS + HOUR_MS;
}

/** Days and hours in Amsterdam, counted from the day of `now`. */
export type Calendar = {
  readonly now: number;
  /** The current hour of the day, with fractions. */
  readonly hour: number;
  /** The time `days` days from today at this hour: 9.5 is half past nine. */
  at(days: number, hour: number): number;
  /** This day, or the next working day. */
  workday(days: number): number;
  /** This day, or the previous working day. */
  lastWorkday(days: number): number;
};

export function createCalendar(now: number): Calendar {
  const local = now + amsterdamOffset(now);
  const midnight = Math.floor(local / DAY_MS) * DAY_MS;
  const isWeekend = (days: number) => [0, 6].includes(new Date(midnight + days * DAY_MS).getUTCDay());
  const workday = (days: number): number => (isWeekend(days) ? workday(days + 1) : days);
  const lastWorkday = (days: number): number => (isWeekend(days) ? lastWorkday(days - 1) : days);
  return {
    now,
    hour: (local - midnight) / HOUR_MS,
    at: (days, hour) => {
      const wallClock = midnight + days * DAY_MS + Math.round(hour * HOUR_MS);
      return wallClock - amsterdamOffset(wallClock - HOUR_MS);
    },
    workday,
    lastWorkday,
  };
}

/** Amsterdam time: "2026-11-14 09:30:05". */
export function localText(utc: number): string {
  return new Date(utc + amsterdamOffset(utc)).toISOString().slice(0, 19).replace("T", " ");
}
