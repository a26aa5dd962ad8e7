import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { cn } from "../cn.ts";

const CONTROLS = "a, button, input, select, textarea, label, [role=menuitem], [role=dialog]";

/**
 * Opens a row on a click anywhere in it, except on its controls or while selecting text. Only for the pointer: a row also
 * has a button or link for the keyboard.
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

/** The content of a column header with `aria-sort`. */
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

/** Explicit roles: browsers drop the table semantics of elements with another `display`, as the cards on a phone have. */
export const TABLE = { role: "table" } as const;
export const ROWGROUP = { role: "rowgroup" } as const;
export const ROW = { role: "row" } as const;
export const COLUMNHEADER = { role: "columnheader" } as const;
export const CELL = { role: "cell" } as const;

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
      label && "@max-2xl:group-data-responsive/table:label-before",
      className,
    )}
    {...props}
  />
);

/** A truncated text, with the full text as its tooltip. */
export const CellText = ({ text }: { text: string | null }) => <span title={text ?? undefined}>{text || "–"}</span>;
