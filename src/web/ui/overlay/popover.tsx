import { type Popover as RadixPopover, Slot } from "radix-ui";
import { type ComponentProps, createContext, type Ref, useContext } from "react";
import { cn } from "../cn.ts";
import { floatingStyle } from "./floating.ts";
import { useTrigger } from "./use-trigger.ts";

const PopoverContext = createContext<ReturnType<typeof useTrigger> | null>(null);

function usePopover() {
  const popover = useContext(PopoverContext);
  if (!popover) throw new Error("A part of a Popover is used outside of one");
  return popover;
}

export function Popover({ children, ...props }: ComponentProps<typeof RadixPopover.Root>) {
  const popover = useTrigger();
  const { radix } = popover;
  return (
    <PopoverContext value={popover}>
      {radix ? <radix.Popover.Root {...props}>{children}</radix.Popover.Root> : children}
    </PopoverContext>
  );
}

type PopoverTriggerProps = Omit<ComponentProps<"button">, "ref"> & { asChild?: boolean; ref?: Ref<HTMLButtonElement> };

export function PopoverTrigger({ asChild = false, ...props }: PopoverTriggerProps) {
  const { radix, triggerRef, pendingProps } = usePopover();
  if (radix) return <radix.Popover.Trigger type="button" {...props} asChild={asChild} ref={triggerRef} />;
  const Element = asChild ? Slot.Root : "button";
  return <Element type="button" aria-haspopup="dialog" {...props} {...pendingProps} />;
}

type PopoverContentProps = ComponentProps<typeof RadixPopover.Content> & { "aria-label": string };

export function PopoverContent({ className, ...props }: PopoverContentProps) {
  const { radix } = usePopover();
  if (!radix) return null;
  return (
    <radix.Popover.Portal>
      <radix.Popover.Content
        align="start"
        sideOffset={4}
        collisionPadding={8}
        className={cn(floatingStyle, "max-w-[calc(100vw-1rem)]", className ?? "w-72 p-4")}
        {...props}
      />
    </radix.Popover.Portal>
  );
}
