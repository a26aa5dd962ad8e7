import type { ComponentProps } from "react";
import { ShortcutBlocker } from "../lazy-component.tsx";
import { type Radix, useRadix } from "../overlay/use-radix.ts";
import { useDialog } from "./dialog.tsx";

/** Inside a `Dialog`: a panel along the left side of the window, such as the navigation on a phone. */
export function SheetContent(props: Omit<ComponentProps<Radix["SheetWindow"]>, "open" | "onClose">) {
  const { open, close } = useDialog();
  const radix = useRadix(open, close);
  if (!radix) return open && <ShortcutBlocker />;
  return <radix.SheetWindow open={open} onClose={close} {...props} />;
}
