import { type KeyboardEvent as ReactKeyboardEvent, useRef } from "react";
import { cn } from "../cn.ts";

/** The dimmed page. Its child is centred, on a phone at the bottom. */
export const overlayStyle = cn(
  "fixed inset-0 z-50 flex items-end justify-center bg-black/45 sm:items-center sm:p-4",
  "data-[state=open]:animate-fade-in",
);

/** The panel of a dialog. On a phone it leaves room for a toast above it. */
export const panelStyle = cn(
  "relative flex max-h-[88dvh] w-full flex-col overflow-hidden rounded-t-lg border bg-popover text-popover-foreground shadow-xl outline-hidden",
  "data-[state=open]:animate-rise-in sm:max-h-[calc(100dvh-2rem)] sm:rounded-lg sm:data-[state=open]:animate-pop-in",
);

/**
 * Returns the focus to the element that had it before a dialog opened. Radix does so only for its own trigger, and most
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
      // The action of the dialog may have moved the focus already.
      if (document.activeElement !== document.body) return;
      opener.current?.focus({ preventScroll: true });
    },
  };
}

/** A menu that has just closed leaves the focus to the page for a moment, or to what blocks the shortcuts until a dialog is loaded. */
let lastFocused: Element | null = null;
addEventListener("focusin", ({ target }) => {
  if (target instanceof Element && !target.matches("[data-blocks-shortcuts]")) lastFocused = target;
});

/** A menu item no longer exists when the dialog closes: the focus returns to the button of its menu. */
function findOpener(focused: Element | null): HTMLElement | null {
  const inMenu = focused === document.body ? lastFocused : focused;
  const menuButton = inMenu?.closest("[role=menu]")?.getAttribute("aria-labelledby");
  const opener = menuButton ? document.getElementById(menuButton) : focused;
  return opener instanceof HTMLElement ? opener : null;
}

/**
 * Ctrl+Enter presses the main button of the dialog that has the focus, if it has one, and Escape closes the dialog. Radix closes the
 * topmost dialog it knows of: just after a second dialog has opened, that is still the first one, and everything typed in it would be lost.
 */
export const dialogKeys = (close: () => void) => ({
  onEscapeKeyDown: (event: KeyboardEvent) => event.preventDefault(),
  onKeyDown: (event: ReactKeyboardEvent<HTMLElement>) => {
    // React also reports keys typed in a list or popover that the dialog has opened; those close by themselves.
    const isInside = event.target instanceof Node && event.currentTarget.contains(event.target);
    if (!isInside) return;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) return submitPanel(event);
    if (event.key !== "Escape") return;
    event.stopPropagation();
    close();
  },
});

/** The main button submits a form or has `data-main-action`; some dialogs, such as the choice when to send, have none. */
function submitPanel(event: ReactKeyboardEvent<HTMLElement>) {
  const buttons = event.currentTarget.querySelectorAll<HTMLElement>(
    "[data-main-action], button[type=submit]:not(:disabled)",
  );
  // Not the button of a tab that is not shown.
  const main = [...buttons].find((button) => button.checkVisibility());
  if (!main) return;
  event.preventDefault();
  event.stopPropagation();
  // Held down, the keys would also answer the question that the button asks.
  if (!event.repeat) main.click();
}

/** A click on a toast, which is shown above an open dialog, does not close the dialog. */
export function keepOpenForToasts(event: { target: EventTarget | null; preventDefault: () => void }) {
  if (event.target instanceof Element && event.target.closest("[data-toast]")) event.preventDefault();
}
