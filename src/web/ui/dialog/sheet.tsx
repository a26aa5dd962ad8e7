import type { Dialog as RadixDialog } from "radix-ui";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "../cn.ts";
import { ShortcutBlocker } from "../lazy-component.tsx";
import { type Radix, useRadix } from "../overlay/use-radix.ts";
import { CloseButton, useDialog } from "./dialog.tsx";
import { dialogKeys, keepOpenForToasts, useFocusReturn } from "./dialog-panel.ts";

type SheetContentProps = Omit<ComponentProps<typeof RadixDialog.Content>, "title"> & { title: ReactNode };

/** Inside a `Dialog`: a panel along the left side of the window, such as the navigation on a phone. */
export function SheetContent(props: SheetContentProps) {
  const { open, setOpen, close } = useDialog();
  const radix = useRadix(open, close);
  if (!radix) return open && <ShortcutBlocker />;
  return (
    <radix.Dialog.Root open={open} onOpenChange={setOpen}>
      <radix.Dialog.Portal>
        <radix.Dialog.Overlay className="fixed inset-0 z-50 bg-black/45 data-[state=open]:animate-fade-in" />
        <SheetPanel radix={radix} {...props} />
      </radix.Dialog.Portal>
    </radix.Dialog.Root>
  );
}

function SheetPanel({ radix, title, className, children, ...props }: SheetContentProps & { radix: Radix }) {
  const { close } = useDialog();
  return (
    <radix.Dialog.Content
      aria-describedby={undefined}
      {...useFocusReturn()}
      {...dialogKeys(close)}
      onInteractOutside={keepOpenForToasts}
      {...props}
      className={cn(
        "fixed inset-y-0 left-0 z-50 flex w-[min(20rem,85vw)] flex-col overflow-y-auto overscroll-contain border-r bg-popover text-popover-foreground shadow-xl outline-hidden data-[state=open]:animate-slide-in-left",
        className,
      )}
    >
      <radix.Dialog.Title className="sr-only">{title}</radix.Dialog.Title>
      {children}
      <CloseButton />
    </radix.Dialog.Content>
  );
}
