import { AlertDialog } from "radix-ui";
import type { ReactNode } from "react";
import { Button } from "../button/button.tsx";
import { cn } from "../cn.ts";
import { dialogKeys, overlayStyle, panelStyle, useFocusReturn } from "./dialog-panel.ts";
import { submitHint } from "./submit-hint.ts";

export type ConfirmQuestion = {
  title: string;
  text: ReactNode;
  /** What the question is about, such as the name of a lead. */
  subject?: string | undefined;
  confirmLabel?: string;
  cancelLabel?: string;
  tone?: "default" | "destructive";
};

type Answers = { onConfirm: () => void; onCancel: () => void };

/** A question that has to be answered before anything else; null shows nothing. */
export const ConfirmWindow = ({ question, ...answers }: Answers & { question: ConfirmQuestion | null }) => (
  <AlertDialog.Root open={question !== null} onOpenChange={(open) => !open && answers.onCancel()}>
    {question && <Question question={question} {...answers} />}
  </AlertDialog.Root>
);

type QuestionProps = Answers & { question: ConfirmQuestion };

function Question({ question, onConfirm, onCancel }: QuestionProps) {
  const { title, text, subject, confirmLabel = "Doorgaan", cancelLabel = "Annuleren", tone = "default" } = question;
  return (
    <AlertDialog.Portal>
      <AlertDialog.Overlay className={overlayStyle}>
        <AlertDialog.Content
          {...useFocusReturn()}
          {...dialogKeys(onCancel)}
          className={cn(panelStyle, "p-5 sm:max-w-md")}
        >
          <AlertDialog.Title className="font-semibold text-base leading-6">{title}</AlertDialog.Title>
          <AlertDialog.Description className="mt-1.5 text-muted-foreground">
            {text}
            {subject && <span className="wrap-break-word mt-2 block font-medium text-foreground">{subject}</span>}
          </AlertDialog.Description>
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
