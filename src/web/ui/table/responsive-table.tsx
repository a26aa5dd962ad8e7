import type { ComponentProps } from "react";
import { cn } from "../cn.ts";
import { CELL, COLUMNHEADER, ROW, ROWGROUP, rowClickProps, SortButton, type SortDirection, TABLE } from "./table.tsx";

type TableProps = ComponentProps<"table"> & {
  /** In a narrow container every row becomes a card, in which each cell shows the label of its column. */
  responsive?: boolean;
  containerClassName?: string;
};

export const Table = ({ responsive = true, containerClassName, className, ...props }: TableProps) => (
  <div className={cn(responsive ? "@container" : "overflow-x-auto [--table-top:0px]", containerClassName)}>
    <table
      {...TABLE}
      data-responsive={responsive || undefined}
      className={cn(
        "group/table w-full border-separate border-spacing-0 text-left text-sm [&_time]:tabular-nums",
        responsive && "@max-2xl:block",
        className,
      )}
      {...props}
    />
  </div>
);

export const TableHeader = ({ className, ...props }: ComponentProps<"thead">) => (
  <thead {...ROWGROUP} className={cn("@max-2xl:group-data-responsive/table:block", className)} {...props} />
);

export const TableBody = ({ className, ...props }: ComponentProps<"tbody">) => (
  <tbody
    {...ROWGROUP}
    className={cn("@max-2xl:group-data-responsive/table:flex @max-2xl:flex-col @max-2xl:gap-2", className)}
    {...props}
  />
);

type TableRowProps = ComponentProps<"tr"> & { onOpen?: (() => void) | undefined };

export const TableRow = ({ onOpen, className, ...props }: TableRowProps) => (
  <tr
    {...ROW}
    {...rowClickProps(onOpen)}
    className={cn(
      "@max-2xl:group-data-responsive/table:block @max-2xl:[tbody_&]:rounded-md @max-2xl:[tbody_&]:border @max-2xl:[tbody_&]:bg-card @max-2xl:[tbody_&]:py-1.5",
      "@2xl:[tbody_&]:hover:bg-accent/60",
      onOpen && "cursor-pointer",
      className,
    )}
    {...props}
  />
);

type TableHeadProps = ComponentProps<"th"> & { sort?: SortDirection; onSort?: () => void };

/** `onSort` makes it a sort button. When the rows are cards, only the sort buttons are shown, in a row. */
export const TableHead = ({ sort = "none", onSort, className, children, ...props }: TableHeadProps) => (
  <th
    {...COLUMNHEADER}
    scope="col"
    aria-sort={onSort ? sort : undefined}
    className={cn(
      "sticky top-(--table-top,0px) z-10 h-9 whitespace-nowrap border-b bg-background in-[[role=dialog]]:bg-popover px-3 text-left align-middle font-medium text-muted-foreground text-xs",
      onSort
        ? "@max-2xl:group-data-responsive/table:mr-4 @max-2xl:group-data-responsive/table:inline-flex @max-2xl:group-data-responsive/table:items-center @max-2xl:group-data-responsive/table:border-0 @max-2xl:group-data-responsive/table:bg-transparent @max-2xl:group-data-responsive/table:px-0"
        : "@max-2xl:group-data-responsive/table:sr-only",
      className,
    )}
    {...props}
  >
    {onSort ? (
      <SortButton direction={sort} onSort={onSort}>
        {children}
      </SortButton>
    ) : (
      children
    )}
  </th>
);

type TableCellProps = ComponentProps<"td"> & { label?: string };

export const TableCell = ({ label, className, ...props }: TableCellProps) => (
  <td
    {...CELL}
    data-label={label}
    className={cn(
      "h-11 px-3 py-2 align-middle @2xl:border-b @2xl:[tr:last-child>&]:border-b-0",
      "@max-2xl:group-data-responsive/table:flex @max-2xl:group-data-responsive/table:h-auto @max-2xl:group-data-responsive/table:items-baseline @max-2xl:group-data-responsive/table:py-1",
      label && "@max-2xl:group-data-responsive/table:label-before",
      className,
    )}
    {...props}
  />
);
