import { cn } from "../cn.ts";
import { Skeleton, SkeletonGroup } from "../feedback/loading.tsx";

const FIRST_CELL_WIDTHS = ["w-44", "w-60", "w-52", "w-36", "w-56", "w-48", "w-40", "w-64", "w-32", "w-[13.5rem]"];

type TableSkeletonProps = { rows?: number; label?: string };

export const TableSkeleton = ({ rows = 8, label }: TableSkeletonProps) => (
  <SkeletonGroup label={label} className="divide-y border-b">
    {FIRST_CELL_WIDTHS.slice(0, rows).map((width) => (
      <div key={width} data-skeleton-row className="flex h-11 items-center gap-6 px-3">
        <Skeleton className={cn("shrink-0", width)} />
        <Skeleton className="hidden flex-1 sm:block" />
        <Skeleton className="ml-auto w-16 shrink-0" />
      </div>
    ))}
  </SkeletonGroup>
);
