import { AppError } from "#platform/app-error.ts";
import { isUniqueViolation } from "#platform/database/db.ts";
import { type Scope, transaction } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { noteEdit, noteNew } from "#server/features/airtable/airtable.service.ts";
import { type Author, recordChange } from "#server/features/audit/audit.service.ts";
import { messageNotFound, refuseCancel, refuseMove, refuseRetry } from "./queue.policy.ts";
import {
  cancelItems,
  findItemOwners,
  findLeaving,
  findPartStatus,
  insertParts,
  type LockedItem,
  lockItem,
  moveItem,
  type NewPart,
  pauseItems,
  setStatus,
  type Whose,
} from "./queue-items.queries.ts";

export { messageNotFound } from "./queue.policy.ts";
export type { NewPart } from "./queue-items.queries.ts";
export { countSentSince } from "./queue-lists.queries.ts";
export {
  type Claim,
  type ClaimedPart,
  claimNextPart,
  type Delivery,
  findStaleClaims,
  recentAttempts,
  settleClaim,
} from "./sending.ts";

type Needs = Pick<Platform, "events" | "clock">;

const tellScreens = ({ events }: Needs, { db, companyId }: Scope): Promise<void> =>
  events.publish(db, companyId, { topic: "queue" });

const itemName = ({ name, fullName }: LockedItem): string => (fullName ? `${name} aan ${fullName}` : name);

/** Queues the parts of a message that are not on their way yet. Everything it takes part in is the caller's transaction. */
export const queueParts = async (
  needs: Needs,
  scope: Scope,
  message: { id: string; leadId: string | null; messageFlow: string | null },
  parts: readonly NewPart[],
): Promise<void> => {
  const made = await insertParts(scope, message, parts, needs.clock.now());
  for (const id of made) await noteNew(scope, "queue", id);
  await tellScreens(needs, scope);
};

/** Cancels what waits of these leads or messages; says how many that were. */
export const cancelWaiting = async (needs: Needs, scope: Scope, whose: Whose): Promise<number> => {
  const cancelled = await cancelItems(scope, whose, needs.clock.now());
  for (const id of cancelled) await noteEdit(scope, "queue", id, { status: { before: "QUEUED", after: "CANCELLED" } });
  if (cancelled.length > 0) await tellScreens(needs, scope);
  return cancelled.length;
};

/** Those of the messages of which something is on its way out or went out. */
export const findLeavingMessages = async (scope: Scope, messageIds: readonly string[]): Promise<Set<string>> =>
  new Set(await findLeaving(scope, messageIds));

/** Moves a part that waits; one that was never queued needs no move, and one that left cannot be moved. */
export const moveWaiting = async (
  needs: Needs,
  scope: Scope,
  messageId: string,
  name: string,
  due: Date | null,
): Promise<void> => {
  const moved = await moveItem(scope, messageId, name, due, needs.clock.now());
  if (!moved) {
    const refusal = refuseMove(await findPartStatus(scope, messageId, name));
    if (refusal) throw refusal;
    return;
  }
  const iso = (at: Date | null) => at?.toISOString() ?? null;
  await noteEdit(scope, "queue", moved.id, { date_due: { before: iso(moved.before), after: iso(due) } });
  await tellScreens(needs, scope);
};

/** DO NOT SEND: cancelled, or never there, or too late; of a cancellation and a send one wins. */
export const cancelQueued = (needs: Needs, scope: Scope, author: Author, id: string): Promise<void> =>
  transaction(scope, async (scope) => {
    const item = await lockItem(scope, id);
    if (!item) throw messageNotFound();
    const refusal = refuseCancel(item.status);
    if (refusal) throw refusal;
    const at = needs.clock.now();
    await setStatus(scope, item, { status: "CANCELLED", dateDue: item.dateDue }, at);
    await noteEdit(scope, "queue", id, { status: { before: item.status, after: "CANCELLED" } });
    // Deciding about what did not go out is what the parts after it were waiting for.
    if (item.status === "ERROR" && item.messageId) await pauseItems(scope, item.messageId, false, at);
    await recordItem(needs, scope, author, "queue.cancelled", item);
  });

const recordItem = (needs: Needs, scope: Scope, author: Author, action: string, item: LockedItem): Promise<void> => {
  const subject = { type: "queued_message", id: item.id, name: itemName(item) };
  return recordChange(needs, scope, author, { companyId: scope.companyId, action, subject }, "queue");
};

/** Whose item it is: a lead and a message are held before their items. */
export const requireItemOwners = async (scope: Scope, id: string) => {
  const owners = await findItemOwners(scope, id);
  if (!owners) throw messageNotFound();
  return owners;
};

/** Puts what did not go out back into the queue, because a person said so. It goes out as soon as it is its turn. */
export const requeue = async (needs: Needs, scope: Scope, author: Author, id: string): Promise<void> => {
  const item = await lockItem(scope, id);
  if (!item) throw messageNotFound();
  const refusal = refuseRetry(item.status);
  if (refusal) throw refusal;
  const at = needs.clock.now();
  const dateDue = item.dateDue ?? at;
  await setStatus(scope, item, { status: "QUEUED", dateDue }, at).catch((error: unknown) => {
    throw isUniqueViolation(error) ? new AppError("conflict", "Dit deel staat al opnieuw in de wachtrij.") : error;
  });
  await noteEdit(scope, "queue", id, { status: { before: "ERROR", after: "QUEUED" } });
  if (item.messageId) await pauseItems(scope, item.messageId, false, at);
  await recordItem(needs, scope, author, "queue.retried", item);
};
