import { type RefObject, useCallback, useEffect, useRef } from "react";
import { nextStatus } from "#contract/message-status.ts";
import type { Message } from "#contract/messages.ts";
import { useShortcuts } from "#lib/browser/shortcuts.ts";
import { adjacentId, nextFocusedId } from "#lib/lists/list-focus.ts";
import { useDialogSubject } from "#ui/dialog/dialog-state.tsx";
import type { CardCommand, OnCardCommand } from "../card/card-actions.tsx";
import { focusCard, focusedCardId, topVisibleCardId } from "../card/card-focus.ts";
import type { SingleMessageAction } from "./message-action.ts";
import { useMessageActions } from "./use-message-actions.ts";

type DialogName = "reviseAndApprove" | "edit" | "rewrite" | "classify" | "report";
type DialogSubject = { dialog: DialogName; message: Message };

type ReviewOptions = {
  /** As they are shown. */
  messages: readonly Message[];
  /** As they were read, without what is just being done. */
  read: readonly Message[];
  onSelect: (id: string) => void;
};

const approveAction = (message: Message): SingleMessageAction => ({
  kind: "approve",
  message,
  content: message.messageContent,
  contentVersion: message.contentVersion,
});

/** After what was just done is on the page: a card that leaves it moves the others. */
const afterPaint = (act: () => void) => requestAnimationFrame(() => requestAnimationFrame(act));

/** Turns what people want of a card into deeds and dialogs, and goes on to the next card. */
export function useReview({ messages, read, onSelect }: ReviewOptions) {
  const perform = useMessageActions((undone) => {
    if ("message" in undone) afterPaint(() => focusCard(undone.message.id));
  });
  const { open, subject, show, close } = useDialogSubject<DialogSubject>();

  const goOn = (from: Message) => {
    const next = nextFocusedId(
      messages.map(({ id }) => id),
      from.id,
    );
    afterPaint(() => focusCard(next));
  };
  /** Shown before it is done, so that the eye can already go on. */
  const doAtOnce = (deed: SingleMessageAction) => {
    goOn(deed.message);
    void perform(deed);
  };
  const finish = async (deed: SingleMessageAction): Promise<boolean> => {
    const done = await perform(deed);
    if (!done) return false;
    close();
    goOn(deed.message);
    return true;
  };

  const handle = (intent: CardCommand) => {
    const { message } = intent;
    switch (intent.want) {
      case "approve":
        if (nextStatus(message.status, "approve")) doAtOnce(approveAction(message));
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
  const onIntent = useCallback<OnCardCommand>((intent) => latest.current(intent), []);

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

type ReviewShortcutOptions = {
  messages: readonly Message[];
  onIntent: OnCardCommand;
  search: RefObject<HTMLInputElement | null>;
};

type ShortcutCommand = "approve" | "reviseAndApprove" | "edit" | "rewrite" | "cancel" | "select";

/** Review without a mouse: from card to card, and what to do with the one that has the focus. */
export function useReviewShortcuts({ messages, onIntent, search }: ReviewShortcutOptions) {
  const ids = messages.map(({ id }) => id);
  const step = (by: 1 | -1) => () => {
    const current = focusedCardId();
    // Where one is reading is where one begins.
    focusCard(current === undefined ? topVisibleCardId(ids) : adjacentId(ids, current, by));
  };
  // Without a card in focus nobody could see what it would be done to: the first key only goes there.
  const withCard = (want: ShortcutCommand) => () => {
    const current = focusedCardId();
    const message = messages.find(({ id }) => id === current);
    if (message) onIntent({ want, message });
    else focusCard(topVisibleCardId(ids));
  };
  useShortcuts([
    { label: "Volgend bericht", group: "Berichten beoordelen", keys: "j", run: step(1) },
    { label: "Vorig bericht", group: "Berichten beoordelen", keys: "k", run: step(-1) },
    { label: "Goedkeuren", group: "Berichten beoordelen", keys: "a", run: withCard("approve") },
    {
      label: "Bewerken en goedkeuren",
      group: "Berichten beoordelen",
      keys: "shift+a",
      run: withCard("reviseAndApprove"),
    },
    { label: "Bewerken", group: "Berichten beoordelen", keys: "e", run: withCard("edit") },
    { label: "Herschrijven", group: "Berichten beoordelen", keys: "h", run: withCard("rewrite") },
    { label: "Annuleren", group: "Berichten beoordelen", keys: "x", run: withCard("cancel") },
    { label: "Selecteren", group: "Berichten beoordelen", keys: "s", run: withCard("select") },
    { label: "Zoeken", group: "Berichten beoordelen", keys: "/", run: () => search.current?.focus() },
  ]);
}
