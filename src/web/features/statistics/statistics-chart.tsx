import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { DayCount, HourCount } from "#contract/statistics.ts";
import { downloadCsv } from "#lib/browser/csv.ts";
import { formatLongDate } from "#lib/dates/dates.ts";
import { QueryStates } from "#lib/lists/query-states.tsx";
import type { Bar } from "#ui/chart/bar-chart.tsx";
import { ChartCard } from "#ui/chart/chart-card.tsx";
import { cn } from "#ui/cn.ts";
import { Skeleton, SkeletonGroup } from "#ui/feedback/loading.tsx";
import { Card } from "#ui/page/card.tsx";

type StatisticsChartProps<Data> = {
  query: UseQueryResult<Data>;
  title: string;
  /** Without extension. */
  fileName: string;
  columns: readonly [string, string];
  labelEvery: number;
  controls?: ReactNode;
  toBars: (data: Data) => Bar[];
  /** Line below the title, such as "5 verstuurd in oktober 2026". */
  toNote: (data: Data) => string;
};

/** A chart with its loading and error states and its CSV download. */
export function StatisticsChart<Data>({
  query,
  title,
  fileName,
  columns,
  labelEvery,
  controls,
  toBars,
  toNote,
}: StatisticsChartProps<Data>) {
  return (
    <QueryStates query={query} errorTitle={`${title} kon niet worden geladen`} skeleton={<ChartSkeleton />}>
      {(data) => {
        const bars = toBars(data);
        return (
          <div className={cn("min-w-0 transition-opacity", query.isPlaceholderData && "opacity-60")}>
            <ChartCard
              title={title}
              note={toNote(data)}
              controls={controls}
              bars={bars}
              labelEvery={labelEvery}
              columns={columns}
              onDownload={() => downloadCsv(fileName, toCsvRows(columns, bars))}
            />
          </div>
        );
      }}
    </QueryStates>
  );
}

const ChartSkeleton = () => (
  <SkeletonGroup>
    <Card className="flex flex-col gap-4 p-5">
      <Skeleton className="w-48" />
      <Skeleton className="h-49" />
    </Card>
  </SkeletonGroup>
);

const toCsvRows = (columns: readonly [string, string], bars: readonly Bar[]) => [
  columns,
  ...bars.filter(({ isToCome }) => !isToCome).map(({ title, value }) => [title, value] as const),
];

/** Noon UTC is the same date in every European time zone. */
const dayTitle = (date: string): string => formatLongDate(`${date}T12:00:00Z`);

/** The days after today have no bar: it would look like that of a day on which nothing happened. */
export const toDayBars = (days: readonly DayCount[], today: string): Bar[] =>
  days.map(({ date, count }) => ({
    label: String(Number(date.slice(8))),
    title: dayTitle(date),
    value: count,
    isToCome: date > today,
  }));

const hourText = (hour: number): string => `${String(hour).padStart(2, "0")}:00`;

export const toHourBars = (hours: readonly HourCount[]): Bar[] =>
  hours.map(({ hour, count }) => ({
    label: String(hour),
    title: `${hourText(hour)} – ${hourText((hour + 1) % 24)}`,
    value: count,
  }));
