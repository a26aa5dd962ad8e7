import type { Classification } from "#contract/classification.ts";
import { nextStatus } from "#contract/message-status.ts";
import { type DueKey, replaceSections } from "#contract/message-text.ts";
import { type Message, messagesRoutes } from "#contract/messages.ts";
import type { Undo } from "#contract/undo.ts";
import { call } from "#lib/api/api.ts";

export type SingleMessageAction =
  | { kind: "approve"; message: Message; content: string; contentVersion: number }
  | { kind: "edit"; message: Message; edits: Record<string, string>; contentVersion: number }
  | { kind: "rewrite"; message: Message; feedback: string; contentVersion: number }
  | { kind: "reschedule"; message: Message; dueKey: DueKey; header: string; at: string }
  | { kind: "classify"; message: Message; classification: Classification }
  | { kind: "send"; message: Message; when?: "next" }
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
 * The optimistic state of a message while an action is pending. Sending and undoing are not shown before the server has
 * confirmed them: their effect is outside this screen.
 */
export const predictAction = (message: Message, action: MessageAction): Message => {
  const isTarget = "message" in action && action.message.id === message.id;
  const withChange = (change: Partial<Message>): Message => (isTarget ? { ...message, ...change } : message);
  switch (action.kind) {
    case "approve":
      return withChange({ messageContent: action.content, status: "approved" });
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
      return withChange({ status: "pending", regenerating: true, textRequestProblem: null });
    case "reschedule":
      return withChange({ dateDueBySection: { ...message.dateDueBySection, [action.dueKey]: action.at } });
    case "classify":
      return isSameLead(message, action.message) ? { ...message, leadClassification: action.classification } : message;
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

/** The server's response: the updated message, a text for the toast, or the outcome per message of a bulk action. */
export type ActionResult = {
  message?: Message;
  text?: string;
  done?: readonly string[];
  refused?: readonly { id: string; reason: string }[];
  /** The number of queued messages that a change of class stopped. */
  stoppedMessages?: number;
  undos?: readonly (Undo | undefined)[];
};

/** The server accepts at most this many ids per call. */
const BATCH_SIZE = 100;

const sendInBatches = async (
  action: "approve" | "cancel",
  allIds: readonly string[],
  allVersions: Readonly<Record<string, number>> = {},
): Promise<ActionResult> => {
  const results = [];
  for (let start = 0; start < allIds.length; start += BATCH_SIZE) {
    const ids = allIds.slice(start, start + BATCH_SIZE);
    const contentVersions = Object.fromEntries(Object.entries(allVersions).filter(([id]) => ids.includes(id)));
    results.push(await call(messagesRoutes.batch, { body: { action, ids, contentVersions } }));
  }
  return {
    done: results.flatMap(({ done }) => done),
    refused: results.flatMap(({ refused }) => refused),
    undos: results.map(({ undo }) => undo),
  };
};

const cancelMessages = async ({ id, providerId }: Message): Promise<ActionResult> => {
  // Other messages of the same lead are found by provider id; without one there is only this message.
  if (providerId === null) return sendInBatches("cancel", [id]);
  const { message: text, undo } = await call(messagesRoutes.cancelAllOfLead, { params: { providerId } });
  return { text, undos: [undo] };
};

const classifyLead = async ({
  message: { providerId },
  classification,
}: Extract<MessageAction, { kind: "classify" }>): Promise<ActionResult> => {
  if (providerId === null) throw new MissingProviderIdError();
  const params = { providerId };
  const { undo, stoppedMessages } = await call(messagesRoutes.classify, { params, body: { classification } });
  return { stoppedMessages, undos: [undo] };
};

export class MissingProviderIdError extends Error {
  override readonly message = "Provider ID is required";
}

export const performAction = async (action: MessageAction): Promise<ActionResult> => {
  switch (action.kind) {
    case "approve": {
      const { message, content: messageContent, contentVersion } = action;
      const body = { messageContent, status: "approved" as const, contentVersion };
      const { undo, ...approved } = await call(messagesRoutes.change, { params: { id: message.id }, body });
      return { message: approved, undos: [undo] };
    }
    case "edit": {
      const { message, edits: editedContent, contentVersion } = action;
      const body = { editedContent, contentVersion };
      return { message: await call(messagesRoutes.edit, { params: { id: message.id }, body }) };
    }
    case "rewrite": {
      const { message, feedback, contentVersion } = action;
      const body = { status: "rewritten" as const, feedback, contentVersion };
      return { message: await call(messagesRoutes.change, { params: { id: message.id }, body }) };
    }
    case "reschedule": {
      const { message, dueKey, at } = action;
      // Send only the changed date, so that a colleague's change to another date is not overwritten.
      const body = { dateDueBySection: { [dueKey]: at }, dateDue: at, updatedSection: dueKey };
      return { message: await call(messagesRoutes.change, { params: { id: message.id }, body }) };
    }
    case "send": {
      const { id, contentVersion } = action.message;
      const body = { contentVersion, ...(action.when ? { when: action.when } : {}) };
      const { message: text, undo } = await call(messagesRoutes.send, { params: { id }, body });
      return { text, undos: [undo] };
    }
    case "rerun":
      return { text: (await call(messagesRoutes.rerun, { params: { id: action.message.id } })).message };
    case "cancel":
      return cancelMessages(action.message);
    case "classify":
      return classifyLead(action);
    case "undo":
      return { message: await call(messagesRoutes.undo, { params: { id: action.message.id } }) };
    case "approveSelected":
      return sendInBatches("approve", action.ids, action.contentVersions);
    case "cancelSelected":
      return sendInBatches("cancel", action.ids);
  }
};
