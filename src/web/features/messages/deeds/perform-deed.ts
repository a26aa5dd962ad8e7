import { type Message, messagesRoutes } from "#contract/messages.ts";
import { call } from "#lib/api.ts";
import type { Deed } from "./deed.ts";

/** What the server made of a deed: the message as it is now, its words, or what it refused of several. */
export type DeedAnswer = {
  message?: Message;
  text?: string;
  done?: readonly string[];
  refused?: readonly { id: string; reason: string }[];
};

/** As many as the server takes at once. */
const BATCH = 100;

const inBatches = async (action: "approve" | "cancel", ids: readonly string[]): Promise<DeedAnswer> => {
  const answers = [];
  for (let start = 0; start < ids.length; start += BATCH) {
    answers.push(await call(messagesRoutes.batch, { body: { action, ids: ids.slice(start, start + BATCH) } }));
  }
  return { done: answers.flatMap(({ done }) => done), refused: answers.flatMap(({ refused }) => refused) };
};

const undo = (id: string): Promise<Message> => call(messagesRoutes.undo, { params: { id } });

const cancel = async ({ id, providerId }: Message): Promise<DeedAnswer> => {
  // Who is not known by a provider id has no other messages to be found by.
  if (providerId === null) return inBatches("cancel", [id]);
  return { text: (await call(messagesRoutes.cancelAll, { params: { providerId } })).message };
};

const classify = async ({ message: { providerId }, classification }: Extract<Deed, { kind: "classify" }>) => {
  if (providerId === null) throw new MissingProvider();
  const params = { providerId };
  return { text: (await call(messagesRoutes.classify, { params, body: { classification } })).message };
};

export class MissingProvider extends Error {
  override readonly message = "Provider ID is required";
}

export const performDeed = async (deed: Deed): Promise<DeedAnswer> => {
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
      return cancel(deed.message);
    case "classify":
      return classify(deed);
    case "undo":
      return { message: await undo(deed.message.id) };
    case "approveAll":
      return inBatches("approve", deed.ids);
    case "cancelAll":
      return inBatches("cancel", deed.ids);
    case "undoAll":
      return undoAll(deed.ids);
  }
};

const undoAll = async (ids: readonly string[]): Promise<DeedAnswer> => {
  const outcomes = await Promise.allSettled(ids.map(undo));
  const done = ids.filter((_, index) => outcomes[index]?.status === "fulfilled");
  if (done.length === 0) throw outcomes.find((outcome) => outcome.status === "rejected")?.reason;
  return { done };
};
