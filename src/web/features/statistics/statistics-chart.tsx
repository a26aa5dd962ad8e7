import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { downloadCsv } from "#lib/csv.ts";
import { Loaded } from "#lib/loaded.tsx";
import type { Bar } from "#ui/bar-chart.tsx";
import { Card } from "#ui/card.tsx";
import { ChartCard } from "#ui/chart-card.tsx";
import { cn } from "#ui/cn.ts";
import { Skeleton, SkeletonGroup } from "#ui/skeleton.tsx";

type StatisticsChartProps<Data> = {
  query: UseQueryResult<Data>;
  title: string;
  /** Of the file, without its ending. */
  fileName: string;
  columns: readonly [string, string];
  labelEvery: number;
  controls?: ReactNode;
  barsOf: (data: Data) => Bar[];
  /** "{total} verstuurd". */
  noteOf: (data: Data) => string;
};

/** A chart of the dashboard, in each of its states. */
export function StatisticsChart<Data>({
  query,
  title,
  fileName,
  columns,
  labelEvery,
  controls,
  barsOf,
  noteOf,
}: StatisticsChartProps<Data>) {
  return (
    <Loaded query={query} problem={`${title} kon niet worden geladen`} skeleton={<ChartSkeleton />}>
      {(data) => {
        const bars = barsOf(data);
        return (
          <div className={cn("min-w-0 transition-opacity", query.isPlaceholderData && "opacity-60")}>
            <ChartCard
              title={title}
              note={noteOf(data)}
              controls={controls}
              bars={bars}
              labelEvery={labelEvery}
              columns={columns}
              onDownload={() => downloadCsv(fileName, [columns, ...bars.map((bar) => [bar.title, bar.value] as const)])}
            />
          </div>
        );
      }}
    </Loaded>
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
