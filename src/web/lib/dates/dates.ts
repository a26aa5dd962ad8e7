/** Dates are shown in Dutch time, whatever the time zone of the browser. */
export const TIME_ZONE = "Europe/Amsterdam";

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
