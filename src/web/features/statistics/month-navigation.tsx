import { ChevronLeft, ChevronRight } from "lucide-react";
import { useToday } from "#lib/dates/dates.ts";
import { matching, useUrlFilters } from "#lib/lists/url-filters.ts";
import { Button } from "#ui/button/button.tsx";

/** January is 0. */
export type Month = { month: number; year: number };

const MONTH_NAMES = [
  "Januari",
  "Februari",
  "Maart",
  "April",
  "Mei",
  "Juni",
  "Juli",
  "Augustus",
  "September",
  "Oktober",
  "November",
  "December",
] as const;

export const monthTitle = ({ month, year }: Month): string => `${MONTH_NAMES[month] ?? ""} ${year}`;

/** Inside a sentence: "oktober 2026". */
export const monthInText = (month: Month): string => monthTitle(month).toLowerCase();

/** `by` may be negative. */
export const shiftMonth = ({ month, year }: Month, by: number): Month => {
  const months = year * 12 + month + by;
  return { month: months % 12, year: Math.floor(months / 12) };
};

/** "2026-11", as in the URL. */
export const toMonthParam = ({ month, year }: Month): string => `${year}-${String(month + 1).padStart(2, "0")}`;

export const parseMonth = (text: string): Month => ({
  month: Number(text.slice(5, 7)) - 1,
  year: Number(text.slice(0, 4)),
});

/** The month in the URL; the current month if there is none or if it is in the future. */
export const resolveMonth = (text: string | undefined, today: string): Month => {
  const current = today.slice(0, 7);
  return parseMonth(text !== undefined && text < current ? text : current);
};

export const isCurrentMonth = (month: Month, today: string): boolean => toMonthParam(month) === today.slice(0, 7);

type MonthNavigationProps = { month: Month; today: string; onChange: (month: Month) => void };

/** Previous and next month, not further than the current month. */
export const MonthNavigation = ({ month, today, onChange }: MonthNavigationProps) => (
  <div className="-my-1 flex items-center gap-1">
    <Button variant="ghost" size="icon" aria-label="Vorige maand" onClick={() => onChange(shiftMonth(month, -1))}>
      <ChevronLeft />
    </Button>
    <span aria-live="polite" className="min-w-31 text-center font-medium text-[0.8125rem] tabular-nums">
      {monthTitle(month)}
    </span>
    <Button
      variant="ghost"
      size="icon"
      aria-label="Volgende maand"
      disabled={isCurrentMonth(month, today)}
      onClick={() => onChange(shiftMonth(month, 1))}
    >
      <ChevronRight />
    </Button>
  </div>
);

const monthFilter = { maand: matching(/^20\d\d-(0[1-9]|1[0-2])$/) };

/** The selected month, which is in the URL unless it is the current one. */
export function useMonth() {
  const today = useToday();
  const [{ maand }, setFilters] = useUrlFilters(monthFilter, { keepScroll: true });
  const onChange = (next: Month) => setFilters({ maand: isCurrentMonth(next, today) ? undefined : toMonthParam(next) });
  return { month: resolveMonth(maand, today), today, onChange };
}
