import { Popover as RadixPopover } from "radix-ui";
import type { ComponentProps, RefObject } from "react";
import { cn } from "../cn.ts";
import { floatingStyle, TriggerRef } from "./floating.ts";

export type PopoverPanelProps = ComponentProps<typeof RadixPopover.Content> & {
  "aria-label": string;
  state: {
    open: boolean;
    setOpen: (open: boolean) => void;
    trigger: RefObject<HTMLElement | null>;
    modal: boolean;
  };
};

export const PopoverPanel = ({ state, className, ...props }: PopoverPanelProps) => (
  <RadixPopover.Root open={state.open} onOpenChange={state.setOpen} modal={state.modal}>
    <RadixPopover.Trigger asChild>
      <TriggerRef target={state.trigger} />
    </RadixPopover.Trigger>
    <RadixPopover.Portal>
      <RadixPopover.Content
        align="start"
        sideOffset={4}
        collisionPadding={8}
        className={cn(floatingStyle, "max-w-[calc(100vw-1rem)]", className ?? "w-72 p-4")}
        {...props}
      />
    </RadixPopover.Portal>
  </RadixPopover.Root>
);
