import { type ComponentProps, Suspense } from "react";
import { lazyComponent, usePreload } from "#ui/lazy-component.tsx";

const BulkActionBar = lazyComponent(() => import("./bulk-actions.tsx"), "BulkActionBar");

/** Publishes the height of the bar as `--bottom-bar`: rows scroll into view above it, and toasts are shown above it. */
function publishHeight(bar: HTMLElement | null) {
  if (!bar) return;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => style.setProperty("--bottom-bar", `${bar.offsetHeight}px`));
  observer.observe(bar);
  return () => {
    observer.disconnect();
    style.removeProperty("--bottom-bar");
  };
}

/**
 * The actions for the selected leads, at the bottom of the window; nothing without a selection. Rendered after the list, so that no
 * row moves away from the pointer at the first checkbox.
 */
export function SelectionActions({ selection, ...query }: ComponentProps<typeof BulkActionBar>) {
  usePreload(BulkActionBar.preload);
  if (selection.ids.size === 0) return null;
  return (
    <div
      ref={publishHeight}
      data-bottom-bar
      className="sticky bottom-0 z-10 border-t bg-background px-4 py-2 max-sm:py-1.5 sm:px-6"
    >
      <Suspense fallback={<div className="h-9" />}>
        <BulkActionBar selection={selection} {...query} />
      </Suspense>
    </div>
  );
}
