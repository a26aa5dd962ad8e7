import type { Scope } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { HOUR_MS, MINUTE_MS } from "#platform/time.ts";
import type { AccountRow } from "./accounts/accounts.queries.ts";
import { checkAccounts, linkedInScope, openGateway } from "./accounts/accounts.service.ts";
import { readMessages } from "./conversations/conversations.service.ts";
import { GatewayError, type LinkedInGateway } from "./gateway/gateway.ts";
import { endOverdueInvitations, followInvitations } from "./invitations/invitation-outcomes.service.ts";
import { markRelationsFailed } from "./invitations/relations.queries.ts";
import { readRelations } from "./invitations/relations.ts";
import { checkLostSends, endOverdueChecks } from "./sending/lost-answers.ts";

export interface PollRequest {
  companyId: string;
  /** The gateway's id. Without it, all accounts of the company. */
  accountId?: string | undefined;
  expectedMessageIds?: string[] | undefined;
  expectedMessageAt?: string | undefined;
  includeRelations?: boolean | undefined;
  isRepeat?: boolean | undefined;
}

/** Reading the relations opens a page of LinkedIn: every 12 to 13 hours, so that the accounts do not all read it at one moment. */
const RELATIONS_EVERY_MS = 12 * HOUR_MS;

/** While a company starts, its leads are still being imported: a newly connected account reads the list more often. */
const NEW_ACCOUNT_MS = 20 * MINUTE_MS;
const NEW_ACCOUNT_EVERY_MS = 4 * MINUTE_MS;
/** A failed reading may mean that LinkedIn throttles the page: asking again soon makes it worse. */
const RELATIONS_RETRY_MS = HOUR_MS;

/** Which relations this poll reads; undefined for none. */
const relationsToRead = (
  { clock }: Platform,
  { relationsReadAt, relationsFailedAt, id, companyHasLeads, connectedAt }: AccountRow,
  isRequested: boolean,
): "all" | "newest" | undefined => {
  if (!companyHasLeads) return undefined;
  const now = clock.now().getTime();
  const isNew = now - connectedAt.getTime() < NEW_ACCOUNT_MS;
  if (relationsFailedAt) {
    const pause = isNew ? NEW_ACCOUNT_EVERY_MS : RELATIONS_RETRY_MS;
    return now - relationsFailedAt.getTime() > pause ? "all" : undefined;
  }
  if (!relationsReadAt) return "all";
  // An id begins with the time at which it was made; its end is random.
  const jitter = (Number.parseInt(id.slice(-4), 16) / 0xffff) * HOUR_MS;
  const pause = isNew ? NEW_ACCOUNT_EVERY_MS : RELATIONS_EVERY_MS + jitter;
  if (now - relationsReadAt.getTime() > pause) return "all";
  return isRequested ? "newest" : undefined;
};

/** An error of the gateway is only logged, because the next poll asks again; every other error is thrown. */
const logGatewayError = (
  { log }: Pick<Platform, "log">,
  about: { companyId: string; accountId?: string },
  error: unknown,
): void => {
  if (!(error instanceof GatewayError)) throw error;
  log.warn({ ...about, type: error.type }, "the LinkedIn gateway could not be asked for changes");
};

const readRelationsAndInvitations = async (
  platform: Platform,
  scope: Scope,
  gateway: LinkedInGateway,
  account: AccountRow,
  which: "all" | "newest",
): Promise<void> => {
  try {
    await readRelations(platform, scope, gateway, account, which);
  } catch (error) {
    if (error instanceof GatewayError) await markRelationsFailed(scope, account.id, platform.clock.now());
    throw error;
  }
  if (which === "all") await followInvitations(platform, scope, gateway, account);
};

/** Messages first. An error of the gateway does not stop the rest: a reply that is not read does not stop the outreach. */
const pollAccount = async (
  platform: Platform,
  scope: Scope,
  gateway: LinkedInGateway,
  account: AccountRow,
  { includeRelations, ...expected }: PollRequest,
): Promise<void> => {
  const logError = (error: unknown): void =>
    logGatewayError(platform, { companyId: scope.companyId, accountId: account.gatewayAccountId }, error);
  const areAllListed = await readMessages(platform, scope, gateway, account, expected).catch((error: unknown) => {
    logError(error);
    return true;
  });
  const which = relationsToRead(platform, account, includeRelations === true);
  if (which) await readRelationsAndInvitations(platform, scope, gateway, account, which).catch(logError);
  if (!areAllListed) throw new Error("the gateway does not list a message yet that it has reported");
};

/** Asks the gateway of a company what has changed. Webhooks and the schedule both end here. */
export const pollCompany = async (platform: Platform, request: PollRequest, signal: AbortSignal): Promise<void> => {
  const { companyId, accountId } = request;
  const scope = linkedInScope(platform, companyId);
  const gateway = await openGateway(platform, companyId);
  if (!gateway) {
    await endOverdueChecks(platform, scope);
    return endOverdueInvitations(platform, scope);
  }
  try {
    for (const account of await checkAccounts(platform, scope, gateway)) {
      signal.throwIfAborted();
      if (accountId !== undefined && account.gatewayAccountId !== accountId) continue;
      await pollAccount(platform, scope, gateway, account, request);
    }
  } catch (error) {
    logGatewayError(platform, { companyId }, error);
  }
  // Also after an error of the gateway: checks for which LinkedIn cannot be asked end after a quarter of an hour.
  await checkLostSends(platform, scope, gateway);
};
