// Fetched with this file, after the page: once a release has replaced the files, it no longer could be.
import "./new-version.tsx";

const FOCUS_KEY = "F8";

/**
 * The key moves the focus to the toast and back. An open dialog takes the focus back when it leaves the dialog, so the focus is
 * dropped first and the dialog does not hear that it arrives in the toast.
 */
const watchFocusKey = (region: HTMLElement): (() => void) => {
  let previous: HTMLElement | null = null;
  const move = (event: KeyboardEvent) => {
    if (event.key !== FOCUS_KEY) return;
    const isInside = region.contains(document.activeElement);
    const target = isInside ? previous : region.querySelector<HTMLElement>("button");
    if (!target) return;
    event.preventDefault();
    const { activeElement } = document;
    if (!isInside) previous = activeElement instanceof HTMLElement ? activeElement : null;
    if (activeElement instanceof HTMLElement) activeElement.blur();
    target.focus();
  };
  const returnFocus = () => {
    if (document.activeElement === document.body && previous?.isConnected) previous.focus();
  };
  const stop = (event: FocusEvent) => event.stopPropagation();
  const observer = new MutationObserver(returnFocus);
  observer.observe(region, { childList: true });
  region.addEventListener("focusin", stop);
  addEventListener("keydown", move);
  return () => {
    observer.disconnect();
    region.removeEventListener("focusin", stop);
    removeEventListener("keydown", move);
  };
};

const ROOM = "--toast-room";
const PHONE = "(width < 40rem)";

/** From the bottom of a phone's window to the top of the toast; 0 without a toast, or while a dialog has moved it to the top. */
const coveredHeight = (region: HTMLElement): number => {
  const { top } = region.getBoundingClientRect();
  return region.firstElementChild && matchMedia(PHONE).matches && top > innerHeight / 2 ? innerHeight - top : 0;
};

/**
 * While a toast covers the end of a phone's screen, the screen scrolls further by as much: also the last buttons can be reached.
 * The room stays while it is in sight: without it, the button that the user is about to press would move.
 */
const watchRoom = (region: HTMLElement): (() => void) => {
  const { style } = document.documentElement;
  let room = 0;
  let isInSight = false;
  const update = () => {
    room = Math.max(coveredHeight(region), isInSight ? room : 0);
    style.setProperty(ROOM, `${room}px`);
  };
  const onScroll = ({ target }: Event) => {
    if (room === 0) return;
    const scroller = target === document ? document.documentElement : target;
    if (!(scroller instanceof Element && scroller.contains(document.querySelector("main")))) return;
    // At the top nothing moves without the room, and a screen that is shorter than its window shows it always.
    isInSight = scroller.scrollTop > 0 && scroller.scrollTop + scroller.clientHeight > scroller.scrollHeight - room;
    update();
  };
  update();
  const observer = new MutationObserver(update);
  observer.observe(region, { childList: true });
  // A dialog that opens or closes moves the toast.
  observer.observe(document.body, { attributeFilter: ["data-scroll-locked"] });
  addEventListener("scroll", onScroll, { passive: true, capture: true });
  return () => {
    observer.disconnect();
    removeEventListener("scroll", onScroll, { capture: true });
    style.removeProperty(ROOM);
  };
};

export const watchRegion = (region: HTMLElement): (() => void) => {
  const stops = [watchFocusKey(region), watchRoom(region)];
  return () => {
    for (const stop of stops) stop();
  };
};
