import type { Classification } from "#contract/classification.ts";
import { nextStatus } from "#contract/message-status.ts";
import { type DueKey, replaceSections } from "#contract/message-text.ts";
import type { Message } from "#contract/messages.ts";

/** What a reviewer does to one message. */
export type CardDeed =
  | { kind: "approve"; message: Message; content: string; contentVersion: number }
  | { kind: "edit"; message: Message; edits: Record<string, string>; contentVersion: number }
  | { kind: "rewrite"; message: Message; feedback: string; contentVersion: number }
  | { kind: "reschedule"; message: Message; dueKey: DueKey; header: string; at: string }
  | { kind: "classify"; message: Message; classification: Classification }
  | { kind: "send" | "rerun" | "cancel" | "undo"; message: Message };

/** What a reviewer does to a message, or to several. */
export type Deed = CardDeed | { kind: "approveAll" | "cancelAll" | "undoAll"; ids: readonly string[] };
export type DeedKind = Deed["kind"];

const isSameLead = (one: Message, other: Message): boolean =>
  one.id === other.id || (one.providerId !== null && one.providerId === other.providerId);

const approved = (message: Message): Message =>
  nextStatus(message.status, "approve") ? { ...message, status: "approved" } : message;
const cancelled = (message: Message): Message =>
  nextStatus(message.status, "cancel") ? { ...message, status: "cancelled" } : message;

/**
 * How a message will stand once a deed has been done: shown while the server is still at it. What goes out into the
 * world, and what is taken back, is only shown when it has happened.
 */
export const expectedState = (message: Message, deed: Deed): Message => {
  const isOwn = "message" in deed && deed.message.id === message.id;
  const changed = (change: Partial<Message>): Message => (isOwn ? { ...message, ...change } : message);
  switch (deed.kind) {
    case "approve":
      return changed({ messageContent: deed.content, status: "approved" });
    case "edit":
      return changed({
        messageContent: replaceSections(message.messageContent, deed.edits) ?? message.messageContent,
        status: "edited",
      });
    case "rewrite":
      return changed({ status: "rewritten", regenerating: true });
    case "rerun":
      return changed({ status: "pending", regenerating: true });
    case "reschedule":
      return changed({ dateDueBySection: { ...message.dateDueBySection, [deed.dueKey]: deed.at } });
    case "classify":
      return isSameLead(message, deed.message) ? { ...message, leadClassification: deed.classification } : message;
    case "cancel":
      return isSameLead(message, deed.message) ? cancelled(message) : message;
    case "approveAll":
      return deed.ids.includes(message.id) ? approved(message) : message;
    case "cancelAll":
      return deed.ids.includes(message.id) ? cancelled(message) : message;
    case "send":
    case "undo":
    case "undoAll":
      return message;
  }
};
