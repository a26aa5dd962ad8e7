import { X } from "lucide-react";
import { type Dialog as RadixDialog, Slot } from "radix-ui";
import {
  type ComponentProps,
  createContext,
  type ReactNode,
  type RefObject,
  useContext,
  useRef,
  useState,
} from "react";
import { Button } from "../button/button.tsx";
import { cn } from "../cn.ts";
import { ShortcutBlocker } from "../lazy-component.tsx";
import { type Radix, useRadix } from "../overlay/use-radix.ts";
import { dialogKeys, keepOpenForToasts, overlayStyle, panelStyle, submitHint, useFocusReturn } from "./dialog-panel.ts";
import { DragGrip, useDragOffset } from "./draggable.tsx";

type DialogState = { open: boolean; setOpen: (open: boolean) => void; close: () => void };

const DialogContext = createContext<DialogState | null>(null);

export function useDialog(): DialogState {
  const dialog = useContext(DialogContext);
  if (!dialog) throw new Error("A part of a Dialog is used outside of one");
  return dialog;
}

type DialogProps = { open?: boolean; onOpenChange?: (open: boolean) => void; children: ReactNode };

/** Controlled by `open`, or without it opened by its trigger. */
export function Dialog({ open: controlled, onOpenChange, children }: DialogProps) {
  const [uncontrolled, setUncontrolled] = useState(false);
  const setOpen = (open: boolean) => {
    setUncontrolled(open);
    onOpenChange?.(open);
  };
  const open = controlled ?? uncontrolled;
  return <DialogContext value={{ open, setOpen, close: () => setOpen(false) }}>{children}</DialogContext>;
}

type SlotProps = ComponentProps<typeof Slot.Root>;

/** Wraps the button that opens the dialog. */
export function DialogTrigger(props: SlotProps) {
  const { open, setOpen } = useDialog();
  return <Slot.Root aria-haspopup="dialog" aria-expanded={open} {...props} onClick={() => setOpen(true)} />;
}

/** Wraps a button that closes the dialog. */
export function DialogClose(props: SlotProps) {
  const { close } = useDialog();
  return <Slot.Root {...props} onClick={close} />;
}

/** What a dialog shows. The subject stays set after closing, so that the content does not disappear before the dialog does. */
export function useDialogSubject<Subject>() {
  const [{ open, hasOpened, subject }, setState] = useState<{
    open: boolean;
    hasOpened: boolean;
    subject: Subject | null;
  }>({
    open: false,
    hasOpened: false,
    subject: null,
  });
  const show = (next: Subject) => setState({ open: true, hasOpened: true, subject: next });
  const close = () => setState((shown) => ({ ...shown, open: false }));
  return { open, /** A lazy dialog is loaded when it is first opened. */ hasOpened, subject, show, close };
}

const SIZES = { sm: "sm:max-w-sm", md: "sm:max-w-lg", lg: "sm:max-w-2xl", xl: "sm:max-w-4xl", full: "sm:max-w-6xl" };

type DialogContentProps = Omit<ComponentProps<typeof RadixDialog.Content>, "title"> & {
  title: ReactNode;
  description?: ReactNode;
  size?: keyof typeof SIZES;
  /** Dragged by its header, or moved with the arrow keys on its grip. */
  draggable?: boolean;
  bodyClassName?: string;
  /** Focused on opening instead of the first field. With `autoFocus`, the dialog could not return the focus to its opener. */
  firstFocus?: RefObject<HTMLElement | null>;
};

export function DialogContent({ draggable = false, ...props }: DialogContentProps) {
  const { open, setOpen, close } = useDialog();
  const radix = useRadix(open, close);
  if (!radix) return open && <ShortcutBlocker />;
  return (
    <radix.Dialog.Root open={open} onOpenChange={setOpen}>
      <radix.Dialog.Portal>
        <radix.Dialog.Overlay className={cn(overlayStyle, draggable && "sm:bg-black/25")}>
          <DialogPanel radix={radix} draggable={draggable} {...props} />
        </radix.Dialog.Overlay>
      </radix.Dialog.Portal>
    </radix.Dialog.Root>
  );
}

/** Mounted only while the dialog is open, so that a dragged dialog opens in the middle again. */
function DialogPanel({
  radix,
  title,
  description,
  size = "md",
  draggable = false,
  className,
  bodyClassName,
  firstFocus,
  children,
  ...props
}: DialogContentProps & { radix: Radix }) {
  const panel = useRef<HTMLDivElement>(null);
  const { close } = useDialog();
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
    <radix.Dialog.Content
      ref={panel}
      {...(description ? {} : { "aria-describedby": undefined })}
      {...focusReturn}
      onOpenAutoFocus={focusFirst}
      {...dialogKeys(close)}
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
        <radix.Dialog.Title className="text-balance font-semibold text-base leading-6">{title}</radix.Dialog.Title>
        {description && (
          <radix.Dialog.Description className="mt-0.5 text-muted-foreground text-sm">
            {description}
          </radix.Dialog.Description>
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
      <CloseButton />
      {draggable && <DragGrip onMove={drag.moveBy} className="absolute top-2 left-2.5 hidden sm:inline-flex" />}
    </radix.Dialog.Content>
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
export const CloseButton = () => (
  <DialogClose>
    <Button variant="ghost" size="icon" aria-label="Sluiten" className="absolute top-2 right-3 text-muted-foreground">
      <X />
    </Button>
  </DialogClose>
);

/** Stays in sight at the bottom while the dialog scrolls; may be inside the dialog's form. */
export const DialogFooter = ({ className, ...props }: ComponentProps<"div">) => (
  <div
    data-dialog-footer
    style={submitHint.style}
    className={cn(
      submitHint.className,
      "-mx-5 sticky bottom-0 z-10 mt-4 flex flex-col-reverse gap-2 border-t bg-popover px-5 py-3 sm:flex-row sm:flex-wrap sm:items-center sm:justify-end",
      className,
    )}
    {...props}
  />
);
