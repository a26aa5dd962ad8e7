import type { ComponentProps } from "react";
import { cn } from "./cn.ts";

type InlineButtonProps = Omit<ComponentProps<"button">, "aria-label"> & { label: string };

/** A small button inside a text field; the parent is `relative`. */
export const InlineButton = ({ label, className, ...props }: InlineButtonProps) => (
  <button
    type="button"
    aria-label={label}
    className={cn(
      "absolute top-1/2 grid size-7 -translate-y-1/2 cursor-pointer place-items-center rounded-sm text-muted-foreground",
      "hover:bg-accent hover:text-foreground focus-visible:outline-offset-0 disabled:pointer-events-none [&_svg]:size-4",
      className,
    )}
    {...props}
  />
);
