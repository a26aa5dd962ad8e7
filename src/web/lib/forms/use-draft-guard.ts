import { useCallback, useRef } from "react";
import { useDiscardGuard } from "#ui/dialog/confirm.tsx";

/** For a dialog with a draft: Escape and "Annuleren" ask first, and then throw away what the browser keeps of it too. */
export function useDraftGuard(onClose: () => void) {
  const discard = useRef<() => void>(undefined);
  const { setDirty, requestClose } = useDiscardGuard(() => {
    discard.current?.();
    onClose();
  });
  /** Called with what throws the draft away, and without it when nothing would be lost. */
  const onDirty = useCallback(
    (forget: (() => void) | undefined) => {
      discard.current = forget;
      setDirty(forget !== undefined);
    },
    [setDirty],
  );
  return { onDirty, requestClose };
}

export type OnDirty = ReturnType<typeof useDraftGuard>["onDirty"];
