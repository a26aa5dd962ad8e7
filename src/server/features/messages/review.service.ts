import { groupOfStatus, isOpen, REVIEW_GROUPS } from "#contract/message-status.ts";
import type { GroupCounts, MessageNote } from "#contract/review.ts";
import type { Undo } from "#contract/undo.ts";
import { AppError } from "#platform/app-error.ts";
import { type Scope, transaction } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { calendarDay } from "#platform/time.ts";
import { type AuditActor, recordChange } from "#server/features/audit/audit.service.ts";
import { messageNotFound } from "#server/features/queue/queue.service.ts";
import { type ChangedAssignment, recordUndoable } from "#server/features/undo/undo.service.ts";
import { countByStatus, countSnoozed, type MessageFilters } from "./message-lists.queries.ts";
import { TEXTS } from "./messages.policy.ts";
import { findMessage, type LockedMessage, lockMessage } from "./messages.queries.ts";
import { findColleagueName, insertNote, updateAssignment, updateSnooze } from "./review.queries.ts";

type ReviewDeps = Pick<Platform, "events" | "clock">;

/** The number of messages in each group, with the filters of the list. */
export const countGroups = async (
  { clock }: Pick<Platform, "clock">,
  scope: Scope,
  filters: MessageFilters,
): Promise<GroupCounts> => {
  const snoozed = await countSnoozed(scope, filters, calendarDay(clock.now()));
  const counts = Object.fromEntries(REVIEW_GROUPS.map((group) => [group, 0])) as GroupCounts;
  for (const { status, count } of await countByStatus(scope, filters)) counts[groupOfStatus(status)] += count;
  return { ...counts, open: counts.open - snoozed, snoozed };
};

/** Locks a message that still waits for a decision. */
const lockOpen = async (scope: Scope, id: string): Promise<LockedMessage> => {
  const message = await lockMessage(scope, id);
  if (!message) throw messageNotFound();
  if (!isOpen(message.status)) throw new AppError("conflict", "Over dit bericht is al beslist.");
  return message;
};

const subjectOf = ({ id, contactName }: LockedMessage) => ({ type: "message", id, name: contactName });

/** Hides a message from the messages to review until a day; null shows it again. */
export const snoozeMessage = (
  deps: ReviewDeps,
  scope: Scope,
  actor: AuditActor,
  id: string,
  until: string | null,
): Promise<void> =>
  transaction(scope, async (scope) => {
    const message = await lockOpen(scope, id);
    if (until !== null && until <= calendarDay(deps.clock.now()))
      throw new AppError("invalid", "Kies een dag na vandaag.");
    await updateSnooze(scope, id, until);
    const change = { companyId: scope.companyId, action: "message.snoozed", subject: subjectOf(message) };
    await recordChange(deps, scope, actor, { ...change, after: { snoozedUntil: until } }, "messages");
  });

export const assignMessage = (
  deps: ReviewDeps,
  scope: Scope,
  actor: AuditActor,
  id: string,
  userId: string | null,
): Promise<{ undo?: Undo }> =>
  transaction(scope, async (scope) => {
    const message = await lockOpen(scope, id);
    const name = userId === null ? null : await findColleagueName(scope, userId);
    if (name === undefined) throw new AppError("invalid", "Deze collega bestaat niet of is niet actief.");
    await updateAssignment(scope, id, userId);
    const change = { companyId: scope.companyId, action: "message.assigned", subject: subjectOf(message) };
    await recordChange(deps, scope, actor, { ...change, after: { assignedTo: name } }, "messages");
    if (message.assignedTo === userId) return {};
    return recordUndoable(deps, scope, { assignments: [{ id, before: message.assignedTo, after: userId }] });
  });

/** Undoes assignments, unless the message was assigned again or the colleague of before is no longer active. */
export const restoreAssignments = async (
  deps: ReviewDeps,
  scope: Scope,
  actor: AuditActor,
  assignments: readonly ChangedAssignment[],
): Promise<void> => {
  for (const { id, before, after } of assignments) {
    const message = await lockMessage(scope, id);
    const name = before === null ? null : await findColleagueName(scope, before);
    if (message?.assignedTo !== after || name === undefined) throw new AppError("conflict", TEXTS.changedSince);
    await updateAssignment(scope, id, before);
    const change = { companyId: scope.companyId, action: "message.assigned", subject: subjectOf(message) };
    await recordChange(deps, scope, actor, { ...change, after: { assignedTo: name } }, "messages");
  }
};

/** Not in the audit log: the note itself says who wrote it and when, and its text is erased with the person. */
export const addNote = (deps: ReviewDeps, scope: Scope, messageId: string, text: string): Promise<MessageNote> =>
  transaction(scope, async (scope) => {
    if (!(await findMessage(scope, messageId))) throw messageNotFound();
    const note = await insertNote(scope, messageId, text, deps.clock.now());
    await deps.events.publish(scope.db, scope.companyId, { topic: "messages", id: messageId });
    return note;
  });
