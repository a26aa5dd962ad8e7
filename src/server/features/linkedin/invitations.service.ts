import { type Scope, transaction } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { toDatabaseTime } from "#platform/time.ts";
import { lockForContact } from "#server/features/leads/lead-contact.service.ts";
import { planInvitation } from "#server/features/queue/plans.service.ts";
import { lockRules } from "#server/features/senders/senders.service.ts";
import { type AccountRow, holdAccount } from "./accounts.queries.ts";
import { storeRefusedCall } from "./accounts.service.ts";
import { GatewayError, type LinkedInGateway } from "./gateway.ts";
import {
  claimInvitation,
  countFailedLookup,
  endInvitation,
  findClaimedInvitations,
  findInvitingSenders,
  findNextInvitation,
  findSentInvitations,
  type InvitationRow,
  insertRelation,
  inviteWaitingLeads,
  lockInvitationQueue,
  markInvited,
  releaseInvitation,
  storeNextInvitation,
} from "./invitations.queries.ts";
import {
  findRecipientId,
  LOOKUP_LOST,
  MAX_LOOKUPS,
  PROFILE_LIMIT_HOURS,
  PROFILE_LIMIT_REACHED,
  PROFILE_UNREADABLE,
} from "./recipient.ts";
import { acceptInvitations, invalidatePlansOfLeads } from "./relations.queries.ts";
import { rescheduleParts } from "./relations.ts";
import { clearFailures } from "./sends.queries.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const CHECK_AFTER_MS = 30 * SECOND;
const GIVE_UP_AFTER_MS = 12 * MINUTE;
const LIMIT_HOURS = 6;
const USAGE_STOP = 90;
const REST_OF_DAY_HOURS = 12;
const WITHDRAWALS_AT_ONCE = 5;

const LIMIT = "LinkedIn laat nu geen nieuwe uitnodigingen van dit account toe.";

const publish = ({ events }: Pick<Platform, "events">, { db, companyId }: Scope): Promise<void> =>
  events.publish(db, companyId, { topic: "invitations" }, { topic: "queue" }, { topic: "senders" });

interface Claim {
  invitation: InvitationRow;
  senderId: string;
}

/** Claims the next invitation of a sender, if the planner lets one go now. The lead is locked and checked once more. */
const claimNext = (platform: Platform, scope: Scope, senderId: string): Promise<Claim | undefined> =>
  transaction(scope, async (scope) => {
    const sender = await lockRules(scope, senderId);
    if (sender?.accountStatus !== "ok") return undefined;
    const now = toDatabaseTime(platform.clock, sender.readAt);
    const invitation = await findNextInvitation(scope, senderId);
    if (!invitation) return undefined;
    const plan = await planInvitation(scope, sender, invitation, now);
    if (!plan.isAllowed) return undefined;
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
    await storeNextInvitation(scope, senderId, new Date(now.getTime() + plan.spacingMs));
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
    await publish(platform, scope);
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
      await holdAccount(scope, accountId, { what: "invitations", reason: LIMIT, hours: LIMIT_HOURS }, now);
      await release(LIMIT);
      break;
    case "profile_limit":
      await holdAccount(
        scope,
        accountId,
        { what: "invitations", reason: PROFILE_LIMIT_REACHED, hours: PROFILE_LIMIT_HOURS },
        now,
      );
      await release(PROFILE_LIMIT_REACHED);
      break;
    case "reconnect":
    case "restricted":
      await storeRefusedCall(platform, scope, accountId, error.problem);
      await release("Het LinkedIn-account werkt niet.");
      break;
    case "key":
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
  await publish(platform, scope);
};

/** LinkedIn did not answer who the person is: nothing was sent. */
const storeLostLookup = async (platform: Platform, scope: Scope, { id }: InvitationRow): Promise<void> => {
  const now = platform.clock.now();
  if ((await countFailedLookup(scope, id, LOOKUP_LOST, now)) >= MAX_LOOKUPS)
    await endInvitation(scope, id, { outcome: "refused", problem: PROFILE_UNREADABLE }, now);
  await publish(platform, scope);
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
      return await publish(platform, scope);
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
      await publish(platform, scope);
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

type PendingInvitations = Awaited<ReturnType<LinkedInGateway["listPendingInvitations"]>>;

/** Undefined when the account cannot be asked: the invitations of other accounts go on. */
const tryListPending = async (
  { log }: Platform,
  { companyId }: Scope,
  gateway: LinkedInGateway,
  { gatewayAccountId, accountStatus }: InvitationRow,
): Promise<PendingInvitations | undefined> => {
  if (accountStatus !== "ok") return undefined;
  try {
    return await gateway.listPendingInvitations(gatewayAccountId);
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    log.warn({ companyId, type: error.type }, "the list of pending invitations could not be read");
    return undefined;
  }
};

const NOT_PENDING = "Niet gevonden op LinkedIn. Kijk na of deze uitnodiging is verstuurd.";
const NOT_ASKED = "LinkedIn kon niet worden gevraagd of deze uitnodiging is verstuurd. Kijk het na.";

/** Whether claimed invitations went out: they are in the list of pending ones then. */
const settleByPendingList = async (
  platform: Platform,
  scope: Scope,
  gateway: LinkedInGateway,
  invitations: readonly InvitationRow[],
  notFound: string | null,
): Promise<void> => {
  for (const group of Map.groupBy(invitations, (one) => one.gatewayAccountId).values()) {
    const pending = group[0] && (await tryListPending(platform, scope, gateway, group[0]));
    for (const { id, providerId, claimedAt } of group) {
      const now = platform.clock.now();
      const found = pending?.find((one) => one.providerId === providerId);
      const isTooLate = claimedAt !== null && now.getTime() - claimedAt.getTime() > GIVE_UP_AFTER_MS;
      const isGivenUp = isTooLate || (pending !== undefined && notFound !== null);
      const problem = pending ? (notFound ?? NOT_PENDING) : NOT_ASKED;
      if (found) await markInvited(scope, id, { gatewayId: found.invitationId, at: now });
      else if (isGivenUp) await endInvitation(scope, id, { outcome: "unknown", problem }, now);
    }
  }
  await publish(platform, scope);
};

/** Sends what the planner lets go: per sender one at a time, with a random time in between. */
export const sendInvitations = async (platform: Platform, scope: Scope, gateway: LinkedInGateway): Promise<void> => {
  const now = platform.clock.now();
  await transaction(scope, async (scope) => {
    await lockInvitationQueue(scope);
    await inviteWaitingLeads(scope, now);
  });
  const claimed = await findClaimedInvitations(scope, new Date(now.getTime() - CHECK_AFTER_MS));
  if (claimed.length > 0) await settleByPendingList(platform, scope, gateway, claimed, null);
  for (const senderId of await findInvitingSenders(scope, now)) {
    const claim = await claimNext(platform, scope, senderId);
    if (claim) await sendInvitation(platform, scope, gateway, claim);
  }
};

/** Finds out which invitations were declined, and withdraws those that wait too long. */
export const followInvitations = async (
  platform: Platform,
  scope: Scope,
  gateway: LinkedInGateway,
  account: AccountRow,
): Promise<void> => {
  const now = platform.clock.now();
  const sent = await findSentInvitations(scope, account.id, now);
  if (sent.length === 0) return;
  const pending = await gateway.listPendingInvitations(account.gatewayAccountId);
  const pendingByPerson = new Map(pending.map(({ providerId, invitationId }) => [providerId, invitationId]));
  const pendingIds = new Set(pending.map(({ invitationId }) => invitationId));
  let withdrawals = 0;
  for (const { id, gatewayId, providerId, isExpired } of sent) {
    // By the invitation's own id first: the lead's provider id may have changed, for example by a merge.
    const pendingId = gatewayId && pendingIds.has(gatewayId) ? gatewayId : pendingByPerson.get(providerId ?? "");
    if (pendingId === undefined)
      await endInvitation(scope, id, { outcome: "ignored", problem: "Niet geaccepteerd." }, now);
    else if (isExpired && withdrawals < WITHDRAWALS_AT_ONCE) {
      withdrawals += 1;
      await gateway.withdraw(account.gatewayAccountId, pendingId);
      await endInvitation(scope, id, { outcome: "withdrawn", problem: "Ingetrokken na te lang wachten." }, now);
    }
  }
  await publish(platform, scope);
};
