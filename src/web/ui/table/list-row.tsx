import type { ComponentProps } from "react";
import { cn } from "../cn.ts";

/**
 * A row of a short list, which the keys of lists reach. The palette has the buttons of all such rows: it leaves those of long lists out.
 */
export const ListRow = ({ className, ...props }: ComponentProps<"li">) => (
  <li
    data-list-item="short"
    tabIndex={-1}
    className={cn(
      "scroll-mt-[calc(var(--table-top,0px)+0.75rem)] scroll-mb-[calc(var(--bottom-bar,0px)+1rem)] focus-visible:rounded-sm focus-visible:outline-offset-4",
      className,
    )}
    {...props}
  />
);
