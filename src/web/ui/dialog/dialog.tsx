import { Slot } from "radix-ui";
import { type ComponentProps, createContext, type ReactNode, useContext, useState } from "react";
import { cn } from "../cn.ts";
import { ShortcutBlocker } from "../lazy-component.tsx";
import { type Radix, useRadix } from "../overlay/use-radix.ts";
import { submitHint } from "./submit-hint.ts";

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

/** What an open `Dialog` shows. */
export function DialogContent(props: Omit<ComponentProps<Radix["DialogWindow"]>, "open" | "onClose">) {
  const { open, close } = useDialog();
  const radix = useRadix(open, close);
  if (!radix) return open && <ShortcutBlocker />;
  return <radix.DialogWindow open={open} onClose={close} {...props} />;
}

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
