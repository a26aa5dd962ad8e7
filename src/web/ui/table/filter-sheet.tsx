import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import { Button } from "../button/button.tsx";
import { Dialog, DialogClose, DialogContent, DialogFooter } from "../dialog/dialog.tsx";

type FilterSheetProps = {
  open: boolean;
  onClose: () => void;
  /** The button "Wis Filters"; null while no filter is set. */
  clearButton: ReactNode;
  children: ReactNode;
};

/** The filters of a list on a phone. They apply at once: the list behind the sheet changes with them. */
export function FilterSheet({ open, onClose, clearButton, children }: FilterSheetProps) {
  const fields = useRef<HTMLDivElement>(null);
  const close = () => {
    // A text field applies what was typed when it loses the focus.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    onClose();
  };
  // The back button undoes the last filter: the list without it is what the user wants to see.
  const closeOnBack = useEffectEvent(onClose);
  useEffect(() => {
    if (!open) return;
    const listener = () => closeOnBack();
    addEventListener("popstate", listener);
    return () => removeEventListener("popstate", listener);
  }, [open]);
  return (
    <Dialog open={open} onOpenChange={(next) => !next && close()}>
      {/* With the focus on a text field, the keyboard of the phone would cover the other fields. */}
      <DialogContent title="Filters" firstFocus={fields}>
        <div ref={fields} tabIndex={-1} className="flex flex-col gap-3 outline-hidden">
          {children}
        </div>
        <DialogFooter className="flex-row justify-end">
          {clearButton}
          <DialogClose>
            <Button>Toon de lijst</Button>
          </DialogClose>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
