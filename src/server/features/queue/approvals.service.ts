import type { Scope } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { enqueueEdit } from "#server/features/airtable/airtable.service.ts";
import { findIdsOfApprovedParts, holdParts } from "./approvals.queries.ts";
import { automaticCancellationText } from "./queue.policy.ts";
import { updatePausesAfterFailure } from "./queue.queries.ts";
import { cancelQueuedParts } from "./queue.service.ts";

export { type ApprovedPart, findApprovedParts } from "./approvals.queries.ts";

const CHANGED =
  "De tekst is na de goedkeuring gewijzigd en is daarom niet verstuurd. Lees de nieuwe tekst en kies “Opnieuw proberen”, of annuleer.";

/** For a message of which a part was sent: the changed parts wait for a user, and so do the parts after them. */
export const holdChangedParts = async (
  { events, clock }: Pick<Platform, "events" | "clock">,
  scope: Scope,
  messageId: string,
  parts: readonly { id: string; text: string; newText: string }[],
): Promise<void> => {
  const held = parts.map(({ id, newText }) => ({ id, text: newText }));
  await holdParts(scope, held, CHANGED, clock.now());
  for (const { id, text, newText } of parts)
    await enqueueEdit(scope, "queue", id, {
      status: { before: "QUEUED", after: "ERROR" },
      ...(text === newText ? {} : { text: { before: text, after: newText } }),
    });
  await updatePausesAfterFailure(scope, messageId, clock.now());
  await events.publish(scope.db, scope.companyId, { topic: "queue" });
};

/**
 * For messages whose records were deleted in Airtable, also after a part was sent: nothing more is sent under their approval. Parts that
 * were queued in Airtable stay. Call it in the transaction that stores the deletion, so that a part that is due is not claimed after it.
 */
export const endPartsOfDeleted = async (
  deps: Pick<Platform, "events" | "clock">,
  scope: Scope,
  messageIds: readonly string[],
): Promise<void> => {
  const ids = await findIdsOfApprovedParts(scope, messageIds);
  if (ids.length > 0)
    await cancelQueuedParts(deps, scope, { ids }, automaticCancellationText({ reason: "message_deleted" }));
};
