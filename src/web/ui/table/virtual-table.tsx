import { memo, type ReactNode, type RefCallback } from "react";
import { cn } from "../cn.ts";
import { CELL, COLUMNHEADER, ROW, ROWGROUP, rowClickProps, SortButton, type SortDirection, TABLE } from "./table.tsx";
import { EndSentinel, UNKNOWN_TOTAL, useVirtualRows, type VirtualItem } from "./virtual-rows.tsx";

export type VirtualColumn<Item> = {
  id: string;
  label: string;
  /** In the header before the label, such as a checkbox that selects all rows. */
  headerStart?: ReactNode;
  /** A grid track: "10rem", "minmax(12rem, 2fr)". */
  width: string;
  cell: (item: Item) => ReactNode;
  sort?: SortDirection;
  onSort?: (() => void) | undefined;
  className?: string;
  /** Its place on the card that a row becomes in a narrow container; without it a line of its own with its label. */
  inCard?: CardPlace | undefined;
};

/**
 * `title` and `badge` share the first line; `detail` cells the second, each cut off if they do not fit, with the `value` cells, which
 * are not, after them; `block` is a line without a label.
 */
type CardPlace = "title" | "badge" | "detail" | "value" | "block" | "hidden";

type VirtualTableProps<Item> = {
  label: string;
  columns: readonly VirtualColumn<Item>[];
  items: readonly Item[];
  /** The height of a row before it has been measured. */
  estimate?: number | undefined;
  /** Of the whole list, or `UNKNOWN_TOTAL`; without it, `items` is the whole list. */
  total?: number | undefined;
  onOpen?: ((item: Item) => void) | undefined;
  rowClassName?: ((item: Item) => string | undefined) | undefined;
  onEnd?: () => void;
  hasMore?: boolean;
  className?: string;
};

/** A table of which only the visible rows are rendered. In a narrow container its rows become cards. */
export function VirtualTable<Item extends VirtualItem>({
  label,
  columns,
  items,
  estimate,
  total = items.length,
  onOpen,
  rowClassName,
  onEnd,
  hasMore = false,
  className,
}: VirtualTableProps<Item>) {
  const { list, rows, height, measure } = useVirtualRows({
    items,
    estimate: estimate ?? estimateHeight(columns.length),
    overscan: 8,
  });
  const gridTemplateColumns = columns.map((column) => column.width).join(" ");
  return (
    <div className="@container">
      <table
        {...TABLE}
        aria-label={label}
        // The header is a row too.
        aria-rowcount={total === UNKNOWN_TOTAL ? UNKNOWN_TOTAL : total + 1}
        className={cn("block text-left text-sm [&_time]:tabular-nums", className)}
      >
        <thead {...ROWGROUP} className="sticky top-(--table-top,0px) z-10 block bg-background @2xl:border-b">
          <tr {...ROW} aria-rowindex={1} className={headerRowStyle} style={{ gridTemplateColumns }}>
            {columns.map((column) => (
              <HeaderCell key={column.id} column={column} />
            ))}
          </tr>
        </thead>
        <tbody {...ROWGROUP} ref={list} className="relative block" style={{ height }}>
          {rows.map(({ index, key, top }) => {
            const item = items[index];
            if (item === undefined) return null;
            return (
              <Row
                key={key}
                item={item}
                index={index}
                top={top}
                columns={columns}
                gridTemplateColumns={gridTemplateColumns}
                measure={measure}
                onOpen={onOpen}
                className={rowClassName?.(item)}
              />
            );
          })}
        </tbody>
      </table>
      {onEnd && <EndSentinel onEnd={onEnd} hasMore={hasMore} count={items.length} />}
    </div>
  );
}

type RowProps<Item> = Pick<VirtualTableProps<Item>, "columns" | "onOpen"> & {
  item: Item;
  index: number;
  top: number;
  gridTemplateColumns: string;
  measure: RefCallback<HTMLElement>;
  className: string | undefined;
};

const PlainRow = <Item,>({
  item,
  index,
  top,
  columns,
  gridTemplateColumns,
  measure,
  onOpen,
  className,
}: RowProps<Item>) => (
  <tr
    {...ROW}
    ref={measure}
    data-index={index}
    data-list-item
    tabIndex={-1}
    aria-rowindex={index + 2}
    {...rowClickProps(onOpen && (() => onOpen(item)))}
    className={cn(rowStyle, onOpen && "cursor-pointer", className)}
    style={{ gridTemplateColumns, transform: `translateY(${top}px)` }}
  >
    {columns.map((column) => (
      <td
        {...CELL}
        key={column.id}
        data-label={column.label}
        data-in-card={column.inCard}
        className={cn(cellStyle, column.inCard ? CARD_STYLES[column.inCard] : labelledStyle, column.className)}
      >
        {column.cell(item)}
      </td>
    ))}
  </tr>
);

/** Memoized: scrolling renders only the rows that become visible. */
const Row = memo(PlainRow) as typeof PlainRow;

const HeaderCell = <Item,>({
  column: { label, headerStart, sort = "none", onSort },
}: {
  column: VirtualColumn<Item>;
}) => (
  <th
    {...COLUMNHEADER}
    scope="col"
    aria-sort={onSort ? sort : undefined}
    className={cn(
      "flex h-9 min-w-0 items-center cell-sides font-medium",
      !onSort && "@max-2xl:sr-only @max-2xl:[&>button]:hidden",
    )}
  >
    {headerStart}
    {onSort ? (
      <SortButton direction={sort} onSort={onSort}>
        {label}
      </SortButton>
    ) : (
      <span className="truncate">{label}</span>
    )}
  </th>
);

const estimateHeight = (columns: number) => (window.matchMedia("(min-width: 48rem)").matches ? 44 : columns * 28 + 17);

const headerRowStyle =
  "flex flex-wrap gap-x-2 text-muted-foreground text-xs @2xl:grid @2xl:items-center @2xl:gap-x-0 @2xl:whitespace-nowrap";
const rowStyle =
  "virtual-row focus-visible:-outline-offset-2 absolute inset-x-0 top-0 flex flex-wrap items-center border-b hover:bg-accent/60 @max-2xl:py-2 @max-2xl:pr-3 @2xl:grid @2xl:min-h-11 @2xl:items-center";
const cellStyle = "block min-w-0 cell-sides py-1 @2xl:truncate";
const labelledStyle = "@max-2xl:label-before @max-2xl:order-6 @max-2xl:flex @max-2xl:w-full @max-2xl:items-baseline";
const secondLine = "@max-2xl:pr-0 @max-2xl:py-0.5 @max-2xl:text-[0.8125rem] @max-2xl:text-muted-foreground";
const CARD_STYLES: Record<CardPlace, string> = {
  title: "@max-2xl:order-1 @max-2xl:flex-1 @max-2xl:font-medium",
  badge: "@max-2xl:order-1 @max-2xl:shrink-0 @max-2xl:pr-0",
  // Without a width of their own they stay on one line, and grow to the width of their text as far as there is room.
  detail: `@max-2xl:order-3 @max-2xl:max-w-max @max-2xl:grow @max-2xl:basis-0 @max-2xl:truncate ${secondLine}`,
  // The first of them moves all to the right edge, so that they do not begin elsewhere in each row.
  value: `@max-2xl:order-4 @max-2xl:shrink-0 @max-2xl:[&:not([data-in-card=value]~*)]:ml-auto ${secondLine}`,
  block: "@max-2xl:order-5 @max-2xl:w-full",
  hidden: "@max-2xl:hidden",
};
