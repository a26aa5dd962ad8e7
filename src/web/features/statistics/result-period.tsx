import type { ResultsQuery } from "#contract/statistics.ts";
import { useToday } from "#lib/dates/dates.ts";
import { dayFilter, oneOf, textFilter, useUrlFilters } from "#lib/lists/url-filters.ts";
import { DatePicker } from "#ui/date/date-picker.tsx";
import { Select } from "#ui/select/select.tsx";

/** The periods that the URL can name, with the query parameters of each. */
const PERIODS = {
  vandaag: { label: "Vandaag", query: { period: "today" } },
  week: { label: "Deze week", query: { period: "week" } },
  maand: { label: "Deze maand", query: { period: "month" } },
  "vorige-maand": { label: "Vorige maand", query: { period: "last-month" } },
  kwartaal: { label: "Dit kwartaal", query: { period: "quarter" } },
  "7": { label: "Laatste 7 dagen", query: { days: 7 } },
  "28": { label: "Laatste 4 weken", query: { days: 28 } },
  "84": { label: "Laatste 12 weken", query: { days: 84 } },
} as const satisfies Record<string, { label: string; query: Partial<ResultsQuery> }>;

type NamedPeriod = keyof typeof PERIODS;
type PeriodValue = NamedPeriod | "vrij";

// Object.keys would put the numbers first.
const NAMED: readonly NamedPeriod[] = ["vandaag", "week", "maand", "vorige-maand", "kwartaal", "7", "28", "84"];
const VALUES: readonly PeriodValue[] = [...NAMED, "vrij"];
const OPTIONS = VALUES.map((value) => ({ value, label: value === "vrij" ? "Vrije periode" : PERIODS[value].label }));
const DEFAULT_PERIOD = "28" satisfies PeriodValue;
export const DEFAULT_QUERY = PERIODS[DEFAULT_PERIOD].query;

const periodFilters = { periode: oneOf(VALUES), van: dayFilter, tot: dayFilter, maand: textFilter(7) };

/** The period of the whole page, in the URL. */
export function usePeriod() {
  const [{ periode = DEFAULT_PERIOD, van, tot }, setFilters] = useUrlFilters(periodFilters, { keepScroll: true });
  const today = useToday();
  const to = tot ?? today;
  // Never after the last day, which may be in an earlier month.
  const from = van ?? `${to.slice(0, 7)}-01`;
  const query: Partial<ResultsQuery> = periode === "vrij" ? { from, to } : PERIODS[periode].query;
  const choose = (selected: PeriodValue) =>
    setFilters({
      periode: selected === DEFAULT_PERIOD ? undefined : selected,
      van: undefined,
      tot: undefined,
      // The month in which the period ends, for the charts per day.
      maand: selected === "vorige-maand" ? previousMonth(today) : undefined,
    });
  const chooseDays = (days: { van?: string | undefined; tot?: string | undefined }) =>
    setFilters({ ...days, ...("tot" in days && { maand: monthOf(days.tot ?? today, today) }) }, true);
  return { value: periode, from, to, today, query, choose, chooseDays };
}

/** As in the URL, which does not name the current month. */
const monthOf = (day: string, today: string): string | undefined => {
  const month = day.slice(0, 7);
  return month === today.slice(0, 7) ? undefined : month;
};

const previousMonth = (today: string): string => {
  const [year = 0, month = 1] = today.split("-").map(Number);
  return new Date(Date.UTC(year, month - 2, 1)).toISOString().slice(0, 7);
};

type PeriodProps = { period: ReturnType<typeof usePeriod> };

export const PeriodSelect = ({ period }: PeriodProps) => (
  <Select
    aria-label="Periode"
    options={OPTIONS}
    value={period.value}
    onValueChange={period.choose}
    className="w-44 max-sm:w-48 print:hidden"
  />
);

/** The days of a free period. On a phone they have a line of their own. */
export const PeriodDays = ({ period }: PeriodProps) =>
  period.value === "vrij" && (
    <>
      <DatePicker
        aria-label="Van"
        value={period.from}
        max={period.to}
        onValueChange={(day) => period.chooseDays({ van: day ?? undefined })}
        className={DAY_STYLE}
      />
      <DatePicker
        aria-label="Tot en met"
        value={period.to}
        min={period.from}
        max={period.today}
        onValueChange={(day) => period.chooseDays({ tot: day ?? undefined })}
        className={DAY_STYLE}
      />
    </>
  );

const DAY_STYLE = "w-36 max-sm:w-[calc(50%-0.25rem)] print:hidden";
