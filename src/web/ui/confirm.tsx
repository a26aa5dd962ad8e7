import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from "react";
import type { ConfirmQuestion } from "./confirm-question.ts";
import { later } from "./later.ts";
import { Opening } from "./opening.tsx";

const confirmDialog = later(() => import("./confirm-dialog.tsx"));

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
      {question && !here && <Opening />}
      {here && <here.ConfirmDialog question={question} onConfirm={() => close(true)} onRefuse={refuse} />}
    </ConfirmContext>
  );
}
