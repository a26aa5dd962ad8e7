import { useCallback, useLayoutEffect, useReducer, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { RowHeights } from "./row-heights.ts";

type Scroller = Element | Window;

type ScrollContainer = { scroller: Scroller | null; margin: number };

const NOWHERE: ScrollContainer = { scroller: null, margin: 0 };

/** What scrolls around an element, and how far below its start the element begins. `list` is the element's ref. */
function useScrollContainer() {
  const [place, setPlace] = useState(NOWHERE);
  const list = useCallback((element: HTMLElement | null) => {
    if (!element) return;
    const update = () => setPlace((known) => unlessEqual(known, findScrollContainer(element)));
    update();
    // What stands above the list (filters that wrap, a banner) may grow and push it down.
    const observer = new ResizeObserver(update);
    observer.observe(document.body);
    if (element.parentElement) observer.observe(element.parentElement);
    return () => observer.disconnect();
  }, []);
  return { list, ...place };
}

const unlessEqual = (known: ScrollContainer, found: ScrollContainer) =>
  known.scroller === found.scroller && known.margin === found.margin ? known : found;

function findScrollContainer(element: HTMLElement): ScrollContainer {
  const { top } = element.getBoundingClientRect();
  const container = findContainer(element);
  if (!container) return { scroller: window, margin: Math.round(top + window.scrollY) };
  return { scroller: container, margin: Math.round(top - container.getBoundingClientRect().top + container.scrollTop) };
}

function findContainer(element: HTMLElement): HTMLElement | null {
  for (let parent = element.parentElement; parent && parent !== document.body; parent = parent.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(parent).overflowY)) return parent;
  }
  return null;
}

export type VirtualItem = { id: string | number };

type VirtualRowsOptions = {
  items: readonly VirtualItem[];
  /** A guess at a row's height; each row is measured once it is there. */
  estimate: number;
  gap?: number;
};

/** Rows out of sight that are there too: for a quick hand, and for the keyboard, which goes on to the next. */
const MORE = { pixels: 360, rows: 4 };

/** What can be seen of whatever scrolls. */
type View = { top: number; height: number };

const NOTHING: View = { top: 0, height: 0 };

const viewOf = (scroller: Scroller): View =>
  scroller instanceof Window
    ? { top: scroller.scrollY, height: scroller.innerHeight }
    : { top: scroller.scrollTop, height: scroller.clientHeight };

/** Only the rows in sight, within whatever scrolls around the list: a container, or else the window. */
export function useVirtualRows({ items, estimate, gap = 0 }: VirtualRowsOptions) {
  const { list, scroller, margin } = useScrollContainer();
  const [heights] = useState(() => new RowHeights());
  const [view, setView] = useState(NOTHING);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  heights.fit(items, estimate, gap);

  const rangeOf = useCallback(
    ({ top, height }: View) => heights.rangeOf(top - margin, top - margin + height, MORE),
    [heights, margin],
  );
  const look = useCallback(() => {
    if (!scroller) return;
    const now = viewOf(scroller);
    setView((before) => {
      const [old, next] = [rangeOf(before), rangeOf(now)];
      // As long as the same rows are there, nothing is drawn.
      const same = before.height > 0 && old.first === next.first && old.last === next.last;
      return same ? before : now;
    });
  }, [scroller, rangeOf]);

  useLayoutEffect(() => {
    if (!scroller) return;
    // In the same frame, or an empty strip would be seen. The observer looks for the first time before anything is painted.
    const follow = () => flushSync(look);
    scroller.addEventListener("scroll", follow, { passive: true });
    const observer = new ResizeObserver(follow);
    observer.observe(scroller instanceof Window ? document.documentElement : scroller);
    return () => {
      scroller.removeEventListener("scroll", follow);
      observer.disconnect();
    };
  }, [scroller, look]);

  const take = useCallback(
    (row: HTMLElement) => {
      if (!scroller) return;
      const index = Number(row.dataset["index"]);
      const end = heights.topOf(index + 1) - gap + margin;
      const change = heights.measure(index, row.offsetHeight);
      if (change === 0) return;
      // What one looks at stays where it is when something above it turns out higher than was thought.
      if (end <= viewOf(scroller).top) scroller.scrollBy({ top: change, behavior: "instant" });
      redraw();
    },
    [scroller, margin, gap, heights],
  );
  const measure = useMeasure(take);

  const { first, last } = view.height > 0 ? rangeOf(view) : { first: 0, last: -1 };
  const rows = items.slice(first, last + 1).map(({ id }, nth) => ({
    index: first + nth,
    key: id,
    top: heights.topOf(first + nth),
  }));
  return { list, height: heights.height, measure, rows };
}

/** A ref for rows: each is measured when it comes into the page, and watched for as long as it is there. */
function useMeasure(take: (row: HTMLElement) => void) {
  const latest = useRef(take);
  const observer = useRef<ResizeObserver>(undefined);
  useLayoutEffect(() => {
    latest.current = take;
  }, [take]);
  return useCallback((row: HTMLElement | null) => {
    if (!row) return;
    observer.current ??= new ResizeObserver((looks) => {
      for (const { target } of looks) {
        if (target instanceof HTMLElement && target.isConnected) latest.current(target);
      }
    });
    latest.current(row);
    observer.current.observe(row);
    return () => observer.current?.unobserve(row);
  }, []);
}
