/** People read every date on the clock of the Netherlands, wherever their own computer stands. */
export const TIME_ZONE = "Europe/Amsterdam";

const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat("nl-NL", { ...options, timeZone: TIME_ZONE });

const LONG_DAY = format({ day: "numeric", month: "long", year: "numeric" });
const SHORT_DAY = format({ day: "2-digit", month: "2-digit", year: "numeric" });
const CLOCK = format({ hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

type Instant = Date | string | null | undefined;

const toDate = (instant: Instant): Date | undefined => {
  if (!instant) return undefined;
  const date = new Date(instant);
  return Number.isNaN(date.getTime()) ? undefined : date;
};

/** "14 november 2026 09:30"; nothing for no date. */
export const formatDateTime = (instant: Instant): string => {
  const date = toDate(instant);
  return date ? `${LONG_DAY.format(date)} ${CLOCK.format(date)}` : "";
};

/** "14-11-2026"; nothing for no date. */
export const formatDate = (instant: Instant): string => {
  const date = toDate(instant);
  return date ? SHORT_DAY.format(date) : "";
};

/** "14 november 2026"; nothing for no date. */
export const formatLongDate = (instant: Instant): string => {
  const date = toDate(instant);
  return date ? LONG_DAY.format(date) : "";
};
