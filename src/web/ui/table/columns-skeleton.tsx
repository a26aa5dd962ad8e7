import { cn } from "../cn.ts";
import { Skeleton, SkeletonGroup } from "../feedback/loading.tsx";
import type { VirtualColumn } from "./virtual-table.tsx";

type SkeletonColumn = Pick<VirtualColumn<never>, "id" | "label" | "width" | "headerStart" | "onSort">;

/** How many lines the card of a row has in a narrow container. */
const CARD_LINES = { two: "@max-2xl:nth-[n+3]:hidden", four: "@max-2xl:nth-[n+5]:hidden" };

type ColumnsSkeletonProps = {
  columns: readonly SkeletonColumn[];
  /** The height of a row: of a card, and in a wide container. */
  rowClassName: string;
  cardLines: keyof typeof CARD_LINES;
  rows?: number;
};

/** The shape of a `VirtualTable` with these columns: its header and rows of its height. */
export const ColumnsSkeleton = ({ columns, rowClassName, cardLines, rows = 10 }: ColumnsSkeletonProps) => {
  const gridTemplateColumns = columns.map(({ width }) => width).join(" ");
  return (
    <SkeletonGroup className="@container">
      <div
        aria-hidden
        className={cn(
          "box-content h-9 items-center font-medium text-muted-foreground text-xs @2xl:grid @2xl:border-b",
          columns.some(({ onSort }) => onSort) ? "flex gap-x-2 @2xl:gap-x-0" : "hidden",
        )}
        style={{ gridTemplateColumns }}
      >
        {columns.map(({ id, label, headerStart, onSort }) => (
          <span key={id} className={cn("flex min-w-0 cell-sides gap-2.5", !onSort && "@max-2xl:hidden")}>
            {headerStart && <Skeleton className="size-4 shrink-0" />}
            <span className="truncate">{label}</span>
          </span>
        ))}
      </div>
      {Array.from({ length: rows }, (_, index) => `rij ${index}`).map((key) => (
        <div
          key={key}
          data-skeleton-row
          className={cn(
            "flex flex-col justify-center border-b @max-2xl:gap-3 @2xl:grid @2xl:items-center",
            rowClassName,
          )}
          style={{ gridTemplateColumns }}
        >
          {columns.map(({ id, headerStart }) => (
            <div key={id} className={cn("flex min-w-0 cell-sides gap-2.5 @max-2xl:even:w-2/3", CARD_LINES[cardLines])}>
              {headerStart && <Skeleton className="size-4 shrink-0" />}
              <Skeleton className="w-4/5" />
            </div>
          ))}
        </div>
      ))}
    </SkeletonGroup>
  );
};
