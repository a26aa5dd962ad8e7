import { Dialog as RadixDialog } from "radix-ui";
import { type ComponentProps, type ReactNode, useRef } from "react";
import { cn } from "../cn.ts";
import { CloseButton, keepOpenForToasts, useFocusReturn, useTopmostEscape } from "./dialog-panel.tsx";

const SIDES = {
  left: "left-0 border-r data-[state=open]:animate-slide-in-left",
  right: "right-0 border-l data-[state=open]:animate-slide-in-right",
};

export type SheetPanelProps = Omit<ComponentProps<typeof RadixDialog.Content>, "title"> & {
  title: ReactNode;
  titleHidden?: boolean;
  side?: keyof typeof SIDES;
};

type OpenProps = { sheet: { open: boolean; setOpen: (open: boolean) => void } };

/** A panel along the side of the window, such as the navigation on a phone. */
export function SheetPanel({
  sheet,
  title,
  titleHidden = false,
  side = "left",
  className,
  children,
  ...props
}: SheetPanelProps & OpenProps) {
  const panel = useRef<HTMLDivElement>(null);
  return (
    <RadixDialog.Root open={sheet.open} onOpenChange={sheet.setOpen}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className="fixed inset-0 z-50 bg-black/45 data-[state=open]:animate-fade-in" />
        <RadixDialog.Content
          aria-describedby={undefined}
          ref={panel}
          {...useFocusReturn()}
          {...useTopmostEscape(panel)}
          onInteractOutside={keepOpenForToasts}
          {...props}
          className={cn(
            "fixed inset-y-0 z-50 flex w-[min(20rem,85vw)] flex-col overflow-y-auto overscroll-contain bg-popover text-popover-foreground shadow-xl outline-hidden",
            SIDES[side],
            className,
          )}
        >
          <RadixDialog.Title
            className={cn(
              titleHidden ? "sr-only" : "shrink-0 border-b py-3 pr-14 pl-5 font-semibold text-base leading-6",
            )}
          >
            {title}
          </RadixDialog.Title>
          {children}
          <CloseButton />
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}
