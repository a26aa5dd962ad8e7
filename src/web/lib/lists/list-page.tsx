import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { type ComponentProps, type ReactNode, Suspense } from "react";
import { cn } from "#ui/cn.ts";
import { lazyComponent } from "#ui/lazy-component.tsx";
import { PageHeader } from "#ui/page/page-header.tsx";
import { type ListScroller, UNKNOWN_TOTAL, VirtualList } from "#ui/table/virtual-rows.tsx";
import { type VirtualColumn, VirtualTable } from "#ui/table/virtual-table.tsx";
import { ListKeys } from "./list-keys.tsx";
import { type NextPageQuery, NextPageStatus, QueryStates } from "./query-states.tsx";

const ListChangedNotice = lazyComponent(() => import("./list-changed-notice.tsx"), "ListChangedNotice");

type ListItem = { id: string | number };

type ListQuery = Pick<UseInfiniteQueryResult, "data" | "error" | "refetch" | "isFetching"> &
  Partial<Pick<UseInfiniteQueryResult, "isPlaceholderData" | "hasNextPage">> &
  NextPageQuery;

/** What `usePagedList` and `useLiveList` return, or a whole list of one query. */
export type ListSource<Item> = {
  query: ListQuery;
  items: readonly Item[];
  hasMore?: boolean;
  loadMore?: () => void;
  /** The list changed on the server; `refresh` reloads it. */
  hasUpdates?: boolean;
  refresh?: () => void;
  /** Gets the function that scrolls to an item; only a list of cards sets it. */
  scroller?: ListScroller;
};

/** Rows of a table, or cards of any height. */
type Rows<Item> =
  | {
      columns: readonly VirtualColumn<Item>[];
      onOpen?: (item: Item) => void;
      rowHeight?: number;
      rowClassName?: (item: Item) => string | undefined;
    }
  | { card: (item: Item) => ReactNode; cardHeight: number; gap?: number };

export type ListContentProps<Item> = {
  label: string;
  list: ListSource<Item>;
  rows: Rows<Item>;
  /** How many items the whole list has, if the server returns the total. */
  total?: number | undefined;
  skeleton: ReactNode;
  /** Shown in place of the rows when there are none. */
  empty: ReactNode;
  /** Title of the error of the first page: "De leads konden niet worden geladen". */
  errorTitle: string;
  /** Text of the error of a further page: "De volgende leads konden niet worden geladen." */
  nextPageError?: string;
};

/** A list in each of its states: loading, failed, empty, and filled, with more pages loaded on scrolling. */
export function ListContent<Item extends ListItem>({
  label,
  list,
  rows,
  total,
  skeleton,
  empty,
  errorTitle,
  nextPageError = "",
}: ListContentProps<Item>) {
  const { query, items, hasUpdates, refresh } = list;
  return (
    <>
      <ListKeys />
      <Suspense>{hasUpdates && refresh && <ListChangedNotice onRefresh={refresh} />}</Suspense>
      <QueryStates query={query} errorTitle={errorTitle} skeleton={skeleton}>
        {() => {
          // An empty previous list, kept as placeholder, does not mean that the next one is empty.
          if (items.length === 0) return query.isPlaceholderData ? skeleton : empty;
          return (
            <div className={cn("transition-opacity", query.isPlaceholderData && "opacity-60")}>
              <ListRows label={label} list={list} rows={rows} total={total} />
              <NextPageStatus query={query} errorText={nextPageError} />
            </div>
          );
        }}
      </QueryStates>
    </>
  );
}

type ListRowsProps<Item> = Pick<ListContentProps<Item>, "label" | "list" | "rows" | "total">;

function ListRows<Item extends ListItem>({ label, list, rows, total }: ListRowsProps<Item>) {
  const { items, query, hasMore = false, loadMore } = list;
  const paging = {
    items,
    total: total ?? (query.hasNextPage ? UNKNOWN_TOTAL : items.length),
    hasMore,
    ...(loadMore ? { onEnd: loadMore } : {}),
  };
  if ("columns" in rows) {
    const { columns, onOpen, rowHeight, rowClassName } = rows;
    const table = { label, columns, onOpen, estimate: rowHeight, rowClassName };
    return <VirtualTable {...table} {...paging} />;
  }
  return (
    <VirtualList label={label} estimate={rows.cardHeight} gap={rows.gap} scroller={list.scroller} {...paging}>
      {rows.card}
    </VirtualList>
  );
}

type ListPageProps<Item> = ListContentProps<Item> & {
  header: ComponentProps<typeof PageHeader>;
  /** Between the header and the list. */
  notice?: ReactNode;
  /** For the element around the list, in addition to its padding. */
  className?: string;
  /** Dialogs of the page. */
  children?: ReactNode;
};

/** A screen that consists of a header with filters and a list. */
export const ListPage = <Item extends ListItem>({
  header,
  notice,
  className,
  children,
  ...content
}: ListPageProps<Item>) => (
  <>
    <PageHeader {...header} />
    {notice}
    <div className={cn("px-1 pb-6 sm:px-3", className)}>
      <ListContent {...content} />
    </div>
    {children}
  </>
);
