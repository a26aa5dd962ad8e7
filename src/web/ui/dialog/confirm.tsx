import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from "react";
import { ShortcutBlocker } from "../lazy-component.tsx";
import { useRadix } from "../overlay/use-radix.ts";
import type { ConfirmQuestion } from "./confirm-window.tsx";

type Confirm = (question: ConfirmQuestion) => Promise<boolean>;

const ConfirmContext = createContext<Confirm | null>(null);

/** Asks before something that cannot be undone: `if (!(await confirm({ … }))) return;` */
export function useConfirm(): Confirm {
  const confirm = useContext(ConfirmContext);
  if (!confirm) throw new Error("useConfirm needs a ConfirmProvider above it");
  return confirm;
}

export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<ConfirmQuestion | null>(null);
  const answer = useRef<(confirmed: boolean) => void>(undefined);

  const confirm: Confirm = (next) => {
    answer.current?.(false);
    setQuestion(next);
    return new Promise((resolve) => {
      answer.current = resolve;
    });
  };
  const close = (confirmed: boolean) => {
    setQuestion(null);
    answer.current?.(confirmed);
    answer.current = undefined;
  };
  const cancel = () => close(false);
  const radix = useRadix(question !== null, cancel);

  return (
    <ConfirmContext value={confirm}>
      {children}
      {question && !radix && <ShortcutBlocker />}
      {radix && <radix.ConfirmWindow question={question} onConfirm={() => close(true)} onCancel={cancel} />}
    </ConfirmContext>
  );
}

/** For a dialog with a form: Escape and "Annuleren" ask first when changes would be lost. `texts`: if they are not typed texts. */
export function useDiscardGuard(onClose: () => void, texts: Partial<ConfirmQuestion> = {}) {
  const confirm = useConfirm();
  const dirty = useRef(false);
  const setDirty = useCallback((next: boolean) => {
    dirty.current = next;
  }, []);
  const requestClose = async () => {
    const confirmed =
      !dirty.current ||
      (await confirm({
        title: "Wijzigingen weggooien?",
        text: "Wat je hebt getypt, is nog niet opgeslagen.",
        confirmLabel: "Weggooien",
        cancelLabel: "Verder typen",
        tone: "destructive",
        ...texts,
      }));
    if (confirmed) onClose();
  };
  return { setDirty, requestClose: () => void requestClose() };
}
