import { useCallback, useRef } from "react";
import { useConfirm } from "./confirm.tsx";

/** For a dialog one types in: Escape and "Annuleren" ask first when something would be lost. */
export function useDiscardGuard(onClose: () => void) {
  const confirm = useConfirm();
  const dirty = useRef(false);
  const setDirty = useCallback((next: boolean) => {
    dirty.current = next;
  }, []);
  const requestClose = async () => {
    const agreed =
      !dirty.current ||
      (await confirm({
        title: "Wijzigingen weggooien?",
        text: "Wat je hebt getypt, is nog niet opgeslagen.",
        confirmLabel: "Weggooien",
        cancelLabel: "Verder typen",
        tone: "destructive",
      }));
    if (agreed) onClose();
  };
  return { setDirty, requestClose: () => void requestClose() };
}
