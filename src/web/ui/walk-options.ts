import type { KeyboardEvent } from "react";

const OPTIONS = ":is([role=option], [role=menuitem]):not([data-disabled])";

/** Where a key leads to among so many options. */
const WAYS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at, last) => (at < 0 ? last : Math.max(at - 1, 0)),
  Home: () => 0,
  End: (_at, last) => last,
};

/**
 * Walks through the options of an open list or menu. Radix does so too, but a moment after the key: an Enter that follows
 * on its heels would choose the option before.
 */
export const walkOptions = (event: KeyboardEvent<HTMLElement>): void => {
  const way = WAYS[event.key];
  if (!way) return;
  const options = [...event.currentTarget.querySelectorAll<HTMLElement>(OPTIONS)];
  const at = options.findIndex((option) => option.matches(":focus"));
  options[way(at, options.length - 1)]?.focus();
  event.preventDefault();
};
