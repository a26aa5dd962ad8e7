import { X } from "lucide-react";
import { Button } from "./button.tsx";
import { DialogClose } from "./dialog-state.tsx";

/** The cross in the corner of a dialog or a sheet. */
export const CloseButton = () => (
  <DialogClose>
    <Button
      data-dialog-close
      variant="ghost"
      size="icon"
      aria-label="Sluiten"
      className="absolute top-2 right-3 text-muted-foreground"
    >
      <X />
    </Button>
  </DialogClose>
);
