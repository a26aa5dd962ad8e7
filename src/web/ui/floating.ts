import { cn } from "./cn.ts";

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
