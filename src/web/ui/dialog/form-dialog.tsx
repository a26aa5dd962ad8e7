import type { ComponentProps, ReactNode } from "react";
import { Button } from "../button/button.tsx";
import { DialogContent, DialogFooter } from "./dialog.tsx";
import { Dialog, DialogClose } from "./dialog-state.tsx";

type FormDialogProps = Pick<
  ComponentProps<typeof DialogContent>,
  "title" | "description" | "size" | "draggable" | "firstFocus"
> & {
  open: boolean;
  onClose: () => void;
  /** Lives only while the dialog is open: what is cancelled is gone. */
  children: ReactNode;
};

/** A click beside it does not close it: half a form would be lost by a slip of the hand. */
export const FormDialog = ({ open, onClose, children, ...content }: FormDialogProps) => (
  <Dialog open={open} onOpenChange={(next) => !next && onClose()}>
    <DialogContent {...content} onInteractOutside={(event) => event.preventDefault()}>
      {children}
    </DialogContent>
  </Dialog>
);

type FormDialogActionsProps = {
  busy: boolean;
  /** The id of the form, for when they stand beside it. */
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
