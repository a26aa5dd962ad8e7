// Fetched with this file, after the page: once a release has replaced the files, it no longer could be.
import "./new-version.tsx";

const FOCUS_KEY = "F8";

/**
 * The key moves the focus to the toast and back. The focus is dropped first and its arrival is not reported: a dialog keeps
 * the focus inside, and would take it back.
 */
export const watchFocusKey = (region: HTMLElement): (() => void) => {
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
