import type { DayCount, HourCount } from "#contract/statistics.ts";
import { formatLongDate } from "#lib/dates.ts";
import type { Bar } from "#ui/bar-chart.tsx";

/** Noon is on the same day everywhere in Europe. */
const dayTitle = (date: string): string => formatLongDate(`${date}T12:00:00Z`);

export const dayBars = (days: readonly DayCount[]): Bar[] =>
  days.map(({ date, count }) => ({ label: String(Number(date.slice(8))), title: dayTitle(date), value: count }));

const clock = (hour: number): string => `${String(hour).padStart(2, "0")}:00`;

export const hourBars = (hours: readonly HourCount[]): Bar[] =>
  hours.map(({ hour, count }) => ({
    label: String(hour),
    title: `${clock(hour)} – ${clock((hour + 1) % 24)}`,
    value: count,
  }));
