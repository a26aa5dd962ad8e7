import { type Scope, transaction } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { enqueueEdit } from "#server/features/airtable/airtable.service.ts";
import { wakeDelivery } from "#server/features/automation/automation.service.ts";
import { applyReaction, lockMessagesTo, storeNewDates } from "#server/features/messages/queued-parts.service.ts";
import { openSchedule } from "#server/features/queue/planning/open-schedule.service.ts";
import type { AccountRow } from "../accounts/accounts.queries.ts";
import { findSentMessages } from "../conversations/conversations.queries.ts";
import type { LinkedInGateway, Relation } from "../gateway/gateway.ts";
import {
  acceptInvitations,
  insertRelations,
  invalidatePlansOfLeads,
  lockOverdueParts,
  markRelationsRead,
  moveWaitingParts,
  type WaitingPart,
} from "./relations.queries.ts";

/** The first part of a message goes at the next allowed moment, and the others keep their interval to it. */
const shiftToNextAllowedMoment = async (
  scope: Scope,
  now: Date,
  parts: readonly WaitingPart[],
): Promise<WaitingPart[]> => {
  const [first] = parts;
  if (!first) return [];
  const message = { id: first.messageId, messageFlow: first.messageFlow };
  const { findAllowed } = await openSchedule(scope, message, { channel: "linkedin", now });
  const delay = findAllowed(now, first.name).getTime() - first.due.getTime();
  return parts.map((part) => ({ ...part, due: findAllowed(new Date(part.due.getTime() + delay), part.name) }));
};

/** Moves the overdue messages of an account to these leads: their dates now count from the acceptance, on the card too. */
export const rescheduleParts = async (
  platform: Pick<Platform, "events" | "clock">,
  scope: Scope,
  accountId: string,
  leadIds: readonly string[],
  now: Date,
): Promise<void> => {
  await lockMessagesTo(scope, leadIds);
  const waiting = await lockOverdueParts(scope, accountId, leadIds, now);
  for (const parts of Map.groupBy(waiting, ({ messageId }) => messageId).values()) {
    const moved = await shiftToNextAllowedMoment(scope, now, parts);
    if (parts[0]?.messageId) await storeNewDates(platform, scope, parts[0].messageId, moved);
    await moveWaitingParts(scope, moved, now);
    for (const [nth, { id, due }] of moved.entries())
      await enqueueEdit(scope, "queue", id, {
        date_due: { before: parts[nth]?.due.toISOString() ?? null, after: due.toISOString() },
      });
  }
};

/** Stores new relations: their invitations are accepted, and the parts that waited for that may go. */
export const storeRelations = (
  platform: Platform,
  scope: Scope,
  accountId: string,
  relations: readonly Relation[],
): Promise<number> =>
  transaction(scope, async (scope) => {
    const added = await insertRelations(scope, accountId, relations);
    if (added.length === 0) return 0;
    const now = platform.clock.now();
    const leadIds = added.map(({ leadId }) => leadId);
    const accepted = await acceptInvitations(scope, accountId, leadIds, now);
    await rescheduleParts(platform, scope, accountId, leadIds, now);
    await invalidatePlansOfLeads(scope, leadIds);
    if (accepted > 0)
      for (const id of await findSentMessages(scope, leadIds)) await applyReaction(platform, scope, id, "connected");
    await platform.events.publish(
      scope.db,
      scope.companyId,
      { topic: "invitations" },
      { topic: "queue" },
      { topic: "messages" },
    );
    await wakeDelivery(platform, scope);
    return added.length;
  });

/** The newest relations after an event, or all of them (`poll.ts` decides when), because new leads may be old relations. */
export const readRelations = async (
  platform: Platform,
  scope: Scope,
  gateway: LinkedInGateway,
  account: AccountRow,
  which: "newest" | "all",
): Promise<void> => {
  const relations = await gateway.listRelations(account.gatewayAccountId, which);
  await storeRelations(platform, scope, account.id, relations);
  if (which === "all" && (await markRelationsRead(scope, account.id, platform.clock.now())))
    await platform.events.publish(scope.db, scope.companyId, { topic: "queue" });
};
