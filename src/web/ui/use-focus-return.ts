import { useRef } from "react";

/**
 * Gives the focus back to whatever had it before a dialog opened. Radix does so only for its own trigger, and most
 * dialogs here are opened by a row, a shortcut or a menu.
 */
export function useFocusReturn() {
  const opener = useRef<HTMLElement | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = findOpener(document.activeElement);
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      // It has already gone on, to the screen that was chosen in the dialog.
      if (document.activeElement !== document.body) return;
      opener.current?.focus({ preventScroll: true });
    },
  };
}

/** An item of a menu is gone by the time the dialog closes; the button of that menu is still there. */
function findOpener(focused: Element | null): HTMLElement | null {
  const menuButton = focused?.closest("[role=menu]")?.getAttribute("aria-labelledby");
  const opener = menuButton ? document.getElementById(menuButton) : focused;
  return opener instanceof HTMLElement ? opener : null;
}
