import { Dialog as RadixDialog } from "radix-ui";
import { type ComponentProps, type ReactNode, type RefObject, useRef } from "react";
import { CloseButton } from "./close-button.tsx";
import { cn } from "./cn.ts";
import { overlayStyle, panelStyle } from "./dialog-panel.ts";
import { DragGrip } from "./drag-grip.tsx";
import { keepOpenForToasts } from "./toast-region.ts";
import { useDragOffset } from "./use-drag-offset.ts";
import { useFocusReturn } from "./use-focus-return.ts";
import { useOwnEscape } from "./use-own-escape.ts";

const SIZES = { sm: "sm:max-w-sm", md: "sm:max-w-lg", lg: "sm:max-w-2xl", xl: "sm:max-w-4xl", full: "sm:max-w-6xl" };

export type DialogWindowProps = Omit<ComponentProps<typeof RadixDialog.Content>, "title"> & {
  title: ReactNode;
  description?: ReactNode;
  size?: keyof typeof SIZES;
  /** By its header with the pointer, by its grip with the arrow keys. */
  draggable?: boolean;
  bodyClassName?: string;
  /** What one begins with, when that is not the first field. `autoFocus` would hide from where the dialog was opened. */
  firstFocus?: RefObject<HTMLElement | null>;
};

type OpenProps = { dialog: { open: boolean; setOpen: (open: boolean) => void } };

export function DialogWindow({ dialog, draggable = false, ...props }: DialogWindowProps & OpenProps) {
  return (
    <RadixDialog.Root open={dialog.open} onOpenChange={dialog.setOpen}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className={cn(overlayStyle, draggable && "sm:bg-black/25")}>
          <DialogPanel draggable={draggable} {...props} />
        </RadixDialog.Overlay>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

/** Lives only while the dialog is open, so that it opens in the middle again. */
function DialogPanel({
  title,
  description,
  size = "md",
  draggable = false,
  className,
  bodyClassName,
  firstFocus,
  children,
  ...props
}: DialogWindowProps) {
  const panel = useRef<HTMLDivElement>(null);
  const drag = useDragOffset(panel);
  const focusReturn = useFocusReturn();
  const beginFocus = (event: Event) => {
    focusReturn.onOpenAutoFocus();
    if (!firstFocus?.current) return;
    event.preventDefault();
    firstFocus.current.focus();
  };
  return (
    <RadixDialog.Content
      ref={panel}
      {...(description ? {} : { "aria-describedby": undefined })}
      {...focusReturn}
      onOpenAutoFocus={beginFocus}
      {...useOwnEscape(panel)}
      onInteractOutside={keepOpenForToasts}
      {...props}
      className={cn(panelStyle, SIZES[size], className)}
      style={{ transform: draggable ? drag.transform : undefined, ...props.style }}
    >
      <div
        {...(draggable ? drag.handle : {})}
        className={cn(
          "shrink-0 border-b py-3 pr-14 pl-5",
          draggable && "sm:cursor-grab sm:touch-none sm:select-none sm:pl-11 sm:active:cursor-grabbing",
        )}
      >
        <RadixDialog.Title className="text-balance font-semibold text-base leading-6">{title}</RadixDialog.Title>
        {description && (
          <RadixDialog.Description className="mt-0.5 text-muted-foreground text-sm">
            {description}
          </RadixDialog.Description>
        )}
      </div>
      <div
        className={cn(
          "min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pt-4 not-has-[[data-dialog-footer]]:pb-5",
          bodyClassName,
        )}
      >
        {children}
      </div>
      {/* Last in the document, so that a dialog opens with the focus on its first field. */}
      <CloseButton />
      {draggable && <DragGrip onMove={drag.moveBy} className="absolute top-2 left-2.5 hidden sm:inline-flex" />}
    </RadixDialog.Content>
  );
}
