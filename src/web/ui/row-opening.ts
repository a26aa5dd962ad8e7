import type { MouseEvent } from "react";

const CONTROLS = "a, button, input, select, textarea, label, [role=menuitem], [role=dialog]";

/**
 * A click anywhere in a row opens it, save on the row's own controls or while selecting text. The pointer's shortcut
 * only: a row also holds a real button or link for the keyboard.
 */
export function rowOpening(open: (() => void) | undefined) {
  if (!open) return {};
  return {
    onClick: (event: MouseEvent<HTMLElement>) => {
      if (event.target instanceof Element && event.target.closest(CONTROLS)) return;
      if (window.getSelection()?.isCollapsed === false) return;
      open();
    },
  };
}
