import { useSyncExternalStore } from "react";

/** Dates are shown in Dutch time, whatever the time zone of the browser. */
const TIME_ZONE = "Europe/Amsterdam";

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Created on first use: creating a formatter is slow, and no screen needs all of them. */
const lazyFormatter = (options: Intl.DateTimeFormatOptions) => {
  let formatter: Intl.DateTimeFormat | undefined;
  return (date: Date): string => {
    formatter ??= new Intl.DateTimeFormat("nl-NL", { ...options, timeZone: TIME_ZONE });
    return formatter.format(date);
  };
};

const longDay = lazyFormatter({ day: "numeric", month: "long", year: "numeric" });
const shortDay = lazyFormatter({ day: "2-digit", month: "2-digit", year: "numeric" });
const timeOfDay = lazyFormatter({ hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

const weekday = lazyFormatter({ weekday: "short", day: "numeric", month: "short" });

type Instant = Date | string | null | undefined;

const toDate = (instant: Instant): Date | undefined => {
  if (!instant) return undefined;
  const date = new Date(instant);
  return Number.isNaN(date.getTime()) ? undefined : date;
};

/** "14 november 2026 09:30"; an empty string for no date. */
export const formatDateTime = (instant: Instant): string => {
  const date = toDate(instant);
  return date ? `${longDay(date)} ${timeOfDay(date)}` : "";
};

/**
 * As `formatDateTime`, but only the date of a moment at midnight UTC: a field of Airtable that holds a date without a time is read
 * as that moment.
 */
export const formatDateMaybeTime = (instant: Instant): string => {
  const date = toDate(instant);
  return date && date.getTime() % DAY_MS === 0 ? longDay(date) : formatDateTime(instant);
};

/** "vandaag 09:30", or the date and the time of another day. */
export const formatRecent = (instant: string, today: string): string =>
  dayOf(instant) === today ? `vandaag ${formatTime(instant)}` : formatDateTime(instant);

/** "14-11-2026"; an empty string for no date. */
export const formatDate = (instant: Instant): string => {
  const date = toDate(instant);
  return date ? shortDay(date) : "";
};

/** "14-11" of the current year, "14-11-2025" of another. */
export const formatDateThisYear = (instant: Instant, today: string): string => {
  const date = formatDate(instant);
  return date.endsWith(today.slice(0, 4)) ? date.slice(0, 5) : date;
};

/** "14 november 2026"; an empty string for no date. */
export const formatLongDate = (instant: Instant): string => {
  const date = toDate(instant);
  return date ? longDay(date) : "";
};

/** "ma 16 nov"; an empty string for no date. */
export const formatWeekday = (instant: Instant): string => {
  const date = toDate(instant);
  return date ? weekday(date) : "";
};

/** "09:30"; an empty string for no date. */
export const formatTime = (instant: Instant): string => {
  const date = toDate(instant);
  return date ? timeOfDay(date) : "";
};

/** Swedish dates are written as in ISO 8601: "2026-11-14 09:30:00". */
const ISO_FORMAT = new Intl.DateTimeFormat("sv-SE", {
  dateStyle: "short",
  timeStyle: "medium",
  timeZone: TIME_ZONE,
});

/** The Dutch local time of an instant in ms, as if it were UTC. */
const wallClockTime = (instant: number): number => Date.parse(`${ISO_FORMAT.format(instant).replace(" ", "T")}Z`);

/** An instant in Dutch local time, "2026-11-14T09:30", for controls without a time zone. */
export const toWallClock = (instant: string | null | undefined): string | null => {
  const time = instant ? Date.parse(instant) : Number.NaN;
  return Number.isNaN(time) ? null : ISO_FORMAT.format(time).replace(" ", "T").slice(0, 16);
};

/**
 * The instant of a Dutch local time. When summer time ends, an hour occurs twice: the first one is meant. When it begins, an hour
 * is skipped: a time in it becomes an hour later.
 */
export const fromWallClock = (localTime: string): string => {
  const localMs = Date.parse(`${localTime}Z`);
  const offsets = [localMs - DAY_MS, localMs + DAY_MS].map((instant) => wallClockTime(instant) - instant);
  const candidates = offsets.map((offset) => localMs - offset);
  const exact = candidates.filter((instant) => wallClockTime(instant) === localMs);
  return new Date(exact.length > 0 ? Math.min(...exact) : Math.max(...candidates)).toISOString();
};

/** The day of an instant in Dutch time, "2026-11-14". */
export const dayOf = (instant: string | Date): string => ISO_FORMAT.format(new Date(instant)).slice(0, 10);

/** The minute that has begun may still be chosen. */
export const isPastMoment = (instant: string): boolean => Date.parse(instant) + MINUTE_MS <= Date.now();

const everyMinute = (onChange: () => void) => {
  const timer = setInterval(onChange, MINUTE_MS);
  return () => clearInterval(timer);
};

/** The end of the current minute in ms; updates every minute. */
export const useMinuteEnd = (): number =>
  useSyncExternalStore(everyMinute, () => Math.ceil(Date.now() / MINUTE_MS) * MINUTE_MS);

const readToday = () => dayOf(new Date());

/** Today in Dutch time, "2026-11-14"; updates at midnight. */
export const useToday = (): string => useSyncExternalStore(everyMinute, readToday, readToday);
