import type { ComponentProps } from "react";
import { cn } from "../cn.ts";
import { KeyboardHold } from "../overlay/keyboard-hold.tsx";
import { lazyModule } from "../overlay/lazy-module.ts";
import { useDialog } from "./dialog-state.tsx";
import type { DialogWindowProps } from "./dialog-window.tsx";
import type { SheetPanelProps } from "./sheet-panel.tsx";

const dialogWindow = lazyModule(() => import("./dialog-window.tsx"));

export function DialogContent(props: DialogWindowProps) {
  const dialog = useDialog();
  const here = dialogWindow.usePart(dialog.open, dialog.close);
  if (!here) return dialog.open && <KeyboardHold />;
  return dialog.used && <here.DialogWindow dialog={dialog} {...props} />;
}

/** Stays in sight at the bottom while the dialog scrolls; may stand inside the dialog's form. */
export const DialogFooter = ({ className, ...props }: ComponentProps<"div">) => (
  <div
    data-dialog-footer
    className={cn(
      "-mx-5 sticky bottom-0 z-10 mt-4 flex flex-col-reverse gap-2 border-t bg-popover px-5 py-3 sm:flex-row sm:items-center sm:justify-end",
      className,
    )}
    {...props}
  />
);

const sheetPanel = lazyModule(() => import("./sheet-panel.tsx"));

/** Inside a `Dialog`: it opens and closes like one. */
export function SheetContent(props: SheetPanelProps) {
  const sheet = useDialog();
  const here = sheetPanel.usePart(sheet.open, sheet.close);
  if (!here) return sheet.open && <KeyboardHold />;
  return sheet.used && <here.SheetPanel sheet={sheet} {...props} />;
}
