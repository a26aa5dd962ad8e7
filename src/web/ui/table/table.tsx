import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { cn } from "../cn.ts";

const CONTROLS = "a, button, input, select, textarea, label, [role=menuitem], [role=dialog]";

/**
 * A click anywhere in a row opens it, save on the row's own controls or while selecting text. The pointer's shortcut
 * only: a row also holds a real button or link for the keyboard.
 */
export function rowClickProps(open: (() => void) | undefined) {
  if (!open) return {};
  return {
    onClick: (event: MouseEvent<HTMLElement>) => {
      if (event.target instanceof Element && event.target.closest(CONTROLS)) return;
      if (window.getSelection()?.isCollapsed === false) return;
      open();
    },
  };
}

export type SortDirection = "ascending" | "descending" | "none";

const ICONS = { ascending: ArrowUp, descending: ArrowDown, none: ChevronsUpDown };

type SortButtonProps = { direction: SortDirection; onSort: () => void; children: ReactNode };

/** Inside a column header that carries `aria-sort`. */
export function SortButton({ direction, onSort, children }: SortButtonProps) {
  const Icon = ICONS[direction];
  return (
    <button
      type="button"
      onClick={onSort}
      className={cn(
        "-mx-1.5 inline-flex h-6 cursor-pointer items-center gap-1 rounded-sm px-1.5 font-medium hover:bg-accent hover:text-foreground",
        direction !== "none" && "text-foreground",
      )}
    >
      {children}
      <Icon aria-hidden className={cn("size-3.5", direction === "none" && "opacity-60")} />
    </button>
  );
}

/**
 * A browser forgets that a table is a table once its display changes, which is what makes cards of the rows on a
 * phone. Said aloud, the roles survive.
 */
export const TABLE = { role: "table" } as const;
export const ROWGROUP = { role: "rowgroup" } as const;
export const ROW = { role: "row" } as const;
export const COLUMNHEADER = { role: "columnheader" } as const;
export const CELL = { role: "cell" } as const;

type TableProps = ComponentProps<"table"> & {
  /** Where there is little room every row becomes a card, in which each cell carries the label of its column. */
  responsive?: boolean;
  containerClassName?: string;
};

export const Table = ({ responsive = true, containerClassName, className, ...props }: TableProps) => (
  <div className={cn(responsive ? "@container" : "overflow-x-auto [--table-top:0px]", containerClassName)}>
    <table
      {...TABLE}
      data-responsive={responsive || undefined}
      className={cn(
        "group/table w-full border-separate border-spacing-0 text-left text-sm tabular-nums",
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

/** With `onSort` it can be sorted by; above cards only those headers stay in sight, as a row of buttons. */
export const TableHead = ({ sort = "none", onSort, className, children, ...props }: TableHeadProps) => (
  <th
    {...COLUMNHEADER}
    scope="col"
    aria-sort={onSort ? sort : undefined}
    className={cn(
      "sticky top-(--table-top,0px) z-10 h-9 whitespace-nowrap border-b bg-background px-3 text-left align-middle font-medium text-muted-foreground text-xs",
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
      label && labelStyle,
      className,
    )}
    {...props}
  />
);

/** Seen on a card and not read out: the column header is already heard. */
const labelStyle =
  "@max-2xl:group-data-responsive/table:before:w-28 @max-2xl:group-data-responsive/table:before:shrink-0 @max-2xl:group-data-responsive/table:before:font-normal @max-2xl:group-data-responsive/table:before:text-muted-foreground @max-2xl:group-data-responsive/table:before:text-xs @max-2xl:group-data-responsive/table:before:content-[attr(data-label)/'']";

/** A text in a narrow column: the whole of it is a pointer away. */
export const CellText = ({ text }: { text: string | null }) => <span title={text ?? undefined}>{text || "–"}</span>;
