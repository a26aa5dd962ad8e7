import type { ComponentProps, ReactNode } from "react";
import { Button } from "../button/button.tsx";
import { Dialog, DialogClose, DialogContent, DialogFooter } from "./dialog.tsx";

type FormDialogProps = Pick<
  ComponentProps<typeof DialogContent>,
  "title" | "description" | "size" | "draggable" | "firstFocus" | "className"
> & {
  open: boolean;
  onClose: () => void;
  /** Mounted only while the dialog is open, so that a cancelled form starts empty. */
  children: ReactNode;
};

/** A click outside does not close it: a half-filled form would be lost. */
export const FormDialog = ({ open, onClose, children, ...content }: FormDialogProps) => (
  <Dialog open={open} onOpenChange={(next) => !next && onClose()}>
    <DialogContent {...content} onInteractOutside={(event) => event.preventDefault()}>
      {children}
    </DialogContent>
  </Dialog>
);

type FormDialogActionsProps = {
  busy: boolean;
  /** The id of the form, when the buttons are outside of it. */
  form?: string;
};

export const FormDialogActions = ({ busy, form }: FormDialogActionsProps) => (
  <DialogFooter>
    <DialogClose>
      <Button variant="outline">Annuleren</Button>
    </DialogClose>
    <Button type="submit" form={form} busy={busy} busyLabel="Opslaan...">
      Opslaan
    </Button>
  </DialogFooter>
);
