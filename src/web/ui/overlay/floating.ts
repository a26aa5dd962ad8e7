import { type KeyboardEvent, type Ref, type RefObject, useImperativeHandle } from "react";
import { cn } from "../cn.ts";

/** What floats above the page: menus, lists and popovers. */
export const floatingStyle = cn(
  "z-50 overflow-hidden rounded-md border bg-popover text-popover-foreground shadow-lg outline-hidden",
  "data-[state=open]:animate-pop-in",
);

/** One line of a menu or a list. */
export const itemStyle = cn(
  "relative flex min-h-8 cursor-pointer select-none items-center gap-2 rounded-sm px-2 py-1 text-sm outline-hidden",
  "data-[disabled]:pointer-events-none data-[disabled]:opacity-50",
  "[&_svg:not([class*='size-'])]:size-4 [&_svg]:shrink-0",
);

type TriggerRefProps = { ref?: Ref<HTMLElement | null>; target: RefObject<HTMLElement | null> };

/**
 * Hands Radix a button that was there before it, as the trigger it opens at and gives the focus back to. It draws nothing: with
 * a trigger of its own, the button under somebody's finger would be replaced when the code arrives.
 */
export function TriggerRef({ ref, target }: TriggerRefProps) {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => target.current, [target]);
  return null;
}

const OPTIONS = ":is([role=option], [role=menuitem]):not([data-disabled])";

/** Where a key leads to among so many options. */
const NEXT_INDEX: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at, last) => (at < 0 ? last : Math.max(at - 1, 0)),
  Home: () => 0,
  End: (_at, last) => last,
};

/**
 * Walks through the options of an open list or menu. Radix does so too, but a moment after the key: an Enter that follows
 * on its heels would choose the option before.
 */
export const moveOptionFocus = (event: KeyboardEvent<HTMLElement>): void => {
  const way = NEXT_INDEX[event.key];
  if (!way) return;
  const options = [...event.currentTarget.querySelectorAll<HTMLElement>(OPTIONS)];
  const at = options.findIndex((option) => option.matches(":focus"));
  options[way(at, options.length - 1)]?.focus();
  event.preventDefault();
};
