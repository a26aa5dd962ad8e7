import { Separator as RadixSeparator } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "../cn.ts";

export const Separator = ({
  className,
  orientation = "horizontal",
  decorative = true,
  ...props
}: ComponentProps<typeof RadixSeparator.Root>) => (
  <RadixSeparator.Root
    orientation={orientation}
    decorative={decorative}
    className={cn("shrink-0 bg-border", orientation === "horizontal" ? "h-px w-full" : "w-px self-stretch", className)}
    {...props}
  />
);
