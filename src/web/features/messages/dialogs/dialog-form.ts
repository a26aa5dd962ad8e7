import { useState } from "react";
import type { Message } from "#contract/messages.ts";
import { showToast } from "#ui/feedback/toast.tsx";
import type { ActionOutcome, SingleMessageAction } from "../actions/message-action.ts";

/** Shows a toast and returns false if one of the texts is empty. */
export const validateTexts = (texts: readonly string[]): boolean => {
  const valid = texts.every((text) => text.trim() !== "");
  if (!valid) {
    showToast({ title: "Validatiefout", description: "Het bericht kan niet leeg zijn.", tone: "destructive" });
  }
  return valid;
};

/** Ignores further submits while one is running. `onSubmit` closes the dialog if it succeeds. */
export function useSubmit(onSubmit: (action: SingleMessageAction) => Promise<ActionOutcome>, onDone?: () => void) {
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const submit = async (action: SingleMessageAction) => {
    if (busy) return;
    setBusy(true);
    const outcome = await onSubmit(action);
    if (outcome === "done") onDone?.();
    if (outcome !== "declined") setFailed(outcome === "failed");
    setBusy(false);
  };
  return { busy, failed, submit };
}

/** Who last changed the message, in any field. Null until the first change: then the text is still that of the automation. */
export const lastChangedBy = ({ changedBy }: Pick<Message, "changedBy">): string => changedBy ?? "De automatisering";
