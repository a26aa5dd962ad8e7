import { useState } from "react";
import type { Message } from "#contract/messages.ts";
import { showToast } from "#ui/feedback/toast.tsx";
import type { SingleMessageAction } from "../actions/message-action.ts";

/** Returns true, after showing a toast, when one of the texts is empty. */
export const rejectEmptyTexts = (texts: readonly string[]): boolean => {
  const empty = texts.some((text) => text.trim() === "");
  if (empty) {
    showToast({ title: "Validatiefout", description: "Het bericht kan niet leeg zijn.", tone: "destructive" });
  }
  return empty;
};

/** Submits an action once and is busy until it is done. The caller closes the dialog. */
export function useSubmit(onSubmit: (action: SingleMessageAction) => Promise<boolean>) {
  const [busy, setBusy] = useState(false);
  const submit = async (action: SingleMessageAction) => {
    if (busy) return;
    setBusy(true);
    await onSubmit(action);
    setBusy(false);
  };
  return { busy, submit };
}

/** Who last changed the text. No name means that the automation did. */
export const lastEditorName = ({ changedBy }: Pick<Message, "changedBy">): string => changedBy ?? "De automatisering";
