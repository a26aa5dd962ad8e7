import type { Undo } from "#contract/undo.ts";
import { AppError } from "#platform/app-error.ts";
import { isUniqueViolation } from "#platform/database/db.ts";
import { type Scope, transaction } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { enqueueEdit } from "#server/features/airtable/airtable.service.ts";
import { type AuditActor, recordChange } from "#server/features/audit/audit.service.ts";
import { type EditedPart, recordUndoable, type UndoableChanges } from "#server/features/undo/undo.service.ts";
import { approveItem } from "./approvals.queries.ts";
import { openSchedule } from "./planning/open-schedule.service.ts";
import {
  cannotCancel,
  cannotChange,
  cannotChangeDuringCheck,
  cannotRetryStopped,
  cannotSendFailedNow,
  messageNotFound,
  reasonToRefuseRetry,
  textHasChanged,
} from "./queue.policy.ts";
import { editItem, type LockedItem, lockItem, updateItemStatus, updatePausesAfterFailure } from "./queue.queries.ts";
import { isBeingChecked } from "./queue-cancelling.queries.ts";

type QueueDeps = Pick<Platform, "events" | "clock">;

const itemName = ({ name, fullName }: Pick<LockedItem, "name" | "fullName">): string =>
  fullName ? `${name} aan ${fullName}` : name;

export const auditItemChange = (
  deps: QueueDeps,
  scope: Scope,
  actor: AuditActor,
  action: string,
  item: Pick<LockedItem, "id" | "name" | "fullName">,
): Promise<void> => {
  const subject = { type: "queued_message", id: item.id, name: itemName(item) };
  return recordChange(deps, scope, actor, { companyId: scope.companyId, action, subject }, "queue");
};

const toIso = (at: Date | null): string | null => at?.toISOString() ?? null;

type TextAndDate = Pick<EditedPart["before"], "text" | "dateDue">;

export const pushTextAndDateToAirtable = (
  scope: Scope,
  id: string,
  before: TextAndDate,
  after: TextAndDate,
): Promise<void> =>
  enqueueEdit(scope, "queue", id, {
    ...(before.text === after.text ? {} : { text: { before: before.text, after: after.text } }),
    ...(toIso(before.dateDue) === toIso(after.dateDue)
      ? {}
      : { date_due: { before: toIso(before.dateDue), after: toIso(after.dateDue) } }),
  });

/** DO NOT SEND: cancels one queued or failed part. Either the cancellation or the sending wins, never both. */
export const cancelQueued = (
  deps: QueueDeps,
  scope: Scope,
  actor: AuditActor,
  id: string,
): Promise<{ fullName: string | null; undo?: Undo }> =>
  transaction(scope, async (scope) => {
    const item = await lockItem(scope, id);
    if (!item) throw messageNotFound();
    const { status, problem, paused, fullName } = item;
    if (status !== "QUEUED" && status !== "ERROR") throw cannotCancel(status);
    if (await isBeingChecked(scope, { id })) throw cannotChangeDuringCheck();
    const at = deps.clock.now();
    await updateItemStatus(scope, item, { status: "CANCELLED", dateDue: item.dateDue }, at);
    await enqueueEdit(scope, "queue", id, { status: { before: item.status, after: "CANCELLED" } });
    // The later parts were waiting for a decision about this failed one.
    if (item.status === "ERROR" && item.messageId) await updatePausesAfterFailure(scope, item.messageId, at);
    await auditItemChange(deps, scope, actor, "queue.cancelled", item);
    return { fullName, ...(await recordUndoable(deps, scope, { cancelledParts: [{ id, status, problem, paused }] })) };
  });

/** Puts a failed part back into the queue at a user's request, on the first moment at which its sender may send it. Call it in a transaction. */
export const requeue = async (deps: QueueDeps, scope: Scope, actor: AuditActor, id: string): Promise<void> => {
  const item = await lockItem(scope, id);
  if (!item) throw messageNotFound();
  const error = reasonToRefuseRetry(item.status);
  if (error) throw error;
  if (await isBeingChecked(scope, { id })) throw cannotChangeDuringCheck();
  if (item.isCancelRequested && item.channel !== "airtable") throw cannotRetryStopped();
  const at = deps.clock.now();
  const message = { id: item.messageId ?? id, messageFlow: item.messageFlow };
  const { findAllowed } = await openSchedule(scope, message, { channel: item.channel, now: at });
  const dateDue = findAllowed(item.dateDue && item.dateDue > at ? item.dateDue : at, item.name);
  await updateItemStatus(scope, item, { status: "QUEUED", dateDue }, at).catch((error: unknown) => {
    throw isUniqueViolation(error) ? new AppError("conflict", "Dit deel staat al opnieuw in de wachtrij.") : error;
  });
  await approveItem(scope, id, at);
  await enqueueEdit(scope, "queue", id, {
    status: { before: "ERROR", after: "QUEUED" },
    date_due: { before: toIso(item.dateDue), after: toIso(dateDue) },
  });
  if (item.messageId) await updatePausesAfterFailure(scope, item.messageId, at);
  await auditItemChange(deps, scope, actor, "queue.retried", item);
};

/**
 * Changes the text or the date of a queued or failed part. Returns the name of its section and what an undo restores. Call it
 * in a transaction.
 */
export const editQueued = async (
  deps: QueueDeps,
  scope: Scope,
  actor: AuditActor,
  id: string,
  {
    originalText,
    ...change
  }: {
    text?: string | undefined;
    /** The text that the user saw. */
    originalText?: string | undefined;
    dateDue?: Date | undefined;
    sendNow?: boolean;
  },
): Promise<{ name: string; changes: UndoableChanges }> => {
  const item = await lockItem(scope, id);
  if (!item) throw messageNotFound();
  if (change.sendNow && item.status === "ERROR") throw cannotSendFailedNow();
  // The check looks for the text that may have been sent.
  if (await isBeingChecked(scope, { id })) throw cannotChangeDuringCheck();
  if (change.text !== undefined && originalText !== undefined && originalText !== item.text) throw textHasChanged();
  const edited = await editItem(scope, id, change, deps.clock.now());
  if (!edited) throw cannotChange(item.status);
  await pushTextAndDateToAirtable(scope, id, edited.before, edited.after);
  await auditItemChange(deps, scope, actor, change.sendNow ? "queue.send_now" : "queue.edited", item);
  return { name: item.name, changes: { editedParts: [edited] } };
};
