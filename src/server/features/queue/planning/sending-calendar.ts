import type { WorkingHours } from "#contract/senders.ts";
import { amsterdamTime, DAY_MS, MINUTE_MS } from "#platform/time.ts";
import { isDutchHoliday } from "./dutch-holidays.ts";

/** A day's first send is this much later at most, so that it is not at the same minute every day. */
const MAX_OPENING_DELAY = 5 * MINUTE_MS;
const MAX_CACHED_MOMENTS = 20_000;
/** A sender without a single open day in this period never sends. */
const SEARCHED_DAYS = 400;

/** The open period of one day. Its start is the first moment at which something may be sent. */
interface OpenPeriod {
  start: number;
  end: number;
  day: number;
}

/** From 0 up to 1, the same for the same text (FNV-1a with a final mix). */
export const seededFraction = (seed: string): number => {
  let hash = 0x811c9dc5;
  for (let index = 0; index < seed.length; index++) hash = Math.imul(hash ^ seed.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
};

const cachedMoments = new Map<number, number>();

/** Local times are slow to compute, and the senders of all companies need the same ones. */
const momentOf = (day: number, minutes: number): number => {
  const key = day * 1_441 + minutes;
  const known = cachedMoments.get(key);
  if (known !== undefined) return known;
  if (cachedMoments.size >= MAX_CACHED_MOMENTS) cachedMoments.clear();
  const moment = amsterdamTime(day, minutes).getTime();
  cachedMoments.set(key, moment);
  return moment;
};

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

export const isoDay = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** 1 is Monday. 1 January 1970 was a Thursday. */
const weekdayOf = (day: number): number => ((day + 3) % 7) + 1;

/** A working day in general: neither a weekend nor a public holiday. */
export const isWorkingDay = (day: number): boolean => weekdayOf(day) <= 5 && !isDutchHoliday(isoDay(day));

/** The working hours of a sender as periods of time. */
export const createCalendar = (senderId: string, hours: WorkingHours) => {
  const [from, until] = [minutesOf(hours.from), minutesOf(hours.until)];
  const isAlwaysOpen = from === 0 && until === 1_440;
  const periods = new Map<number, OpenPeriod | undefined>();

  const isHoliday = (day: number): boolean => !hours.holidays && isDutchHoliday(isoDay(day));

  const readPeriod = (day: number): OpenPeriod | undefined => {
    if (!hours.days.includes(weekdayOf(day)) || isHoliday(day)) return undefined;
    const [opening, end] = [momentOf(day, from), momentOf(day, until)];
    if (isAlwaysOpen) return { start: opening, end, day };
    const delay = Math.floor(
      seededFraction(`${senderId} ${day}`) * Math.min(MAX_OPENING_DELAY, Math.max(0, (end - opening) / 6)),
    );
    return end > opening ? { start: opening + delay, end, day } : undefined;
  };

  const periodOf = (day: number): OpenPeriod | undefined => {
    if (!periods.has(day)) periods.set(day, readPeriod(day));
    return periods.get(day);
  };

  return {
    /** The first open period that ends after `at`, and whether a holiday lies before it. Undefined when there is none. */
    nextPeriod: (at: number): { period: OpenPeriod; afterHoliday: boolean } | undefined => {
      // Amsterdam is ahead of UTC, so the local day is this one or the next.
      const first = Math.floor(at / DAY_MS);
      let afterHoliday = false;
      for (let day = first; day < first + SEARCHED_DAYS; day++) {
        const period = periodOf(day);
        if (period && period.end > at) return { period, afterHoliday };
        // The local time is computed last, because it takes longest.
        if (hours.days.includes(weekdayOf(day)) && isHoliday(day) && momentOf(day, 1_440) > at) afterHoliday = true;
      }
      return undefined;
    },
  };
};

export type SendingCalendar = ReturnType<typeof createCalendar>;
