import { Label as RadixLabel } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "./cn.ts";

export const Label = ({ className, ...props }: ComponentProps<typeof RadixLabel.Root>) => (
  <RadixLabel.Root className={cn("w-fit font-medium text-[0.8125rem] leading-5", className)} {...props} />
);
