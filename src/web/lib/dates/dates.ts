/** People read every date on the clock of the Netherlands, wherever their own computer stands. */
export const TIME_ZONE = "Europe/Amsterdam";

/** Made when the first date is shown: making one is slow, and no screen needs them all. */
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

/** "14 november 2026 09:30"; nothing for no date. */
export const formatDateTime = (instant: Instant): string => {
  const date = toDate(instant);
  return date ? `${longDay(date)} ${clock(date)}` : "";
};

/** "14-11-2026"; nothing for no date. */
export const formatDate = (instant: Instant): string => {
  const date = toDate(instant);
  return date ? shortDay(date) : "";
};

/** "14 november 2026"; nothing for no date. */
export const formatLongDate = (instant: Instant): string => {
  const date = toDate(instant);
  return date ? longDay(date) : "";
};
