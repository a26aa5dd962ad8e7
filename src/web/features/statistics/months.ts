/** January is 0. */
export type Month = { month: number; year: number };

const NAMES = [
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

export const monthName = ({ month, year }: Month): string => `${NAMES[month] ?? ""} ${year}`;

/** So many months later, or earlier; over the end of a year as well. */
export const shiftMonth = ({ month, year }: Month, by: number): Month => {
  const months = year * 12 + month + by;
  return { month: months % 12, year: Math.floor(months / 12) };
};

/** "2026-11", as it stands in the address. */
export const monthText = ({ month, year }: Month): string => `${year}-${String(month + 1).padStart(2, "0")}`;

export const monthOf = (text: string): Month => ({
  month: Number(text.slice(5, 7)) - 1,
  year: Number(text.slice(0, 4)),
});

/** The month in the address, or the one that today is in; nobody looks at a month that has yet to come. */
export const chosenMonth = (text: string | undefined, today: string): Month => {
  const current = today.slice(0, 7);
  return monthOf(text !== undefined && text < current ? text : current);
};

export const isCurrent = (month: Month, today: string): boolean => monthText(month) === today.slice(0, 7);
