import { X } from "lucide-react";
import { Dialog as RadixDialog } from "radix-ui";
import { Button } from "./button.tsx";

/** The cross in the corner of a dialog or a sheet. */
export const CloseButton = () => (
  <RadixDialog.Close asChild>
    <Button
      data-dialog-close
      variant="ghost"
      size="icon"
      aria-label="Sluiten"
      className="absolute top-2 right-3 text-muted-foreground"
    >
      <X />
    </Button>
  </RadixDialog.Close>
);
