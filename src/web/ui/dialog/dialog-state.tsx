import { Slot } from "radix-ui";
import { type ComponentProps, createContext, type ReactNode, useContext, useState } from "react";
import { type Overlay, type OverlayProps, useOverlay } from "../overlay/use-overlay.ts";

const DialogContext = createContext<Overlay | null>(null);

export function useDialog(): Overlay {
  const dialog = useContext(DialogContext);
  if (!dialog) throw new Error("This needs a Dialog around it");
  return dialog;
}

export const Dialog = ({ children, ...props }: OverlayProps & { children: ReactNode }) => (
  <DialogContext value={useOverlay(props)}>{children}</DialogContext>
);

type PressProps = ComponentProps<typeof Slot.Root>;

/** Around the button that opens it. */
export function DialogTrigger(props: PressProps) {
  const { open, setOpen } = useDialog();
  return <Slot.Root aria-haspopup="dialog" aria-expanded={open} {...props} onClick={() => setOpen(true)} />;
}

/** Around a button that closes it. */
export function DialogClose(props: PressProps) {
  const { close } = useDialog();
  return <Slot.Root {...props} onClick={close} />;
}

/** What a dialog is about. It outlives `open`, so that nothing vanishes from the dialog before the dialog itself has. */
export function useDialogSubject<Subject>() {
  const [{ open, subject }, setState] = useState<{ open: boolean; subject: Subject | null }>({
    open: false,
    subject: null,
  });
  const show = (next: Subject) => setState({ open: true, subject: next });
  const close = () => setState((shown) => ({ ...shown, open: false }));
  return { open, subject, show, close };
}
