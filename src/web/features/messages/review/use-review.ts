import { useCallback, useEffect, useRef } from "react";
import { nextStatus } from "#contract/message-status.ts";
import type { Message } from "#contract/messages.ts";
import { neighbourOf } from "#lib/neighbour.ts";
import { useDialogSubject } from "#ui/use-dialog-subject.ts";
import type { CardIntent, OnIntent } from "../card/card-intent.ts";
import type { CardDeed } from "../deeds/deed.ts";
import { useDeeds } from "../deeds/use-deeds.ts";
import { focusCard } from "./card-focus.ts";

export type DialogName = "reviseAndApprove" | "edit" | "rewrite" | "classify" | "report";
type Subject = { dialog: DialogName; message: Message };

type ReviewOptions = {
  /** As they are shown. */
  messages: readonly Message[];
  /** As they were read, without what is just being done. */
  read: readonly Message[];
  onSelect: (id: string) => void;
};

const approval = (message: Message): CardDeed => ({
  kind: "approve",
  message,
  content: message.messageContent,
  contentVersion: message.contentVersion,
});

/** After what was just done is on the page: a card that leaves it moves the others. */
const afterPaint = (act: () => void) => requestAnimationFrame(() => requestAnimationFrame(act));

/** Turns what people want of a card into deeds and dialogs, and goes on to the next card. */
export function useReview({ messages, read, onSelect }: ReviewOptions) {
  const perform = useDeeds((undone) => {
    if ("message" in undone) afterPaint(() => focusCard(undone.message.id));
  });
  const { open, subject, show, close } = useDialogSubject<Subject>();

  const goOn = (from: Message) => {
    const next = neighbourOf(
      messages.map(({ id }) => id),
      from.id,
    );
    afterPaint(() => focusCard(next));
  };
  /** Shown before it is done, so that the eye can already go on. */
  const doAtOnce = (deed: CardDeed) => {
    goOn(deed.message);
    void perform(deed);
  };
  const finish = async (deed: CardDeed): Promise<boolean> => {
    const done = await perform(deed);
    if (!done) return false;
    close();
    goOn(deed.message);
    return true;
  };

  const handle = (intent: CardIntent) => {
    const { message } = intent;
    switch (intent.want) {
      case "approve":
        if (nextStatus(message.status, "approve")) doAtOnce(approval(message));
        break;
      case "cancel":
        if (nextStatus(message.status, "cancel")) doAtOnce({ kind: "cancel", message });
        break;
      case "rerun":
        doAtOnce({ kind: "rerun", message });
        break;
      case "send":
        void finish({ kind: "send", message });
        break;
      case "undo":
        void perform({ kind: "undo", message });
        break;
      case "reschedule":
        void perform({ kind: "reschedule", message, dueKey: intent.dueKey, header: intent.header, at: intent.at });
        break;
      case "edit":
      case "rewrite":
        if (nextStatus(message.status, intent.want)) show({ dialog: intent.want, message });
        break;
      case "reviseAndApprove":
        if (nextStatus(message.status, "approve")) show({ dialog: intent.want, message });
        break;
      case "classify":
      case "report":
        show({ dialog: intent.want, message });
        break;
      case "select":
        onSelect(message.id);
        break;
    }
  };

  const latest = useRef(handle);
  useEffect(() => {
    latest.current = handle;
  });
  // The same function for good: a new one would draw every card again.
  const onIntent = useCallback<OnIntent>((intent) => latest.current(intent), []);

  // What one types is held against what is really stored: an edit on its way would pass for a colleague's.
  const stored = read.find(({ id }) => id === subject?.message.id);
  return {
    onIntent,
    perform,
    finish,
    // As it is now; a message that has left the list is kept as it was last seen, with what was typed about it.
    dialog: subject && { open, name: subject.dialog, message: stored ?? subject.message, close },
  };
}
