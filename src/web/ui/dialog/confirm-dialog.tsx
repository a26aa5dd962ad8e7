import { AlertDialog } from "radix-ui";
import { type ReactNode, useRef } from "react";
import { Button } from "../button/button.tsx";
import { cn } from "../cn.ts";
import { overlayStyle, panelStyle, useFocusReturn, useTopmostEscape } from "./dialog-panel.tsx";

export type ConfirmQuestion = {
  title: string;
  text: ReactNode;
  confirmLabel?: string;
  cancelLabel?: string;
  tone?: "default" | "destructive";
};

type ConfirmDialogProps = { question: ConfirmQuestion | null; onConfirm: () => void; onRefuse: () => void };

export const ConfirmDialog = ({ question, onConfirm, onRefuse }: ConfirmDialogProps) => (
  <AlertDialog.Root open={question !== null} onOpenChange={(next) => !next && onRefuse()}>
    {question && <Question question={question} onConfirm={onConfirm} />}
  </AlertDialog.Root>
);

function Question({ question, onConfirm }: { question: ConfirmQuestion; onConfirm: () => void }) {
  const { title, text, confirmLabel = "Doorgaan", cancelLabel = "Annuleren", tone = "default" } = question;
  const panel = useRef<HTMLDivElement>(null);
  return (
    <AlertDialog.Portal>
      <AlertDialog.Overlay className={overlayStyle}>
        <AlertDialog.Content
          ref={panel}
          {...useFocusReturn()}
          {...useTopmostEscape(panel)}
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
