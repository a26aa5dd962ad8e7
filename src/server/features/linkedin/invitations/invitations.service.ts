import { type Scope, transaction } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { toDatabaseTime } from "#platform/time.ts";
import { findPausedBy, isWaitingForAirtable } from "#server/features/airtable/airtable.service.ts";
import { lockForContact } from "#server/features/leads/lead-contact.service.ts";
import { planInvitation } from "#server/features/queue/planning/invitation-plans.service.ts";
import { findRules, lockRules, type SenderRow } from "#server/features/senders/senders.service.ts";
import { holdAccount } from "../accounts/accounts.queries.ts";
import { storeRefusedCall } from "../accounts/accounts.service.ts";
import { GatewayError, type LinkedInGateway } from "../gateway/gateway.ts";
import { KEY_REFUSED } from "../linkedin.policy.ts";
import {
  findRecipientId,
  LOOKUP_LOST,
  MAX_LOOKUPS,
  PROFILE_LIMIT_HOURS,
  PROFILE_LIMIT_REACHED,
  PROFILE_UNREADABLE,
} from "../sending/recipient.ts";
import { clearFailures } from "../sending/sends.queries.ts";
import { publishInvitations, settleByPendingList, settleClaimed } from "./invitation-outcomes.service.ts";
import {
  claimInvitation,
  countFailedLookup,
  endInvitation,
  findInvitingSenders,
  findNextInvitation,
  type InvitationRow,
  insertRelation,
  inviteWaitingLeads,
  lockInvitationQueue,
  markInvited,
  releaseInvitation,
  storeNextInvitation,
} from "./invitations.queries.ts";
import { acceptInvitations, invalidatePlansOfLeads } from "./relations.queries.ts";
import { rescheduleParts } from "./relations.ts";

const LIMIT_HOURS = 6;
const USAGE_STOP = 90;
const REST_OF_DAY_HOURS = 12;
const LIMIT = "LinkedIn laat nu geen nieuwe uitnodigingen van dit account toe.";

interface Claim {
  invitation: InvitationRow;
  senderId: string;
}

/** The next invitation of a sender, if the planner lets it go now. */
const findSendable = async ({ clock }: Platform, scope: Scope, sender: SenderRow | undefined) => {
  if (sender?.accountStatus !== "ok") return undefined;
  const now = toDatabaseTime(clock, sender.readAt);
  const invitation = await findNextInvitation(scope, sender.id);
  if (!invitation) return undefined;
  const { isAllowed, spacingMs } = await planInvitation(scope, sender, invitation, now);
  return isAllowed ? { invitation, spacingMs, now } : undefined;
};

/** Claims the next invitation of a sender, if its lead was read from Airtable. The lead is locked and checked once more. */
const claimNext = (
  platform: Platform,
  scope: Scope,
  senderId: string,
  readLeadIds: ReadonlySet<string>,
): Promise<Claim | undefined> =>
  transaction(scope, async (scope) => {
    const next = await findSendable(platform, scope, await lockRules(scope, senderId));
    if (!next || !readLeadIds.has(next.invitation.leadId)) return undefined;
    const { invitation, spacingMs, now } = next;
    if (await lockForContact(scope, invitation.leadId)) {
      await endInvitation(
        scope,
        invitation.id,
        { outcome: "refused", problem: "Deze lead mag niet benaderd worden." },
        now,
      );
      return undefined;
    }
    if ((await claimInvitation(scope, invitation.id, now)) === 0) return undefined;
    await storeNextInvitation(scope, senderId, new Date(now.getTime() + spacingMs));
    return { invitation, senderId };
  });

/** The person is a relation already: the goal of the invitation is reached. */
const storeAccepted = (platform: Platform, scope: Scope, { id, accountId, leadId }: InvitationRow): Promise<void> =>
  transaction(scope, async (scope) => {
    const now = platform.clock.now();
    await markInvited(scope, id, { gatewayId: null, at: now });
    await insertRelation(scope, accountId, leadId, now);
    await acceptInvitations(scope, accountId, [leadId], now);
    await rescheduleParts(platform, scope, accountId, [leadId], now);
    await invalidatePlansOfLeads(scope, [leadId]);
    await publishInvitations(platform, scope);
  });

const storeFailure = async (
  platform: Platform,
  scope: Scope,
  gateway: LinkedInGateway,
  invitation: InvitationRow,
  error: GatewayError,
): Promise<void> => {
  const { id, accountId } = invitation;
  const now = platform.clock.now();
  const release = (problem: string) => releaseInvitation(scope, id, problem, now);
  const holdAndRelease = async (reason: string, hours: number) => {
    await holdAccount(scope, accountId, { what: "invitations", reason, hours }, now);
    await release(reason);
  };
  switch (error.problem) {
    case "related":
      return storeAccepted(platform, scope, invitation);
    case "invited":
      return settleByPendingList(
        platform,
        scope,
        gateway,
        [invitation],
        "Deze persoon is kort geleden al uitgenodigd.",
      );
    case "invitation_limit":
    case "busy":
      await holdAndRelease(LIMIT, LIMIT_HOURS);
      break;
    case "profile_limit":
      await holdAndRelease(PROFILE_LIMIT_REACHED, PROFILE_LIMIT_HOURS);
      break;
    case "reconnect":
    case "restricted":
      await storeRefusedCall(platform, scope, accountId, error.problem);
      await release("Het LinkedIn-account werkt niet.");
      break;
    case "key":
      await release(KEY_REFUSED);
      break;
    case "unreachable":
      await release("Unipile was niet bereikbaar.");
      break;
    // The claim stays: the next run checks whether it went out.
    case "unknown":
      return undefined;
    case "not_found":
    case "not_related":
    case "refused":
      await endInvitation(
        scope,
        id,
        { outcome: "refused", problem: "LinkedIn weigert een uitnodiging aan deze persoon." },
        now,
      );
  }
  await publishInvitations(platform, scope);
};

/** LinkedIn did not answer who the person is: nothing was sent. */
const storeLostLookup = async (platform: Platform, scope: Scope, { id }: InvitationRow): Promise<void> => {
  const now = platform.clock.now();
  if ((await countFailedLookup(scope, id, LOOKUP_LOST, now)) >= MAX_LOOKUPS)
    await endInvitation(scope, id, { outcome: "refused", problem: PROFILE_UNREADABLE }, now);
  await publishInvitations(platform, scope);
};

const sendInvitation = async (
  platform: Platform,
  scope: Scope,
  gateway: LinkedInGateway,
  claim: Claim,
): Promise<void> => {
  let { invitation } = claim;
  let isInviting = false;
  const { id, accountId, gatewayAccountId } = invitation;
  try {
    const providerId = await findRecipientId(platform, scope, gateway, invitation);
    const now = platform.clock.now();
    if (!providerId) {
      await endInvitation(
        scope,
        id,
        { outcome: "refused", problem: "Deze persoon is niet gevonden op LinkedIn." },
        now,
      );
      return await publishInvitations(platform, scope);
    }
    // After a failure, the list of pending invitations is searched for this id.
    invitation = { ...invitation, providerId };
    isInviting = true;
    const { invitationId, usage } = await gateway.invite(gatewayAccountId, providerId, null);
    await transaction(scope, async (scope) => {
      await markInvited(scope, id, { gatewayId: invitationId, at: now });
      await clearFailures(scope, accountId);
      if (usage >= USAGE_STOP)
        await holdAccount(scope, accountId, { what: "invitations", reason: LIMIT, hours: REST_OF_DAY_HOURS }, now);
      await publishInvitations(platform, scope);
    });
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    platform.log.warn(
      { companyId: scope.companyId, invitationId: id, type: error.type },
      "LinkedIn did not accept an invitation",
    );
    if (!isInviting && error.problem === "unknown") return await storeLostLookup(platform, scope, invitation);
    await storeFailure(platform, scope, gateway, invitation, error);
  }
};

/** Reads from Airtable what has changed, also about these leads. False when it cannot be read, or the sync is paused. */
export type ReadLeads = (leadIds: readonly string[]) => Promise<boolean>;

const isHeldBack = async (scope: Scope): Promise<boolean> =>
  (await findPausedBy(scope)) !== null || (await isWaitingForAirtable(scope));

const findLeadsToInvite = async (platform: Platform, scope: Scope, senderIds: readonly string[]) => {
  const leadIds = new Set<string>();
  for (const senderId of senderIds) {
    const next = await findSendable(platform, scope, await findRules(scope, senderId));
    if (next) leadIds.add(next.invitation.leadId);
  }
  return leadIds;
};

/**
 * Sends what the planner lets go: per sender one at a time, with a random time in between. Like messages, nothing goes without
 * reading Airtable first: somebody may have classified or deleted the lead there.
 */
export const sendInvitations = async (
  platform: Platform,
  scope: Scope,
  gateway: LinkedInGateway,
  readLeads: ReadLeads,
): Promise<void> => {
  await settleClaimed(platform, scope, gateway);
  const now = platform.clock.now();
  if (await isHeldBack(scope)) {
    // With the leads that wait: a read without them can succeed while theirs fails, and the lists would say both in turn.
    const waiting = await findLeadsToInvite(platform, scope, await findInvitingSenders(scope, now));
    if (!(await readLeads([...waiting]))) return;
  }
  await transaction(scope, async (scope) => {
    await lockInvitationQueue(scope);
    await inviteWaitingLeads(scope, now);
  });
  const senderIds = await findInvitingSenders(scope, now);
  const leadIds = await findLeadsToInvite(platform, scope, senderIds);
  if (leadIds.size === 0 || !(await readLeads([...leadIds]))) return;
  for (const senderId of senderIds) {
    const claim = await claimNext(platform, scope, senderId, leadIds);
    if (claim) await sendInvitation(platform, scope, gateway, claim);
  }
};
