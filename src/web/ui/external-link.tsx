import type { ComponentProps } from "react";
import { cn } from "./cn.ts";

/** To somebody else's site, in a tab of its own; that site learns neither where one came from nor how to reach back. */
export const ExternalLink = ({ className, ...props }: ComponentProps<"a"> & { href: string }) => (
  <a
    target="_blank"
    rel="noopener noreferrer"
    className={cn("rounded-xs text-link underline-offset-4 hover:underline", className)}
    {...props}
  />
);
