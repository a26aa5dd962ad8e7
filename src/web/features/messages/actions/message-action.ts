import type { Classification } from "#contract/classification.ts";
import { nextStatus } from "#contract/message-status.ts";
import { type DueKey, replaceSections } from "#contract/message-text.ts";
import { type Message, messagesRoutes } from "#contract/messages.ts";
import { call } from "#lib/api/api.ts";

/** What a reviewer does to one message. */
export type SingleMessageAction =
  | { kind: "approve"; message: Message; content: string; contentVersion: number }
  | { kind: "edit"; message: Message; edits: Record<string, string>; contentVersion: number }
  | { kind: "rewrite"; message: Message; feedback: string; contentVersion: number }
  | { kind: "reschedule"; message: Message; dueKey: DueKey; header: string; at: string }
  | { kind: "classify"; message: Message; classification: Classification }
  | { kind: "send" | "rerun" | "cancel" | "undo"; message: Message };

/** What a reviewer does to a message, or to several. */
export type MessageAction =
  | SingleMessageAction
  | { kind: "approveAll" | "cancelAll" | "undoAll"; ids: readonly string[] };
export type MessageActionKind = MessageAction["kind"];

const isSameLead = (one: Message, other: Message): boolean =>
  one.id === other.id || (one.providerId !== null && one.providerId === other.providerId);

const approveIfAllowed = (message: Message): Message =>
  nextStatus(message.status, "approve") ? { ...message, status: "approved" } : message;
const cancelIfAllowed = (message: Message): Message =>
  nextStatus(message.status, "cancel") ? { ...message, status: "cancelled" } : message;

/**
 * How a message will stand once a deed has been done: shown while the server is still at it. What goes out into the
 * world, and what is taken back, is only shown when it has happened.
 */
export const applyAction = (message: Message, deed: MessageAction): Message => {
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
      return isSameLead(message, deed.message) ? cancelIfAllowed(message) : message;
    case "approveAll":
      return deed.ids.includes(message.id) ? approveIfAllowed(message) : message;
    case "cancelAll":
      return deed.ids.includes(message.id) ? cancelIfAllowed(message) : message;
    case "send":
    case "undo":
    case "undoAll":
      return message;
  }
};

/** What the server made of a deed: the message as it is now, its words, or what it refused of several. */
export type ActionResult = {
  message?: Message;
  text?: string;
  done?: readonly string[];
  refused?: readonly { id: string; reason: string }[];
};

/** As many as the server takes at once. */
const BATCH_SIZE = 100;

const sendInBatches = async (action: "approve" | "cancel", ids: readonly string[]): Promise<ActionResult> => {
  const answers = [];
  for (let start = 0; start < ids.length; start += BATCH_SIZE) {
    answers.push(await call(messagesRoutes.batch, { body: { action, ids: ids.slice(start, start + BATCH_SIZE) } }));
  }
  return { done: answers.flatMap(({ done }) => done), refused: answers.flatMap(({ refused }) => refused) };
};

const undoMessage = (id: string): Promise<Message> => call(messagesRoutes.undo, { params: { id } });

const cancelMessages = async ({ id, providerId }: Message): Promise<ActionResult> => {
  // Who is not known by a provider id has no other messages to be found by.
  if (providerId === null) return sendInBatches("cancel", [id]);
  return { text: (await call(messagesRoutes.cancelAll, { params: { providerId } })).message };
};

const classifyLead = async ({
  message: { providerId },
  classification,
}: Extract<MessageAction, { kind: "classify" }>) => {
  if (providerId === null) throw new MissingProviderIdError();
  const params = { providerId };
  return { text: (await call(messagesRoutes.classify, { params, body: { classification } })).message };
};

export class MissingProviderIdError extends Error {
  override readonly message = "Provider ID is required";
}

export const performAction = async (deed: MessageAction): Promise<ActionResult> => {
  switch (deed.kind) {
    case "approve": {
      const { message, content: messageContent, contentVersion } = deed;
      const body = { messageContent, status: "approved" as const, contentVersion };
      return { message: await call(messagesRoutes.change, { params: { id: message.id }, body }) };
    }
    case "edit": {
      const { message, edits: editedContent, contentVersion } = deed;
      const body = { editedContent, contentVersion };
      return { message: await call(messagesRoutes.edit, { params: { id: message.id }, body }) };
    }
    case "rewrite": {
      const { message, feedback, contentVersion } = deed;
      const body = { status: "rewritten" as const, feedback, contentVersion };
      return { message: await call(messagesRoutes.change, { params: { id: message.id }, body }) };
    }
    case "reschedule": {
      const { message, dueKey, at } = deed;
      // Only the one that was moved: what a colleague does to another date stays.
      const body = { dateDueBySection: { [dueKey]: at }, updatedSection: dueKey };
      return { message: await call(messagesRoutes.change, { params: { id: message.id }, body }) };
    }
    case "send":
      return { text: (await call(messagesRoutes.send, { params: { id: deed.message.id } })).message };
    case "rerun":
      return { text: (await call(messagesRoutes.rerun, { params: { id: deed.message.id } })).message };
    case "cancel":
      return cancelMessages(deed.message);
    case "classify":
      return classifyLead(deed);
    case "undo":
      return { message: await undoMessage(deed.message.id) };
    case "approveAll":
      return sendInBatches("approve", deed.ids);
    case "cancelAll":
      return sendInBatches("cancel", deed.ids);
    case "undoAll":
      return undoMessages(deed.ids);
  }
};

const undoMessages = async (ids: readonly string[]): Promise<ActionResult> => {
  const outcomes = await Promise.allSettled(ids.map(undoMessage));
  const done = ids.filter((_, index) => outcomes[index]?.status === "fulfilled");
  if (done.length === 0) throw outcomes.find((outcome) => outcome.status === "rejected")?.reason;
  return { done };
};
