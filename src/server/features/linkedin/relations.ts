import { type Scope, transaction } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { wakeDelivery } from "#server/features/automation/automation.service.ts";
import { applyReaction } from "#server/features/messages/queued-parts.service.ts";
import type { AccountRow } from "./accounts.queries.ts";
import { findSentMessages } from "./conversations.queries.ts";
import type { LinkedInGateway, Relation } from "./gateway.ts";
import {
  acceptInvitations,
  insertRelations,
  outdatePlansOfLeads,
  shiftWaitingParts,
  storeRelationsRead,
} from "./relations.queries.ts";

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
    await shiftWaitingParts(scope, leadIds, now);
    await outdatePlansOfLeads(scope, leadIds);
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

/** The newest relations after an event; all of them twice a day, because new leads may be old relations. */
export const readRelations = async (
  platform: Platform,
  scope: Scope,
  gateway: LinkedInGateway,
  account: AccountRow,
  which: "newest" | "all",
): Promise<void> => {
  const relations = await gateway.listRelations(account.gatewayAccountId, which);
  await storeRelations(platform, scope, account.id, relations);
  if (which === "all") await storeRelationsRead(scope, account.id, platform.clock.now());
};
