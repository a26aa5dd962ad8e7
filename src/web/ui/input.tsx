import type { ComponentProps } from "react";
import { cn } from "./cn.ts";
import { useFieldControl } from "./field-context.ts";

/** The look shared by everything one types in or picks from. Below `sm` 16 px, or iOS zooms in on focus. */
export const controlStyle = cn(
  "w-full min-w-0 rounded-sm border border-input bg-card px-3 text-base text-foreground shadow-xs sm:text-sm",
  "placeholder:text-muted-foreground focus-visible:border-ring focus-visible:outline-offset-0",
  "disabled:cursor-not-allowed disabled:opacity-60 aria-invalid:border-danger",
);

export const typedStyle = cn(controlStyle, "read-only:bg-muted read-only:text-muted-foreground");

export const Input = ({ className, ...props }: ComponentProps<"input">) => (
  <input autoComplete="off" {...props} {...useFieldControl(props)} className={cn(typedStyle, "h-9", className)} />
);
