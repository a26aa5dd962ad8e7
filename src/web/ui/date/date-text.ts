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
  const [, day, month, typedYear] = TYPED_DATE.exec(text.trim()) ?? [];
  if (!day || !month || !typedYear) return null;
  const year = typedYear.length === 2 ? `20${typedYear}` : typedYear;
  const date = new Date(Number(year), Number(month) - 1, Number(day));
  return date.getDate() === Number(day) && date.getMonth() === Number(month) - 1 ? isoDay(date) : null;
}

/** "2026-07-03" becomes "03-07-2026". */
export function formatDay(day: string | null): string {
  const [, year, month, date] = ISO.exec(day ?? "") ?? [];
  return year ? `${date}-${month}-${year}` : "";
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
  const [, year, month, date] = ISO.exec(day ?? "") ?? [];
  return year ? new Date(Number(year), Number(month) - 1, Number(date)) : undefined;
}
