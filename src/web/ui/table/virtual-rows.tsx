import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, type RefObject, useCallback, useEffect, useImperativeHandle, useRef, useState } from "react";
import { cn } from "../cn.ts";

export type VirtualItem = { id: string | number };

/** Scrolls the list to an item, so that it is rendered. */
export type ListScroller = RefObject<((id: string) => void) | null>;

/** The total of a list whose items are not counted; -1 is ARIA's value for an unknown size. */
export const UNKNOWN_TOTAL = -1;

type VirtualRowsOptions = {
  items: readonly VirtualItem[];
  /** The height of a row before it has been measured. */
  estimate: number;
  gap?: number;
  /** How many rows beyond either edge are rendered: for fast scrolling, and for the Tab key, which moves to the next row. */
  overscan: number;
};

/** Renders only the visible rows, within the nearest ancestor of the list that scrolls. */
export function useVirtualRows({ items, estimate, gap = 0, overscan }: VirtualRowsOptions) {
  const { list, container, scrollMargin } = useScrollContainer();
  // Measured heights are cached by key. Another estimate means another layout, such as cards instead of rows, and new measurements.
  const getItemKey = useCallback((index: number) => `${estimate} ${items[index]?.id}`, [items, estimate]);
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => container.current,
    estimateSize: () => estimate,
    getItemKey,
    gap,
    overscan,
    scrollMargin,
  });
  return {
    list,
    height: virtualizer.getTotalSize(),
    measure: virtualizer.measureElement,
    scrollTo: (id: string) => {
      const index = items.findIndex((item) => item.id === id);
      // Not `scrollToIndex`, which would scroll again when the caller has aligned the item otherwise.
      if (index >= 0) container.current?.scrollTo(0, virtualizer.getOffsetForIndex(index)?.[0] ?? 0);
    },
    rows: virtualizer.getVirtualItems().map(({ index, key, start }) => ({
      index,
      key: String(key),
      top: start - scrollMargin,
    })),
  };
}

/** The scrolling ancestor of a list, and how far below its top the list begins. `list` is the ref of the list. */
function useScrollContainer() {
  const container = useRef<HTMLElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  const list = useCallback((element: HTMLElement | null) => {
    const found = findScrollContainer(element);
    container.current = found;
    if (!element || !found) return;
    const measure = () => {
      const { top } = found.getBoundingClientRect();
      setScrollMargin(Math.round(element.getBoundingClientRect().top - top + found.scrollTop));
    };
    measure();
    // Content above the list, such as filters that wrap, may grow and push it down.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    if (element.parentElement) observer.observe(element.parentElement);
    return () => observer.disconnect();
  }, []);
  return { list, container, scrollMargin };
}

function findScrollContainer(element: HTMLElement | null): HTMLElement | null {
  for (let parent = element?.parentElement; parent; parent = parent.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(parent).overflowY)) return parent;
  }
  return element && document.documentElement;
}

type EndSentinelProps = {
  onEnd: () => void;
  hasMore: boolean;
  /** The number of items above it. When it changes, the sentinel checks again whether it is visible. */
  count: number;
};

/**
 * Requests the next page as soon as a part of it is visible. It covers the last rows, so that the page is loaded before the end is
 * reached. No minimum: of a short list in a pane of its own, most of it lies above the pane.
 */
export function EndSentinel({ onEnd, hasMore, count }: EndSentinelProps) {
  const zone = useRef<HTMLDivElement>(null);
  const latest = useRef(onEnd);
  useEffect(() => {
    latest.current = onEnd;
  });
  useEffect(() => {
    if (!hasMore || count < 0 || !zone.current) return;
    // Several entries may arrive at once; the last one is the current state.
    const onIntersect = (entries: IntersectionObserverEntry[]) => entries.at(-1)?.isIntersecting && latest.current();
    const observer = new IntersectionObserver(onIntersect);
    observer.observe(zone.current);
    return () => observer.disconnect();
  }, [hasMore, count]);
  return (
    <div aria-hidden className="pointer-events-none relative">
      <div ref={zone} className="absolute inset-x-0 bottom-0 h-[150rem]" />
    </div>
  );
}

type VirtualListProps<Item> = {
  label: string;
  items: readonly Item[];
  children: (item: Item, index: number) => ReactNode;
  estimate: number;
  gap?: number | undefined;
  /** Of the whole list, or `UNKNOWN_TOTAL`; without it, `items` is the whole list. */
  total?: number | undefined;
  onEnd?: () => void;
  hasMore?: boolean;
  className?: string;
  scroller?: ListScroller | undefined;
};

/**
 * A list of cards of any height, of which only the visible ones are rendered. They are below each other in the flow of the page: a
 * card that grows, such as by a button that is loaded later, moves the next ones at once, and not only when it has been measured.
 */
export function VirtualList<Item extends VirtualItem>({
  label,
  items,
  children,
  estimate,
  gap = 12,
  total = items.length,
  onEnd,
  hasMore = false,
  className,
  scroller,
}: VirtualListProps<Item>) {
  const { list, rows, height, measure, scrollTo } = useVirtualRows({ items, estimate, gap, overscan: 4 });
  useImperativeHandle(scroller, () => scrollTo);
  return (
    <>
      <ul
        ref={list}
        aria-label={label}
        // The virtualizer keeps the position itself when a card above the window changes its height.
        className={cn("relative flex flex-col [overflow-anchor:none]", className)}
        style={{ height, gap, paddingTop: rows[0]?.top }}
      >
        {rows.map(({ index, key }) => {
          const item = items[index];
          if (item === undefined) return null;
          return (
            <li
              key={key}
              ref={measure}
              data-index={index}
              data-list-item
              tabIndex={-1}
              aria-setsize={total}
              aria-posinset={index + 1}
              className="shrink-0 scroll-mt-[calc(var(--table-top,0px)+0.75rem)] scroll-mb-[calc(var(--bottom-bar,0px)+1rem)] rounded-md"
            >
              {children(item, index)}
            </li>
          );
        })}
      </ul>
      {onEnd && <EndSentinel onEnd={onEnd} hasMore={hasMore} count={items.length} />}
    </>
  );
}
