import type { KeyboardEvent } from "react";
import { cn } from "../cn.ts";

/** Menus, lists and popovers. */
export const floatingStyle = cn(
  "z-50 overflow-hidden rounded-md border bg-popover text-popover-foreground shadow-lg outline-hidden",
  "data-[state=open]:animate-pop-in",
);

/** One line of a menu or a list. */
export const itemStyle = cn(
  "relative flex min-h-8 cursor-pointer select-none items-center gap-2 rounded-sm px-2 py-1 text-sm outline-hidden",
  "small-icons data-[disabled]:pointer-events-none data-[disabled]:opacity-50",
);

const OPTIONS = ":is([role=option], [role=menuitem]):not([data-disabled])";

const NEXT_INDEX: Readonly<Record<string, (index: number, last: number) => number>> = {
  ArrowDown: (index, last) => Math.min(index + 1, last),
  ArrowUp: (index, last) => (index < 0 ? last : Math.max(index - 1, 0)),
  Home: () => 0,
  End: (_index, last) => last,
};

/**
 * Moves the focus in an open list or menu at once. Radix moves it in a timeout, so that an Enter typed right after an arrow
 * key would choose the option before (docs/decisions/0016-libraries-of-the-web.md).
 */
export const moveFocusAtOnce = (event: KeyboardEvent<HTMLElement>): void => {
  const nextIndex = NEXT_INDEX[event.key];
  if (!nextIndex) return;
  const options = [...event.currentTarget.querySelectorAll<HTMLElement>(OPTIONS)];
  const focused = options.findIndex((option) => option.matches(":focus"));
  options[nextIndex(focused, options.length - 1)]?.focus();
  event.preventDefault();
};
