import type { ResultPeriod, ResultsQuery } from "#contract/statistics.ts";
import { AppError } from "#platform/app-error.ts";
import { DAY_MS } from "#platform/time.ts";

/** Days such as "2026-11-14", both included. */
export interface Period {
  from: string;
  to: string;
}

export interface ComparedPeriods {
  current: Period;
  previous: Period;
  /** Today belongs to the current period. */
  isRunning: boolean;
}

const MAX_DAYS = 366;
const FIRST_DAY = "2000-01-01";
const LAST_DAY = "2099-12-31";

const toNumber = (day: string): number => Date.parse(day) / DAY_MS;
const toDay = (number: number): string => new Date(number * DAY_MS).toISOString().slice(0, 10);

export const addDaysTo = (day: string, days: number): string => toDay(toNumber(day) + days);
export const lengthOf = ({ from, to }: Period): number => toNumber(to) - toNumber(from) + 1;

/** The first day of the month, `offset` months later. */
const monthStart = (day: string, offset = 0): string => {
  const [year = 0, month = 1] = day.split("-").map(Number);
  return toDay(Date.UTC(year, month - 1 + offset, 1) / DAY_MS);
};

const weekStart = (day: string): string => addDaysTo(day, -((new Date(day).getUTCDay() + 6) % 7));
const quarterStart = (day: string): string => monthStart(day, -((Number(day.slice(5, 7)) - 1) % 3));

/** As many days from the start of the period before, and not beyond its end. */
const sameDaysFrom = (start: string, current: Period): Period => {
  const last = addDaysTo(current.from, -1);
  const to = addDaysTo(start, lengthOf(current) - 1);
  return { from: start, to: to < last ? to : last };
};

const namedPeriods = (period: ResultPeriod, today: string): Omit<ComparedPeriods, "isRunning"> => {
  switch (period) {
    case "today":
      return {
        current: { from: today, to: today },
        previous: { from: addDaysTo(today, -1), to: addDaysTo(today, -1) },
      };
    case "week": {
      const current = { from: weekStart(today), to: today };
      return { current, previous: sameDaysFrom(addDaysTo(current.from, -7), current) };
    }
    case "month": {
      const current = { from: monthStart(today), to: today };
      return { current, previous: sameDaysFrom(monthStart(today, -1), current) };
    }
    case "last-month":
      return {
        current: { from: monthStart(today, -1), to: addDaysTo(monthStart(today), -1) },
        previous: { from: monthStart(today, -2), to: addDaysTo(monthStart(today, -1), -1) },
      };
    case "quarter": {
      const current = { from: quarterStart(today), to: today };
      return { current, previous: sameDaysFrom(monthStart(current.from, -3), current) };
    }
  }
};

/** The days directly before the period, as many as it has. */
const withDaysBefore = (current: Period): Omit<ComparedPeriods, "isRunning"> => ({
  current,
  previous: { from: addDaysTo(current.from, -lengthOf(current)), to: addDaysTo(current.from, -1) },
});

const requireDays = ({ from, to }: Period, today: string): Period => {
  // PostgreSQL has no year 0, and nothing was sent before this century.
  if (from < FIRST_DAY || to > LAST_DAY) throw new AppError("invalid", "Kies een periode in deze eeuw.");
  if (from > to) throw new AppError("invalid", "De eerste dag ligt na de laatste.");
  if (lengthOf({ from, to }) > MAX_DAYS) throw new AppError("invalid", "Kies hooguit een jaar.");
  // What has not happened yet would make the comparison unfair.
  return { from, to: to > today && from <= today ? today : to };
};

/** The period of a request and the one that it is compared with: both are of the same length, also while it runs. */
export const choosePeriods = ({ days, period, from, to }: ResultsQuery, today: string): ComparedPeriods => {
  const chosen =
    from && to
      ? withDaysBefore(requireDays({ from, to }, today))
      : period
        ? namedPeriods(period, today)
        : withDaysBefore({ from: addDaysTo(today, 1 - days), to: today });
  return { ...chosen, isRunning: chosen.current.to >= today };
};
