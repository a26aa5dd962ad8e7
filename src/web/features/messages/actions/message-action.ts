import type { Classification } from "#contract/classification.ts";
import { type Departure, nextStatus } from "#contract/message-status.ts";
import { type DueKey, replaceSections } from "#contract/message-text.ts";
import type { Message } from "#contract/messages.ts";
import type { Undo } from "#contract/undo.ts";
import type { StartedAction } from "#lib/api/undo.tsx";

export type SingleMessageAction =
  /** With `edits`, these are stored as adjustments first, and `content` already has them. */
  | { kind: "approve"; message: Message; content: string; contentVersion: number; edits?: Record<string, string> }
  | { kind: "edit"; message: Message; edits: Record<string, string>; contentVersion: number }
  | { kind: "rewrite"; message: Message; feedback: string; contentVersion: number }
  | { kind: "reschedule"; message: Message; dueKey: DueKey; header: string; at: string }
  | { kind: "classify"; message: Message; classification: Classification }
  | { kind: "snooze"; message: Message; until: string | null }
  | { kind: "assign"; message: Message; colleague: Message["assignedTo"] }
  /** `started` was begun when the user asked to send, so that undo already worked while the preview was loading. */
  | { kind: "send"; message: Message; when?: "next"; started?: StartedAction }
  | { kind: "rerun" | "cancel" | "undo"; message: Message };

/** An action of a reviewer on one message or on several. */
export type MessageAction =
  | SingleMessageAction
  | { kind: "approveSelected"; ids: readonly string[]; contentVersions?: Readonly<Record<string, number>> }
  | { kind: "cancelSelected"; ids: readonly string[] };
export type MessageActionKind = MessageAction["kind"];

const isSameLead = (message: Message, other: Message): boolean =>
  message.id === other.id || (message.providerId !== null && message.providerId === other.providerId);

const approveIfAllowed = (message: Message): Message =>
  nextStatus(message.status, "approve") ? { ...message, status: "approved" } : message;
const cancelIfAllowed = (message: Message): Message =>
  nextStatus(message.status, "cancel") ? { ...message, status: "cancelled" } : message;

/**
 * The optimistic state of a message while an action is pending. Sending and undoing are not predicted: only the server knows
 * their result.
 */
export const predictAction = (message: Message, action: MessageAction): Message => {
  const isTarget = "message" in action && action.message.id === message.id;
  const withChange = (change: Partial<Message>): Message => (isTarget ? { ...message, ...change } : message);
  switch (action.kind) {
    case "approve":
      return withChange({ messageContent: action.content, status: "approved", notQueued: null });
    case "edit":
      return withChange({
        messageContent: replaceSections(message.messageContent, action.edits) ?? message.messageContent,
        status: "edited",
      });
    case "rewrite":
      return withChange({
        status: "rewritten",
        regenerating: true,
        feedback: action.feedback,
        textRequestProblem: null,
      });
    case "rerun":
      return withChange({ status: "pending", regenerating: true, feedback: null, textRequestProblem: null });
    case "reschedule":
      return withChange({ dateDueBySection: { ...message.dateDueBySection, [action.dueKey]: action.at } });
    case "classify":
      return isSameLead(message, action.message) ? { ...message, leadClassification: action.classification } : message;
    case "snooze":
      return withChange({ snoozedUntil: action.until });
    case "assign":
      return withChange({ assignedTo: action.colleague });
    case "cancel":
      return isSameLead(message, action.message) ? cancelIfAllowed(message) : message;
    case "approveSelected":
      return action.ids.includes(message.id) ? approveIfAllowed(message) : message;
    case "cancelSelected":
      return action.ids.includes(message.id) ? cancelIfAllowed(message) : message;
    case "send":
    case "undo":
      return message;
  }
};

/** declined: the user answered no to the question before it. */
export type ActionOutcome = "done" | "failed" | "declined";

/** The server's response: the updated message, a text for the toast, or the outcome per message of a bulk action. */
export type ActionResult = {
  message?: Message;
  text?: string;
  done?: readonly string[];
  refused?: readonly { id: string; reason: string }[];
  /** The number of approved messages whose lead is invited first. */
  toInvite?: number;
  /** The number of queued messages that a change of class stopped. */
  stoppedMessages?: number;
  /** The number of messages that were already being sent when everything of the lead was cancelled. */
  messagesInFlight?: number;
  /** When a message that was sent really leaves. */
  departure?: Departure;
  undos?: readonly (Undo | undefined)[];
};

/** The action was refused. The error's message is the reason, and is shown to the user. */
export class RefusedError extends Error {}

export class MissingProviderIdError extends RefusedError {
  override readonly message = "Provider ID is required";
}
