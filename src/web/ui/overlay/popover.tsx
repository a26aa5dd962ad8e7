import { Slot } from "radix-ui";
import { type ComponentProps, createContext, type ReactNode, type RefObject, useContext, useRef } from "react";
import { lazyModule } from "./lazy-module.ts";
import type { PopoverPanelProps } from "./popover-panel.tsx";
import { type Overlay, type OverlayProps, useOverlay } from "./use-overlay.ts";

const popoverPanel = lazyModule(() => import("./popover-panel.tsx"));

type PopoverState = Overlay & { trigger: RefObject<HTMLButtonElement | null>; modal: boolean };

const PopoverContext = createContext<PopoverState | null>(null);

function usePopover(): PopoverState {
  const popover = useContext(PopoverContext);
  if (!popover) throw new Error("This needs a Popover around it");
  return popover;
}

type PopoverProps = OverlayProps & { modal?: boolean; children: ReactNode };

export function Popover({ modal = false, children, ...props }: PopoverProps) {
  const overlay = useOverlay(props);
  const trigger = useRef<HTMLButtonElement>(null);
  return <PopoverContext value={{ ...overlay, trigger, modal }}>{children}</PopoverContext>;
}

export function PopoverTrigger({ asChild = false, ...props }: ComponentProps<"button"> & { asChild?: boolean }) {
  const { open, setOpen, trigger } = usePopover();
  const Element = asChild ? Slot.Root : "button";
  return (
    <Element
      type="button"
      {...props}
      ref={trigger}
      aria-haspopup="dialog"
      aria-expanded={open}
      data-state={open ? "open" : "closed"}
      onPointerEnter={popoverPanel.fetchEarly}
      onFocus={popoverPanel.fetchEarly}
      onClick={() => setOpen(!open)}
    />
  );
}

export function PopoverContent(props: Omit<PopoverPanelProps, "state">) {
  const popover = usePopover();
  const here = popoverPanel.usePart(popover.open, popover.close);
  return here && popover.used && <here.PopoverPanel state={popover} {...props} />;
}
