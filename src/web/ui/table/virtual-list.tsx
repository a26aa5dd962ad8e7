import type { ReactNode } from "react";
import { cn } from "../cn.ts";
import { EndSentinel, useVirtualRows, type VirtualItem } from "./virtual-rows.tsx";

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
};

/** A list of cards of any length and height: only those in sight exist. */
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
}: VirtualListProps<Item>) {
  const { list, rows, height, measure } = useVirtualRows({ items, estimate, gap, overscan: 4 });
  return (
    <>
      <ul ref={list} aria-label={label} className={cn("relative", className)} style={{ height }}>
        {rows.map(({ index, key, top }) => {
          const item = items[index];
          if (item === undefined) return null;
          return (
            <li
              key={key}
              ref={measure}
              data-index={index}
              aria-setsize={total}
              aria-posinset={index + 1}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${top}px)` }}
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
