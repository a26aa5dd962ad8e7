import type { DueKey } from "#contract/message-text.ts";
import type { Message } from "#contract/messages.ts";

/** What somebody wants of a card; the list of cards decides how it is done. */
export type CardIntent =
  | {
      want:
        | "approve"
        | "reviseAndApprove"
        | "edit"
        | "rewrite"
        | "rerun"
        | "send"
        | "cancel"
        | "undo"
        | "classify"
        | "report"
        | "select";
      message: Message;
    }
  | { want: "reschedule"; message: Message; dueKey: DueKey; header: string; at: string };

export type OnIntent = (intent: CardIntent) => void;
