import { dueKeysOf, headerOf } from "#contract/message-text.ts";
import type { MessageChange } from "#contract/messages.ts";
import { AppError } from "#platform/app-error.ts";
import { type Scope, transaction } from "#platform/database/scope.ts";
import type { Author } from "#server/features/audit/audit.service.ts";
import { wakeDelivery } from "#server/features/automation/automation.service.ts";
import { moveWaiting } from "#server/features/queue/queue.service.ts";
import { changeMessage, holdMessage, type Needs } from "./message-change.ts";
import { TEXTS } from "./messages.policy.ts";

type DateChange = Extract<MessageChange, { updatedSection: unknown }>;

const invalid = (text: string): AppError =>
  new AppError("invalid", text, { details: [{ path: "updatedSection", message: text }] });

/** The screen sends every date it knows. Only the named part's is taken: the others may be somebody else's newer ones. */
const readDate = ({ dateDueBySection, dateDue, updatedSection }: DateChange): Date | null => {
  const given = dateDueBySection[updatedSection] === undefined ? dateDue : dateDueBySection[updatedSection];
  if (given === undefined) throw invalid(TEXTS.noDate);
  return given === null ? null : new Date(given);
};

/** Moves the due date of one part, and the part itself where it waits in the queue. */
export const moveDueDate = (
  needs: Needs,
  scope: Scope,
  author: Author,
  id: string,
  change: DateChange,
): Promise<void> =>
  transaction(scope, async (scope) => {
    const key = change.updatedSection;
    const date = readDate(change);
    const message = await holdMessage(scope, id);
    if (message.status === "cancelled") throw new AppError("conflict", TEXTS.cancelled);
    if (!dueKeysOf(message.messageType).includes(key)) throw invalid(TEXTS.otherKind);
    await moveWaiting(needs, scope, id, headerOf(key), date);
    const after = { ...message, due: { ...message.due, [key]: date } };
    const told = { before: { [key]: message.due[key] }, after: { [key]: date } };
    await changeMessage(needs, scope, author, message, after, { action: "message.due_changed", ...told });
    await wakeDelivery(needs, scope);
  });
