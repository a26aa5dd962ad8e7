import type { MessageStatus } from "#contract/message-status.ts";
import { DUE_KEYS, type DueKey } from "#contract/message-text.ts";
import { AppError } from "#platform/app-error.ts";
import type { Scope } from "#platform/database/scope.ts";
import type { AuditActor } from "#server/features/audit/audit.service.ts";
import type { ChangedMessage } from "#server/features/undo/undo.service.ts";
import { changeMessage, type MessageDeps, replaceText } from "./message-store.ts";
import { TEXTS } from "./messages.policy.ts";
import { findVersionContent, type LockedMessage, lockMessage, type MessageValues } from "./messages.queries.ts";

const isSameTime = (one: Date | null, other: Date | null): boolean => one?.getTime() === other?.getTime();

/** The changes of a message that an undo restores. */
export const toUndoable = (before: LockedMessage, after: MessageValues): ChangedMessage => {
  const { id, status, contentVersion, regenerating, regenerationBaseVersion, ...rest } = before;
  const { sendRequestedAt, cancelRequestedAt, due } = rest;
  const changed = DUE_KEYS.filter((key) => !isSameTime(due[key], after.due[key]));
  const datesOf = (all: MessageValues["due"]) => Object.fromEntries(changed.map((key) => [key, all[key]]));
  const times = { sendRequestedAt, cancelRequestedAt, due: datesOf(due) };
  return {
    id,
    before: { status, contentVersion, regenerating, regenerationBaseVersion, ...times },
    after: { status: after.status, contentVersion: after.contentVersion, due: datesOf(after.due) },
  };
};

/** A date that somebody changed after the action stays. */
const restoreDates = (now: MessageValues["due"], { before, after }: ChangedMessage): MessageValues["due"] => {
  const untouched = Object.entries(before.due).filter(([key]) =>
    isSameTime(now[key as DueKey], after.due[key as DueKey] ?? null),
  );
  return { ...now, ...Object.fromEntries(untouched) };
};

/** In Airtable the status "rewritten" would request another text from the automation. */
const restoredStatus = (status: MessageStatus): MessageStatus => (status === "rewritten" ? "pending" : status);

const restoreMessage = async (
  deps: MessageDeps,
  scope: Scope,
  actor: AuditActor,
  changed: ChangedMessage,
): Promise<void> => {
  const { id, before, after } = changed;
  const message = await lockMessage(scope, id);
  if (message?.status !== after.status || message.contentVersion !== after.contentVersion)
    throw new AppError("conflict", TEXTS.changedSince);
  const { status, contentVersion, ...values } = before;
  const old = contentVersion === after.contentVersion ? undefined : await findVersionContent(scope, id, contentVersion);
  const text = old === undefined ? {} : await replaceText(deps, scope, message, old, "edit");
  const due = restoreDates(message.due, changed);
  const restored = { ...message, ...values, ...text, due, status: restoredStatus(status) };
  await changeMessage(deps, scope, actor, message, restored, { action: "message.undone" });
};

/** In the order of their ids, so that two transactions never wait for each other. */
export const restoreMessages = async (
  deps: MessageDeps,
  scope: Scope,
  actor: AuditActor,
  messages: readonly ChangedMessage[],
): Promise<void> => {
  for (const message of messages.toSorted((one, other) => (one.id < other.id ? -1 : 1)))
    await restoreMessage(deps, scope, actor, message);
};
