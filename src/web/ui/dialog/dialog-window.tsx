import { X } from "lucide-react";
import { Dialog } from "radix-ui";
import { type ComponentProps, type CSSProperties, type ReactNode, type RefObject, useRef } from "react";
import { Button } from "../button/button.tsx";
import { cn } from "../cn.ts";
import { dialogKeys, keepOpenForToasts, overlayStyle, panelStyle, useFocusReturn } from "./dialog-panel.ts";
import { DragGrip, useDragOffset } from "./draggable.tsx";

const SIZES = { sm: "sm:max-w-sm", md: "sm:max-w-lg", lg: "sm:max-w-2xl", xl: "sm:max-w-4xl", full: "sm:max-w-6xl" };

type PanelProps = Omit<ComponentProps<typeof Dialog.Content>, "title"> & {
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  size?: keyof typeof SIZES;
  /** Beside the element that opened it instead of in the middle, over a page that is not dimmed. */
  place?: CSSProperties | undefined;
  /** Dragged by its header, or moved with the arrow keys on its grip. */
  draggable?: boolean;
  bodyClassName?: string;
  /** Focused on opening instead of the first field. With `autoFocus`, the dialog could not return the focus to its opener. */
  firstFocus?: RefObject<HTMLElement | null>;
};

/** A dialog over the dimmed page, with its title, its content and a cross. */
export const DialogWindow = ({ open, draggable = false, ...props }: PanelProps & { open: boolean }) => (
  <Dialog.Root open={open} onOpenChange={(next) => !next && props.onClose()}>
    <Dialog.Portal>
      <Dialog.Overlay className={cn(overlayStyle, draggable && "sm:bg-black/25", props.place && "bg-transparent")}>
        <DialogPanel draggable={draggable} {...props} />
      </Dialog.Overlay>
    </Dialog.Portal>
  </Dialog.Root>
);

/** Mounted only while the dialog is open, so that a dragged dialog opens in the middle again. */
function DialogPanel({
  onClose,
  title,
  description,
  size = "md",
  draggable,
  place,
  className,
  bodyClassName,
  firstFocus,
  children,
  ...props
}: PanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  const drag = useDragOffset(panel);
  const focusReturn = useFocusReturn();
  const focusFirst = (event: Event) => {
    focusReturn.onOpenAutoFocus();
    // A frame with the focus would get the keys: Escape would not close the dialog.
    const withFrame = panel.current?.querySelector("iframe") ? panel.current : null;
    const target = firstFocus?.current ?? withFrame ?? findEditableField(panel.current);
    if (!target) return;
    event.preventDefault();
    target.focus();
  };
  return (
    <Dialog.Content
      ref={panel}
      {...(description ? {} : { "aria-describedby": undefined })}
      {...focusReturn}
      onOpenAutoFocus={focusFirst}
      {...dialogKeys(onClose)}
      onInteractOutside={keepOpenForToasts}
      {...props}
      className={cn(panelStyle, SIZES[size], className)}
      style={{ transform: draggable ? drag.transform : undefined, ...place, ...props.style }}
    >
      <div
        {...(draggable ? drag.handle : {})}
        className={cn(
          "shrink-0 border-b py-3 pr-14 pl-5",
          draggable && "sm:cursor-grab sm:touch-none sm:select-none sm:pl-11 sm:active:cursor-grabbing",
        )}
      >
        <Dialog.Title className="text-balance font-semibold text-base leading-6">{title}</Dialog.Title>
        {description && (
          <Dialog.Description className="mt-0.5 text-muted-foreground text-sm">{description}</Dialog.Description>
        )}
      </div>
      <div
        className={cn(
          "relative min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pt-4 not-has-[[data-dialog-footer]]:pb-5",
          bodyClassName,
        )}
      >
        {children}
      </div>
      {/* Last in the document, so that a dialog opens with the focus on its first field. */}
      <CloseButton onClose={onClose} />
      {draggable && <DragGrip onMove={drag.moveBy} className="absolute top-2 left-2.5 hidden sm:inline-flex" />}
    </Dialog.Content>
  );
}

/** A dialog that begins with a read-only field begins with the first field that can be changed. */
const findEditableField = (panel: HTMLElement | null): HTMLElement | null =>
  panel?.querySelector("input, textarea, select")?.matches("[readonly]")
    ? panel.querySelector<HTMLElement>(
        ":is(input, textarea, select):not([readonly], [disabled], [type=hidden], [type=checkbox])",
      )
    : null;

/** The cross in the corner of a dialog or a sheet. */
const CloseButton = ({ onClose }: { onClose: () => void }) => (
  <Button
    variant="ghost"
    size="icon"
    aria-label="Sluiten"
    onClick={onClose}
    className="absolute top-2 right-3 text-muted-foreground"
  >
    <X />
  </Button>
);

type SheetWindowProps = Pick<PanelProps, "onClose" | "title" | "className" | "children"> & { open: boolean };

/** A panel along the left side of the window. */
export const SheetWindow = ({ open, ...props }: SheetWindowProps) => (
  <Dialog.Root open={open} onOpenChange={(next) => !next && props.onClose()}>
    <Dialog.Portal>
      <Dialog.Overlay className="fixed inset-0 z-50 bg-black/45 data-[state=open]:animate-fade-in" />
      <SheetPanel {...props} />
    </Dialog.Portal>
  </Dialog.Root>
);

const SheetPanel = ({ onClose, title, className, children }: Omit<SheetWindowProps, "open">) => (
  <Dialog.Content
    aria-describedby={undefined}
    {...useFocusReturn()}
    {...dialogKeys(onClose)}
    onInteractOutside={keepOpenForToasts}
    className={cn(
      "fixed inset-y-0 left-0 z-50 flex w-[min(20rem,85vw)] flex-col overflow-y-auto overscroll-contain border-r bg-popover text-popover-foreground shadow-xl outline-hidden data-[state=open]:animate-slide-in-left",
      className,
    )}
  >
    <Dialog.Title className="sr-only">{title}</Dialog.Title>
    {children}
    <CloseButton onClose={onClose} />
  </Dialog.Content>
);
