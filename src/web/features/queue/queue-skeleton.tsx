import { cn } from "#ui/cn.ts";
import { Skeleton, SkeletonGroup } from "#ui/feedback/loading.tsx";

const ROW_KEYS = Array.from({ length: 10 }, (_, index) => `rij ${index}`);

type SkeletonColumn = { id: string; label: string; width: string };

type QueueSkeletonProps = {
  columns: readonly SkeletonColumn[];
  /** The height of a row in a wide container. */
  rowClassName: string;
};

/** The shape of a `VirtualTable` with these columns: its header and rows of its height. */
export const QueueSkeleton = ({ columns, rowClassName }: QueueSkeletonProps) => {
  const gridTemplateColumns = columns.map(({ width }) => width).join(" ");
  return (
    <SkeletonGroup className="@container">
      <div
        aria-hidden
        className="hidden h-9 items-center border-b font-medium text-muted-foreground text-xs @2xl:grid"
        style={{ gridTemplateColumns }}
      >
        {columns.map(({ id, label }) => (
          <span key={id} className="truncate px-3">
            {label}
          </span>
        ))}
      </div>
      {ROW_KEYS.map((key) => (
        <div
          key={key}
          data-skeleton-row
          className={cn("flex h-24 flex-col justify-center gap-2 border-b @2xl:grid @2xl:items-center", rowClassName)}
          style={{ gridTemplateColumns }}
        >
          {columns.map(({ id }) => (
            <div key={id} className="px-3 @max-2xl:nth-[n+3]:hidden">
              <Skeleton className="w-4/5" />
            </div>
          ))}
        </div>
      ))}
    </SkeletonGroup>
  );
};
