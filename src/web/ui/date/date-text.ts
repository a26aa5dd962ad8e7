/**
 * Days and times as Dutch people type them, and as local ISO strings: "2026-11-14" and "2026-11-14T09:30". The controls know
 * no time zone; `lib/dates/dates.ts` converts these to instants.
 */
const TYPED_DATE = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{2}|\d{4})$/;
const ISO = /^(\d{4})-(\d{2})-(\d{2})/;
const TIME = /^(\d{1,2})[:.]?(\d{2})$/;
const pad = (value: number, length = 2) => String(value).padStart(length, "0");

/** "3-7-2026" and "3-7-26" become "2026-07-03"; null when there is no such day. */
export function parseDay(text: string): string | null {
  const [, dayOfMonth, month, typedYear] = TYPED_DATE.exec(text.trim()) ?? [];
  if (!dayOfMonth || !month || !typedYear) return null;
  const year = typedYear.length === 2 ? `20${typedYear}` : typedYear;
  const date = toDate(year, month, dayOfMonth);
  return date?.getDate() === Number(dayOfMonth) && date.getMonth() === Number(month) - 1 ? isoDay(date) : null;
}

/** `Date` reads the years 0 to 99 as 1900 to 1999: for those there is no date. */
function toDate(year: string, month: string, dayOfMonth: string): Date | undefined {
  return Number(year) < 100 ? undefined : new Date(Number(year), Number(month) - 1, Number(dayOfMonth));
}

/** "2026-07-03" becomes "03-07-2026". */
export function formatDay(day: string | null): string {
  const [, year, month, dayOfMonth] = ISO.exec(day ?? "") ?? [];
  return year ? `${dayOfMonth}-${month}-${year}` : "";
}

/** "930" and "9:30" become "09:30"; null for what is no time. */
export function parseTime(text: string): string | null {
  const [, hours, minutes] = TIME.exec(text.trim()) ?? [];
  if (!hours || !minutes || Number(hours) > 23 || Number(minutes) > 59) return null;
  return `${pad(Number(hours))}:${minutes}`;
}

export const isoDay = (date: Date) =>
  `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;

/** Midnight in the browser's time zone, as the calendar component expects a day. */
export function dayToDate(day: string | null | undefined): Date | undefined {
  const [, year, month, dayOfMonth] = ISO.exec(day ?? "") ?? [];
  return year && month && dayOfMonth ? toDate(year, month, dayOfMonth) : undefined;
}
