import { X } from "lucide-react";
import { type KeyboardEvent as ReactKeyboardEvent, type RefObject, useRef } from "react";
import { Button } from "../button/button.tsx";
import { cn } from "../cn.ts";
import { DialogClose } from "./dialog-state.tsx";

/** The dimmed page; its one child stands in the middle, on a phone at the bottom. */
export const overlayStyle = cn(
  "fixed inset-0 z-50 flex items-end justify-center bg-black/45 sm:items-center sm:p-4",
  "data-[state=open]:animate-fade-in",
);

export const panelStyle = cn(
  "relative flex max-h-[92dvh] w-full flex-col overflow-hidden rounded-t-lg border bg-popover text-popover-foreground shadow-xl outline-hidden",
  "data-[state=open]:animate-rise-in sm:max-h-[calc(100dvh-2rem)] sm:rounded-lg sm:data-[state=open]:animate-pop-in",
);

/** The cross in the corner of a dialog or a sheet. */
export const CloseButton = () => (
  <DialogClose>
    <Button
      data-dialog-close
      variant="ghost"
      size="icon"
      aria-label="Sluiten"
      className="absolute top-2 right-3 text-muted-foreground"
    >
      <X />
    </Button>
  </DialogClose>
);

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

/** Escapes that a lower dialog was offered, and left to the dialog they were typed in. */
const ignoredByLowerDialog = new WeakSet<Event>();

/**
 * Radix learns a moment late that a second dialog stands on top of the first: an Escape typed right after it opened
 * would close the one below, with what was typed there. It belongs to the dialog that has the focus.
 */
export function useTopmostEscape(panel: RefObject<HTMLElement | null>) {
  return {
    onEscapeKeyDown: (event: KeyboardEvent) => {
      if (!isInOtherDialog(event.target, panel.current)) return;
      event.preventDefault();
      ignoredByLowerDialog.add(event);
    },
    onKeyDown: (event: ReactKeyboardEvent) => {
      if (event.key !== "Escape" || isInOtherDialog(event.target, panel.current)) return;
      if (event.defaultPrevented && !ignoredByLowerDialog.has(event.nativeEvent)) return;
      event.stopPropagation();
      panel.current?.querySelector<HTMLElement>("[data-dialog-close]")?.click();
    },
  };
}

function isInOtherDialog(target: EventTarget | null, panel: HTMLElement | null): boolean {
  const dialog = target instanceof Element ? target.closest("[role=dialog], [role=alertdialog]") : null;
  return dialog !== null && dialog !== panel && !panel?.contains(dialog);
}

type OutsideEvent = { target: EventTarget | null; preventDefault: () => void };

/** A toast floats above an open dialog: touching it does not close the dialog underneath. */
export function keepOpenForToasts(event: OutsideEvent) {
  if (event.target instanceof Element && event.target.closest("[data-toast-region]")) event.preventDefault();
}
