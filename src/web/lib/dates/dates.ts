import { useSyncExternalStore } from "react";

/** Dates are shown in Dutch time, whatever the time zone of the browser. */
const TIME_ZONE = "Europe/Amsterdam";

/** Created on first use: creating a formatter is slow, and no screen needs all of them. */
const format = (options: Intl.DateTimeFormatOptions) => {
  let made: Intl.DateTimeFormat | undefined;
  return (date: Date): string => {
    made ??= new Intl.DateTimeFormat("nl-NL", { ...options, timeZone: TIME_ZONE });
    return made.format(date);
  };
};

const longDay = format({ day: "numeric", month: "long", year: "numeric" });
const shortDay = format({ day: "2-digit", month: "2-digit", year: "numeric" });
const clock = format({ hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

type Instant = Date | string | null | undefined;

const toDate = (instant: Instant): Date | undefined => {
  if (!instant) return undefined;
  const date = new Date(instant);
  return Number.isNaN(date.getTime()) ? undefined : date;
};

/** "14 november 2026 09:30"; an empty string for no date. */
export const formatDateTime = (instant: Instant): string => {
  const date = toDate(instant);
  return date ? `${longDay(date)} ${clock(date)}` : "";
};

/** "14-11-2026"; an empty string for no date. */
export const formatDate = (instant: Instant): string => {
  const date = toDate(instant);
  return date ? shortDay(date) : "";
};

/** "14 november 2026"; an empty string for no date. */
export const formatLongDate = (instant: Instant): string => {
  const date = toDate(instant);
  return date ? longDay(date) : "";
};

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

const MINUTE_MS = 60_000;

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
