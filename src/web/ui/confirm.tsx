import { AlertDialog } from "radix-ui";
import { createContext, type ReactNode, useContext, useRef, useState } from "react";
import { Button } from "./button.tsx";
import { cn } from "./cn.ts";
import { overlayStyle, panelStyle } from "./dialog-panel.ts";
import { useFocusReturn } from "./use-focus-return.ts";
import { useOwnEscape } from "./use-own-escape.ts";

export type ConfirmQuestion = {
  title: string;
  text: ReactNode;
  confirmLabel?: string;
  cancelLabel?: string;
  tone?: "default" | "destructive";
};
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
  const close = (agreed: boolean) => {
    setQuestion(null);
    answer.current?.(agreed);
    answer.current = undefined;
  };

  return (
    <ConfirmContext value={confirm}>
      {children}
      <AlertDialog.Root open={question !== null} onOpenChange={(next) => !next && close(false)}>
        {question && <ConfirmDialog question={question} onConfirm={() => close(true)} />}
      </AlertDialog.Root>
    </ConfirmContext>
  );
}

function ConfirmDialog({ question, onConfirm }: { question: ConfirmQuestion; onConfirm: () => void }) {
  const { title, text, confirmLabel = "Doorgaan", cancelLabel = "Annuleren", tone = "default" } = question;
  const panel = useRef<HTMLDivElement>(null);
  return (
    <AlertDialog.Portal>
      <AlertDialog.Overlay className={overlayStyle}>
        <AlertDialog.Content
          ref={panel}
          {...useFocusReturn()}
          {...useOwnEscape(panel)}
          className={cn(panelStyle, "p-5 sm:max-w-md")}
        >
          <AlertDialog.Title className="font-semibold text-base leading-6">{title}</AlertDialog.Title>
          <AlertDialog.Description className="mt-1.5 text-muted-foreground">{text}</AlertDialog.Description>
          <div className="mt-5 flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
            <AlertDialog.Cancel asChild>
              <Button data-dialog-close variant="outline">
                {cancelLabel}
              </Button>
            </AlertDialog.Cancel>
            <AlertDialog.Action asChild>
              <Button variant={tone === "destructive" ? "destructive" : "primary"} onClick={onConfirm}>
                {confirmLabel}
              </Button>
            </AlertDialog.Action>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Overlay>
    </AlertDialog.Portal>
  );
}
