import type { KeyboardEvent as ReactKeyboardEvent, RefObject } from "react";

/** Escapes that a lower dialog was offered, and left to the dialog they were typed in. */
const leftToUpper = new WeakSet<Event>();

/**
 * Radix learns a moment late that a second dialog stands on top of the first: an Escape typed right after it opened
 * would close the one below, with what was typed there. It belongs to the dialog that has the focus.
 */
export function useOwnEscape(panel: RefObject<HTMLElement | null>) {
  return {
    onEscapeKeyDown: (event: KeyboardEvent) => {
      if (!isInOtherDialog(event.target, panel.current)) return;
      event.preventDefault();
      leftToUpper.add(event);
    },
    onKeyDown: (event: ReactKeyboardEvent) => {
      if (event.key !== "Escape" || isInOtherDialog(event.target, panel.current)) return;
      if (event.defaultPrevented && !leftToUpper.has(event.nativeEvent)) return;
      event.stopPropagation();
      panel.current?.querySelector<HTMLElement>("[data-dialog-close]")?.click();
    },
  };
}

function isInOtherDialog(target: EventTarget | null, panel: HTMLElement | null): boolean {
  const dialog = target instanceof Element ? target.closest("[role=dialog], [role=alertdialog]") : null;
  return dialog !== null && dialog !== panel && !panel?.contains(dialog);
}
