import { useDialog } from "./dialog-state.tsx";
import { later } from "./later.ts";
import { Opening } from "./opening.tsx";
import type { SheetPanelProps } from "./sheet-panel.tsx";

const sheetPanel = later(() => import("./sheet-panel.tsx"));

/** Inside a `Dialog`: it opens and closes like one. */
export function SheetContent(props: SheetPanelProps) {
  const sheet = useDialog();
  const here = sheetPanel.usePart(sheet.open, sheet.close);
  if (!here) return sheet.open && <Opening />;
  return sheet.used && <here.SheetPanel sheet={sheet} {...props} />;
}
