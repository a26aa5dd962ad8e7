import { type Message, messagesRoutes } from "#contract/messages.ts";
import { reviewRoutes } from "#contract/review.ts";
import { call } from "#lib/api/api.ts";
import { sendInBatches } from "#lib/api/batches.ts";
import { type ActionResult, type MessageAction, MissingProviderIdError, RefusedError } from "./message-action.ts";

export { failureToast, successText, undoneText } from "./action-toasts.ts";
export { openMessage, RequestedCard } from "./requested-card.ts";

const performOnAll = async (
  action: "approve" | "cancel",
  allIds: readonly string[],
  allVersions: Readonly<Record<string, number>> = {},
): Promise<ActionResult> => {
  const { answers, refused } = await sendInBatches(allIds, (ids) => {
    const contentVersions = Object.fromEntries(Object.entries(allVersions).filter(([id]) => ids.includes(id)));
    return call(messagesRoutes.batch, { body: { action, ids, contentVersions } });
  });
  return {
    done: answers.flatMap(({ done }) => done),
    refused: [...answers.flatMap((answer) => answer.refused), ...refused],
    // A lead may have messages in several batches.
    toInvite: new Set(answers.flatMap(({ leadsToInvite }) => leadsToInvite)).size,
    undos: answers.map(({ undo }) => undo),
  };
};

const cancelMessages = async ({ id, providerId }: Message): Promise<ActionResult> => {
  // Other messages of the same lead are found by provider id; without one there is only this message.
  if (providerId === null) {
    const result = await performOnAll("cancel", [id]);
    const [refusal] = result.refused ?? [];
    if (refusal) throw new RefusedError(refusal.reason);
    return result;
  }
  const { messagesInFlight, undo } = await call(messagesRoutes.cancelAllOfLead, { params: { providerId } });
  return { messagesInFlight, undos: [undo] };
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

/** The text to approve; the edits of its sections are stored first. */
const storeEdits = async ({
  message: { id },
  content: messageContent,
  contentVersion,
  edits,
}: Extract<MessageAction, { kind: "approve" }>): Promise<Pick<Message, "messageContent" | "contentVersion">> =>
  edits
    ? call(messagesRoutes.edit, { params: { id }, body: { editedContent: edits, contentVersion } })
    : { messageContent, contentVersion };

export const performAction = async (action: MessageAction): Promise<ActionResult> => {
  switch (action.kind) {
    case "approve": {
      const params = { id: action.message.id };
      const { messageContent, contentVersion } = await storeEdits(action);
      const body = { messageContent, status: "approved" as const, contentVersion };
      const { undo, ...approved } = await call(messagesRoutes.change, { params, body });
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
      const { message: text, departure, undo } = await call(messagesRoutes.send, { params: { id }, body });
      return { text, departure, undos: [undo] };
    }
    case "rerun":
      return { text: (await call(messagesRoutes.rerun, { params: { id: action.message.id } })).message };
    case "cancel":
      return cancelMessages(action.message);
    case "classify":
      return classifyLead(action);
    case "snooze": {
      const { message, until } = action;
      return { message: await call(reviewRoutes.snooze, { params: { id: message.id }, body: { until } }) };
    }
    case "assign": {
      const { message, colleague } = action;
      const body = { userId: colleague?.id ?? null };
      const { undo, ...assigned } = await call(reviewRoutes.assign, { params: { id: message.id }, body });
      return { message: assigned, undos: [undo] };
    }
    case "undo":
      return { message: await call(messagesRoutes.undo, { params: { id: action.message.id } }) };
    case "approveSelected":
      return performOnAll("approve", action.ids, action.contentVersions);
    case "cancelSelected":
      return performOnAll("cancel", action.ids);
  }
};
