import { useVirtualizer, useWindowVirtualizer } from "@tanstack/react-virtual";
import { useCallback } from "react";
import { useScrollPlace } from "./use-scroll-place.ts";

export type VirtualItem = { id: string | number };

type VirtualRowsOptions = {
  items: readonly VirtualItem[];
  /** A guess at a row's height; each row is measured once it is there. */
  estimate: number;
  gap?: number;
};

/** Only the rows in sight, within whatever scrolls around the list: a container, or else the window. */
export function useVirtualRows({ items, estimate, gap = 0 }: VirtualRowsOptions) {
  const { list, scroller, margin } = useScrollPlace();
  // Heights follow the item, also when others come before it. A new function would measure every row again.
  const getItemKey = useCallback((index: number) => items[index]?.id ?? index, [items]);
  const shared = {
    count: items.length,
    estimateSize: () => estimate,
    getItemKey,
    gap,
    overscan: 8,
    scrollMargin: margin,
  };
  const inContainer = useVirtualizer({
    ...shared,
    getScrollElement: () => (scroller instanceof Element ? scroller : null),
    enabled: scroller instanceof Element,
  });
  const inWindow = useWindowVirtualizer({ ...shared, enabled: scroller === window });
  const virtualizer = scroller === window ? inWindow : inContainer;
  return {
    list,
    height: virtualizer.getTotalSize(),
    measure: virtualizer.measureElement,
    rows: virtualizer.getVirtualItems().map(({ index, key, start }) => ({ index, key, top: start - margin })),
  };
}
