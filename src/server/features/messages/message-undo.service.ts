import type { MessageStatus } from "#contract/message-status.ts";
import { AppError } from "#platform/app-error.ts";
import type { Scope } from "#platform/database/scope.ts";
import type { Author } from "#server/features/audit/audit.service.ts";
import type { ChangedMessage } from "#server/features/undo/undo.service.ts";
import { changeMessage, type MessageDeps, replaceText } from "./message-store.ts";
import { TEXTS } from "./messages.policy.ts";
import { findVersionContent, type LockedMessage, lockMessage, type MessageValues } from "./messages.queries.ts";

/** The changes of a message that an undo restores. */
export const toUndoable = (before: LockedMessage, after: MessageValues): ChangedMessage => {
  const { id, status, contentVersion, regenerating, regenerationBaseVersion, ...rest } = before;
  const { sendRequestedAt, cancelRequestedAt, due } = rest;
  const times = { sendRequestedAt, cancelRequestedAt, due };
  return {
    id,
    before: { status, contentVersion, regenerating, regenerationBaseVersion, ...times },
    after: { status: after.status, contentVersion: after.contentVersion },
  };
};

/** In Airtable the status "rewritten" would request another text from the automation. */
const restoredStatus = (status: MessageStatus): MessageStatus => (status === "rewritten" ? "pending" : status);

const restoreMessage = async (
  deps: MessageDeps,
  scope: Scope,
  author: Author,
  { id, before, after }: ChangedMessage,
): Promise<void> => {
  const message = await lockMessage(scope, id);
  if (message?.status !== after.status || message.contentVersion !== after.contentVersion)
    throw new AppError("conflict", TEXTS.changedSince);
  const { status, contentVersion, ...values } = before;
  const old = contentVersion === after.contentVersion ? undefined : await findVersionContent(scope, id, contentVersion);
  const text = old === undefined ? {} : await replaceText(deps, scope, message, old, "edit");
  const restored = { ...message, ...values, ...text, status: restoredStatus(status) };
  await changeMessage(deps, scope, author, message, restored, { action: "message.undone" });
};

/** In the order of their ids, so that two transactions never wait for each other. */
export const restoreMessages = async (
  deps: MessageDeps,
  scope: Scope,
  author: Author,
  messages: readonly ChangedMessage[],
): Promise<void> => {
  for (const message of messages.toSorted((one, other) => (one.id < other.id ? -1 : 1)))
    await restoreMessage(deps, scope, author, message);
};
