import type { Undo } from "#contract/undo.ts";
import { type Scope, transaction } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { wakeAirtableSync } from "#server/features/airtable/airtable.service.ts";
import { acknowledgeCancellation, cancelInAirtable } from "#server/features/airtable/queue-cancellation.service.ts";
import type { AuditActor } from "#server/features/audit/audit.service.ts";
import { recordUndoable } from "#server/features/undo/undo.service.ts";
import { cannotCancel, messageNotFound } from "./queue.policy.ts";
import { lockItem } from "./queue.queries.ts";
import { requestCancellation } from "./queue-cancelling.queries.ts";
import { auditItemChange, cancelQueued } from "./queue-edits.service.ts";

const requireCancellable = async (scope: Scope, id: string) => {
  const item = await lockItem(scope, id);
  if (!item) throw messageNotFound();
  const { status } = item;
  if (status !== "QUEUED" && status !== "ERROR") throw cannotCancel(status);
  return item;
};

/** The sync cancels the row as soon as it reaches the base. */
const cancelLater = (platform: Platform, scope: Scope, actor: AuditActor, id: string): Promise<{ undo?: Undo }> =>
  transaction(scope, async (scope) => {
    const item = await requireCancellable(scope, id);
    await requestCancellation(scope, id, platform.clock.now());
    await wakeAirtableSync(scope);
    await auditItemChange(platform, scope, actor, "queue.cancelled", item);
    return recordUndoable(platform, scope, { partsToCancel: [id] });
  });

/**
 * DO NOT SEND confirms only a cancellation that has happened. Where the company's automation sends from Airtable, the row is
 * read and cancelled there first.
 */
export const doNotSend = async (
  platform: Platform,
  scope: Scope,
  actor: AuditActor,
  id: string,
): Promise<Awaited<ReturnType<typeof cancelQueued>> & { isPending: boolean }> => {
  const { status, fullName, channel } = await requireCancellable(scope, id);
  const outcome = channel === "airtable" ? await cancelInAirtable(platform, scope, id) : "absent";
  // A failed row is not sent by the automation, so that its cancellation does not depend on Airtable.
  if (outcome === "unreachable" && status === "QUEUED") {
    return { fullName, isPending: true, ...(await cancelLater(platform, scope, actor, id)) };
  }
  return transaction(scope, async (scope) => {
    const cancelled = await cancelQueued(platform, scope, actor, id);
    if (outcome === "cancelled") await acknowledgeCancellation(scope, id);
    return { ...cancelled, isPending: false };
  });
};
