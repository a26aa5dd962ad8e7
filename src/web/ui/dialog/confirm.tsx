import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from "react";
import { KeyboardHold } from "../overlay/keyboard-hold.tsx";
import { lazyModule } from "../overlay/lazy-module.ts";
import type { ConfirmQuestion } from "./confirm-dialog.tsx";

const confirmDialog = lazyModule(() => import("./confirm-dialog.tsx"));

type Confirm = (question: ConfirmQuestion) => Promise<boolean>;

const ConfirmContext = createContext<Confirm | null>(null);

/** Asks before something happens that cannot be taken back: `if (!(await confirm({ … }))) return;` */
export function useConfirm(): Confirm {
  const confirm = useContext(ConfirmContext);
  if (!confirm) throw new Error("useConfirm needs a ConfirmProvider above it");
  return confirm;
}

export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<ConfirmQuestion | null>(null);
  const answer = useRef<(agreed: boolean) => void>(undefined);

  const confirm: Confirm = (asked) => {
    answer.current?.(false);
    setQuestion(asked);
    return new Promise((resolve) => {
      answer.current = resolve;
    });
  };
  const close = useCallback((agreed: boolean) => {
    setQuestion(null);
    answer.current?.(agreed);
    answer.current = undefined;
  }, []);
  const refuse = useCallback(() => close(false), [close]);
  const here = confirmDialog.usePart(question !== null, refuse);

  return (
    <ConfirmContext value={confirm}>
      {children}
      {question && !here && <KeyboardHold />}
      {here && <here.ConfirmDialog question={question} onConfirm={() => close(true)} onRefuse={refuse} />}
    </ConfirmContext>
  );
}

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
