import { Popover as RadixPopover } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "./cn.ts";
import { floatingStyle } from "./floating.ts";

export const Popover = RadixPopover.Root;
export const PopoverTrigger = RadixPopover.Trigger;

type PopoverContentProps = ComponentProps<typeof RadixPopover.Content> & { "aria-label": string };

export const PopoverContent = ({ className, ...props }: PopoverContentProps) => (
  <RadixPopover.Portal>
    <RadixPopover.Content
      align="start"
      sideOffset={4}
      collisionPadding={8}
      className={cn(floatingStyle, "w-72 max-w-[calc(100vw-1rem)] p-4", className)}
      {...props}
    />
  </RadixPopover.Portal>
);
