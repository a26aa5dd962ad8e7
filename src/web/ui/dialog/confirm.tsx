import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from "react";
import { Button } from "../button/button.tsx";
import { cn } from "../cn.ts";
import { ShortcutBlocker } from "../lazy-component.tsx";
import { type Radix, useRadix } from "../overlay/use-radix.ts";
import { dialogKeys, overlayStyle, panelStyle, submitHint, useFocusReturn } from "./dialog-panel.ts";

type ConfirmQuestion = {
  title: string;
  text: ReactNode;
  confirmLabel?: string;
  cancelLabel?: string;
  tone?: "default" | "destructive";
};

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
      {radix && (
        <radix.AlertDialog.Root open={question !== null} onOpenChange={(open) => !open && cancel()}>
          {question && <Question radix={radix} question={question} onConfirm={() => close(true)} onCancel={cancel} />}
        </radix.AlertDialog.Root>
      )}
    </ConfirmContext>
  );
}

type QuestionProps = { radix: Radix; question: ConfirmQuestion; onConfirm: () => void; onCancel: () => void };

function Question({ radix: { AlertDialog }, question, onConfirm, onCancel }: QuestionProps) {
  const { title, text, confirmLabel = "Doorgaan", cancelLabel = "Annuleren", tone = "default" } = question;
  return (
    <AlertDialog.Portal>
      <AlertDialog.Overlay className={overlayStyle}>
        <AlertDialog.Content
          {...useFocusReturn()}
          {...dialogKeys(onCancel)}
          className={cn(panelStyle, "p-5 sm:max-w-md")}
        >
          <AlertDialog.Title className="font-semibold text-base leading-6">{title}</AlertDialog.Title>
          <AlertDialog.Description className="mt-1.5 text-muted-foreground">{text}</AlertDialog.Description>
          <div
            style={submitHint.style}
            className={cn(submitHint.className, "mt-5 flex flex-col-reverse gap-2 sm:flex-row sm:justify-end")}
          >
            <AlertDialog.Cancel asChild>
              <Button variant="outline">{cancelLabel}</Button>
            </AlertDialog.Cancel>
            <AlertDialog.Action asChild>
              <Button data-main-action variant={tone === "destructive" ? "destructive" : "primary"} onClick={onConfirm}>
                {confirmLabel}
              </Button>
            </AlertDialog.Action>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Overlay>
    </AlertDialog.Portal>
  );
}

/** For a dialog with a form: Escape and "Annuleren" ask first when typed text would be lost. */
export function useDiscardGuard(onClose: () => void) {
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
      }));
    if (confirmed) onClose();
  };
  return { setDirty, requestClose: () => void requestClose() };
}
