import { type Scope, transaction } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import type { AuditActor } from "#server/features/audit/audit.service.ts";
import { channelOf, wakeDelivery } from "#server/features/automation/automation.service.ts";
import { restoreLeadEdits } from "#server/features/leads/details/lead-edits.service.ts";
import { restoreClassifications } from "#server/features/leads/leads.service.ts";
import { restoreConversations, withdrawAnswers } from "#server/features/linkedin/conversations/inbox.service.ts";
import { restoreMeetings } from "#server/features/meetings/meetings.service.ts";
import { restoreMessages } from "#server/features/messages/message-undo.service.ts";
import { restoreAssignments } from "#server/features/messages/review.service.ts";
import { lockLeadsOfParts } from "#server/features/queue/queue.service.ts";
import {
  cancelUnsentParts,
  letPartsInFlightReturn,
  lockMessagesOfParts,
  restoreCancelledParts,
  restoreEditedParts,
  withdrawCancellations,
} from "#server/features/queue/queue-undo.service.ts";
import { refuseUndo } from "./undo.policy.ts";
import { claimUndoable, findUndoable } from "./undo.queries.ts";
import { undoableChanges } from "./undo.service.ts";

type UndoDeps = Pick<Platform, "events" | "clock" | "jobs">;

const SENT_BY_OTHERS =
  "Heeft de automatisering het bericht intussen al verstuurd, dan zie je dat na de volgende synchronisatie.";

/**
 * Restores everything that an action changed, or nothing when a part of it was changed or sent since. Returns a warning
 * where the company's own automation may have been faster.
 */
export const performUndo = (
  deps: UndoDeps,
  scope: Scope,
  actor: AuditActor,
  token: string,
): Promise<string | undefined> =>
  transaction(scope, async (scope) => {
    const claimed = await claimUndoable(scope, token);
    if (!claimed) throw refuseUndo(await findUndoable(scope, token));
    const changes = undoableChanges.parse(claimed.changes);
    const { leads = [], messages = [], queuedParts = [], cancelledParts = [], meetings = [] } = changes;
    const {
      leadEdits = [],
      editedParts = [],
      partsToCancel = [],
      partsInFlight = [],
      conversations = [],
      answers = [],
      assignments = [],
    } = changes;
    // Locks are taken in the order lead, message, queue item, as everywhere.
    const partIds = cancelledParts.map(({ id }) => id);
    const messageIds = messages.map(({ id }) => id);
    await lockLeadsOfParts(scope, partIds, [
      ...leads.map(({ id }) => id),
      ...[...conversations, ...answers].map(({ leadId }) => leadId),
    ]);
    await lockMessagesOfParts(scope, partIds, messageIds);
    await restoreClassifications(deps, scope, actor, leads);
    await restoreLeadEdits(deps, scope, actor, leadEdits);
    await restoreMessages(deps, scope, actor, messages);
    await cancelUnsentParts(deps, scope, queuedParts);
    await restoreCancelledParts(deps, scope, actor, cancelledParts, new Set(messageIds));
    await restoreEditedParts(deps, scope, actor, editedParts);
    await withdrawCancellations(deps, scope, actor, partsToCancel);
    await letPartsInFlightReturn(deps, scope, partsInFlight);
    await restoreMeetings(deps, scope, actor, meetings);
    await restoreConversations(deps, scope, actor, conversations);
    await withdrawAnswers(deps, scope, actor, answers);
    await restoreAssignments(deps, scope, actor, assignments);
    if (cancelledParts.length + editedParts.length > 0) await wakeDelivery(deps, scope);
    const wasRequested = messages.some(({ before, after }) => after.status === "approved" && !before.sendRequestedAt);
    return queuedParts.length > 0 && wasRequested && (await channelOf(scope)) === "airtable"
      ? SENT_BY_OTHERS
      : undefined;
  });
