import { cn } from "./cn.ts";

/** The dimmed page; its one child stands in the middle, on a phone at the bottom. */
export const overlayStyle = cn(
  "fixed inset-0 z-50 flex items-end justify-center bg-black/45 sm:items-center sm:p-4",
  "data-[state=open]:animate-fade-in",
);

export const panelStyle = cn(
  "relative flex max-h-[92dvh] w-full flex-col overflow-hidden rounded-t-lg border bg-popover text-popover-foreground shadow-xl outline-hidden",
  "data-[state=open]:animate-rise-in sm:max-h-[calc(100dvh-2rem)] sm:rounded-lg sm:data-[state=open]:animate-pop-in",
);
