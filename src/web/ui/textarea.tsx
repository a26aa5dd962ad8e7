import type { ComponentProps } from "react";
import { cn } from "./cn.ts";
import { useFieldControl } from "./field-context.ts";
import { typedStyle } from "./input.tsx";

/** Grows with its text up to half the window; `rows` is its smallest height. */
export const Textarea = ({ className, rows = 4, ...props }: ComponentProps<"textarea">) => (
  <textarea
    rows={rows}
    {...props}
    {...useFieldControl(props)}
    className={cn(typedStyle, "field-sizing-content max-h-[50dvh] py-2 leading-relaxed", className)}
    style={{ minHeight: `calc(${rows} * 1.625em + 1.125rem)`, ...props.style }}
  />
);
