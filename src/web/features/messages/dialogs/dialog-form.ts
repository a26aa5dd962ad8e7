import { useState } from "react";
import type { Message } from "#contract/messages.ts";
import { showToast } from "#ui/feedback/toast.tsx";
import type { SingleMessageAction } from "../actions/message-action.ts";

/** A message goes out as it stands: one without a text is refused, and told why. */
export const rejectEmptyTexts = (texts: readonly string[]): boolean => {
  const empty = texts.some((text) => text.trim() === "");
  if (empty) {
    showToast({ title: "Validatiefout", description: "Het bericht kan niet leeg zijn.", tone: "destructive" });
  }
  return empty;
};

/** Hands a deed on once, and is busy until it is done. Closing the dialog is for whoever does it. */
export function useSubmit(onSubmit: (deed: SingleMessageAction) => Promise<boolean>) {
  const [busy, setBusy] = useState(false);
  const submit = async (deed: SingleMessageAction) => {
    if (busy) return;
    setBusy(true);
    await onSubmit(deed);
    setBusy(false);
  };
  return { busy, submit };
}

/** Who changed the text last; nobody's name is the automation's. */
export const lastEditorName = ({ changedBy }: Pick<Message, "changedBy">): string => changedBy ?? "De automatisering";
