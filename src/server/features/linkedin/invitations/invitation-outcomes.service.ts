import type { Scope } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { MINUTE_MS } from "#platform/time.ts";
import type { AccountRow } from "../accounts/accounts.queries.ts";
import { GatewayError, type LinkedInGateway } from "../gateway/gateway.ts";
import {
  endInvitation,
  endInvitationsWithoutAccount,
  findClaimedInvitations,
  findSentInvitations,
  type InvitationRow,
  markInvited,
  postponeWithdrawal,
} from "./invitations.queries.ts";

const CHECK_AFTER_MS = 30_000;
const GIVE_UP_AFTER_MS = 12 * MINUTE_MS;
const WITHDRAWALS_AT_ONCE = 5;

export const publishInvitations = ({ events }: Pick<Platform, "events">, { db, companyId }: Scope): Promise<void> =>
  events.publish(db, companyId, { topic: "invitations" }, { topic: "queue" }, { topic: "senders" });

type PendingInvitations = Awaited<ReturnType<LinkedInGateway["listPendingInvitations"]>>;

/** Undefined when the request fails, so that one broken account does not stop the others. */
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

/**
 * Whether claimed invitations went out: they are in the list of pending ones then. One that is not in the list is ended at once with
 * `problemIfNotPending`; with null it is looked for again, until too much time has passed since its claim.
 */
export const settleByPendingList = async (
  platform: Platform,
  scope: Scope,
  gateway: LinkedInGateway,
  invitations: readonly InvitationRow[],
  problemIfNotPending: string | null,
): Promise<void> => {
  for (const group of Map.groupBy(invitations, (one) => one.gatewayAccountId).values()) {
    const pending = group[0] && (await tryListPending(platform, scope, gateway, group[0]));
    for (const { id, providerId, claimedAt } of group) {
      const now = platform.clock.now();
      const found = pending?.find((one) => one.providerId === providerId);
      const isTooLate = claimedAt !== null && now.getTime() - claimedAt.getTime() > GIVE_UP_AFTER_MS;
      const isGivenUp = isTooLate || (pending !== undefined && problemIfNotPending !== null);
      const problem = pending ? (problemIfNotPending ?? NOT_PENDING) : NOT_ASKED;
      if (found) await markInvited(scope, id, { gatewayId: found.invitationId, at: now });
      else if (isGivenUp) await endInvitation(scope, id, { outcome: "unknown", problem }, now);
    }
  }
  await publishInvitations(platform, scope);
};

const endOverdueWithoutAccount = (scope: Scope, at: Date): Promise<number> =>
  endInvitationsWithoutAccount(scope, {
    claimedBefore: new Date(at.getTime() - GIVE_UP_AFTER_MS),
    problem: NOT_ASKED,
    at,
  });

export const settleClaimed = async (platform: Platform, scope: Scope, gateway: LinkedInGateway): Promise<void> => {
  const at = platform.clock.now();
  const claimed = await findClaimedInvitations(scope, new Date(at.getTime() - CHECK_AFTER_MS));
  if (claimed.length > 0) await settleByPendingList(platform, scope, gateway, claimed, null);
  if ((await endOverdueWithoutAccount(scope, at)) > 0) await publishInvitations(platform, scope);
};

/** For a company without a usable gateway, which cannot be asked whether claimed invitations went out: a user looks. */
export const endOverdueInvitations = async (platform: Platform, scope: Scope): Promise<void> => {
  const at = platform.clock.now();
  const overdue = await findClaimedInvitations(scope, new Date(at.getTime() - GIVE_UP_AFTER_MS));
  for (const { id } of overdue) await endInvitation(scope, id, { outcome: "unknown", problem: NOT_ASKED }, at);
  const withoutAccount = await endOverdueWithoutAccount(scope, at);
  if (overdue.length + withoutAccount > 0) await publishInvitations(platform, scope);
};

/** False when the gateway refuses this withdrawal for good: it must not hold up those of later invitations. */
const tryWithdraw = async (
  { log }: Platform,
  { companyId }: Scope,
  gateway: LinkedInGateway,
  { gatewayAccountId }: AccountRow,
  invitationId: string,
): Promise<boolean> => {
  try {
    await gateway.withdraw(gatewayAccountId, invitationId);
    return true;
  } catch (error) {
    if (!(error instanceof GatewayError) || error.problem !== "refused") throw error;
    log.warn({ companyId, type: error.type }, "an invitation could not be withdrawn");
    return false;
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
  const expired: { id: string; pendingId: string }[] = [];
  for (const { id, gatewayId, providerId, isExpired } of sent) {
    // By the invitation's own id first: the lead's provider id may have changed, for example by a merge.
    const pendingId = gatewayId && pendingIds.has(gatewayId) ? gatewayId : pendingByPerson.get(providerId ?? "");
    if (pendingId === undefined)
      await endInvitation(scope, id, { outcome: "ignored", problem: "Niet geaccepteerd." }, now);
    else if (isExpired) expired.push({ id, pendingId });
  }
  await publishInvitations(platform, scope);
  for (const { id, pendingId } of expired.slice(0, WITHDRAWALS_AT_ONCE)) {
    if (await tryWithdraw(platform, scope, gateway, account, pendingId)) {
      await endInvitation(scope, id, { outcome: "withdrawn", problem: "Ingetrokken na te lang wachten." }, now);
      await publishInvitations(platform, scope);
    } else await postponeWithdrawal(scope, id, now);
  }
};
