import type { ComponentProps } from "react";
import { cn } from "../cn.ts";

export const Kbd = ({ className, ...props }: ComponentProps<"kbd">) => (
  <kbd
    className={cn(
      "inline-grid h-5 min-w-5 place-items-center rounded-xs border bg-muted px-1 font-medium font-sans text-muted-foreground text-xs",
      className,
    )}
    {...props}
  />
);
