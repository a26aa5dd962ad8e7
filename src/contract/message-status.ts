import { z } from "zod";

/** What a lead's reply means for the company. It becomes the status of the message. */
export const REPLY_STATUSES = ["interested", "not_interested", "neutral"] as const;
export const replyStatus = z.enum(REPLY_STATUSES);
export type ReplyStatus = z.infer<typeof replyStatus>;

export const MESSAGE_STATUSES = [
  "pending",
  "rewritten",
  "edited",
  "approved",
  "sent",
  "connected",
  ...REPLY_STATUSES,
  "error",
  "cancelled",
] as const;
export const messageStatus = z.enum(MESSAGE_STATUSES);
export type MessageStatus = z.infer<typeof messageStatus>;

/** The actions of users on a message. */
export const MESSAGE_ACTIONS = [
  "approve",
  "edit",
  "rewrite",
  "rerun",
  "send",
  "cancel",
  "undo_approve",
  "undo_cancel",
] as const;
export type MessageAction = (typeof MESSAGE_ACTIONS)[number];

/** Waiting for a decision of a user. */
export const isOpen = (status: MessageStatus): boolean =>
  status === "pending" || status === "rewritten" || status === "edited";

/** The message has gone out. */
export const isSent = (status: MessageStatus): boolean =>
  status === "sent" || status === "connected" || REPLY_STATUSES.some((reply) => reply === status);

/** The groups of the review screens, in their order. An open message that is snoozed is in the last one. */
export const REVIEW_GROUPS = ["open", "approved", "sent", "answered", "error", "snoozed"] as const;
export type ReviewGroup = (typeof REVIEW_GROUPS)[number];

/** The group of a message that is not snoozed. */
export const groupOfStatus = (status: MessageStatus): ReviewGroup => {
  switch (status) {
    case "pending":
    case "rewritten":
    case "edited":
      return "open";
    case "approved":
    case "cancelled":
      return "approved";
    case "sent":
    case "connected":
      return "sent";
    case "interested":
    case "not_interested":
    case "neutral":
      return "answered";
    case "error":
      return "error";
  }
};

const STATUS_AFTER_ACTION = {
  approve: "approved",
  edit: "edited",
  rewrite: "rewritten",
  rerun: "pending",
  send: "approved",
  cancel: "cancelled",
} as const satisfies Partial<Record<MessageAction, MessageStatus>>;

/**
 * The status after an action; undefined where the action is not allowed. `send` leads to approved: it becomes sent when
 * the channel has accepted the first part. A failed message can be tried again; a sent one does not change.
 */
export const nextStatus = (status: MessageStatus, action: MessageAction): MessageStatus | undefined => {
  switch (status) {
    case "pending":
    case "rewritten":
    case "edited":
    case "error":
      return action in STATUS_AFTER_ACTION
        ? STATUS_AFTER_ACTION[action as keyof typeof STATUS_AFTER_ACTION]
        : undefined;
    case "approved":
      if (action === "undo_approve") return "pending";
      return action === "cancel" ? "cancelled" : undefined;
    case "cancelled":
      return action === "undo_cancel" ? "pending" : undefined;
    case "sent":
    case "connected":
    case "interested":
    case "not_interested":
    case "neutral":
      return undefined;
  }
};

/** Whether a part that a user sends leaves after the undo period, at a later moment, or waits for something. */
export const departure = z.enum(["now", "later", "waiting"]);
export type Departure = z.infer<typeof departure>;
