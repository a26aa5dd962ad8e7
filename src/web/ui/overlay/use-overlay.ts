import { useCallback, useEffect, useRef, useState } from "react";

export type OverlayProps = { open?: boolean; onOpenChange?: (open: boolean) => void };

/** Whether something stands open over the screen. Its owner may decide that, or leave it to whoever presses the button. */
export function useOverlay({ open: given, onOpenChange }: OverlayProps) {
  const [own, setOwn] = useState(false);
  const open = given ?? own;
  // What has been open once stays in the page: it has the focus to give back.
  const [used, setUsed] = useState(open);
  if (open && !used) setUsed(true);

  const tell = useRef(onOpenChange);
  useEffect(() => {
    tell.current = onOpenChange;
  });
  const setOpen = useCallback((next: boolean) => {
    setOwn(next);
    tell.current?.(next);
  }, []);
  const close = useCallback(() => setOpen(false), [setOpen]);
  return { open, used, setOpen, close };
}

export type Overlay = ReturnType<typeof useOverlay>;
