import { Slot } from "radix-ui";
import { type ComponentProps, createContext, type ReactNode, useContext } from "react";
import { type Overlay, type OverlayProps, useOverlay } from "./use-overlay.ts";

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
