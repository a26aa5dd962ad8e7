import type { DueKey } from "#contract/message-text.ts";
import type { Message } from "#contract/messages.ts";

/** What a card's button, menu or shortcut asks for. useReview turns it into an action or opens a dialog. */
export type CardCommand =
  | {
      kind:
        | "approve"
        | "reviseAndApprove"
        | "queue"
        | "edit"
        | "rewrite"
        | "rerun"
        | "send"
        | "cancel"
        | "undo"
        | "classify"
        | "markNotInterested"
        | "resendFeedback"
        | "report"
        | "select"
        | "selectRange"
        | "snooze"
        | "endSnooze"
        | "assign"
        | "notes"
        | "airtable";
      message: Message;
    }
  | { kind: "reschedule"; message: Message; dueKey: DueKey; header: string; at: string };

export type OnCardCommand = (command: CardCommand) => void;
