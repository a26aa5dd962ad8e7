import { useCallback, useState } from "react";

export type Scroller = Element | Window;

type ScrollPlace = { scroller: Scroller | null; margin: number };

const NOWHERE: ScrollPlace = { scroller: null, margin: 0 };

/** What scrolls around an element, and how far below its start the element begins. `list` is the element's ref. */
export function useScrollPlace() {
  const [place, setPlace] = useState(NOWHERE);
  const list = useCallback((element: HTMLElement | null) => {
    if (!element) return;
    const update = () => setPlace((known) => unlessEqual(known, findPlace(element)));
    update();
    // What stands above the list (filters that wrap, a banner) may grow and push it down.
    const observer = new ResizeObserver(update);
    observer.observe(document.body);
    if (element.parentElement) observer.observe(element.parentElement);
    return () => observer.disconnect();
  }, []);
  return { list, ...place };
}

const unlessEqual = (known: ScrollPlace, found: ScrollPlace) =>
  known.scroller === found.scroller && known.margin === found.margin ? known : found;

function findPlace(element: HTMLElement): ScrollPlace {
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
