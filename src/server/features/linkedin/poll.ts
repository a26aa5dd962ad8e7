import type { Scope } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import type { AccountRow } from "./accounts.queries.ts";
import { checkAccounts, linkedInScope, openGateway } from "./accounts.service.ts";
import { readMessages } from "./conversations.service.ts";
import { GatewayError, type LinkedInGateway } from "./gateway.ts";
import { followInvitations } from "./invitations.service.ts";
import { checkLostSends } from "./lost-answers.ts";
import { readRelations } from "./relations.ts";

interface PollRequest {
  companyId: string;
  accountId?: string | undefined;
  expectedMessageId?: string | undefined;
  readsRelations?: boolean | undefined;
}

const HOUR_MS = 3_600_000;
/** The list of relations is a page of LinkedIn itself: twice a day, at a different moment for each account. */
const RELATIONS_EVERY_MS = 12 * HOUR_MS;

const MINUTE_MS = 60_000;
/** The first leads of a company arrive in minutes: until then the list is read more often. */
const NEW_ACCOUNT_MS = 20 * MINUTE_MS;
const NEW_ACCOUNT_EVERY_MS = 4 * MINUTE_MS;

const needsRelations = (
  { clock }: Platform,
  { relationsReadAt, id, companyHasLeads, connectedAt }: AccountRow,
): boolean => {
  if (!companyHasLeads) return false;
  if (!relationsReadAt) return true;
  const now = clock.now().getTime();
  const isNew = now - connectedAt.getTime() < NEW_ACCOUNT_MS;
  const jitter = (Number.parseInt(id.slice(0, 4), 16) / 0xffff) * HOUR_MS;
  return now - relationsReadAt.getTime() > (isNew ? NEW_ACCOUNT_EVERY_MS : RELATIONS_EVERY_MS + jitter);
};

const pollAccount = async (
  platform: Platform,
  scope: Scope,
  gateway: LinkedInGateway,
  account: AccountRow,
  { expectedMessageId, readsRelations }: PollRequest,
): Promise<void> => {
  const isTime = needsRelations(platform, account);
  if ((readsRelations && account.companyHasLeads) || isTime)
    await readRelations(platform, scope, gateway, account, isTime ? "all" : "newest");
  if (isTime) await followInvitations(platform, scope, gateway, account);
  const isThere = await readMessages(platform, scope, gateway, account, expectedMessageId);
  if (!isThere) throw new Error("the gateway does not list a message yet that it has reported");
};

/** The next poll asks again. Throws every other error. */
const logGatewayError = (
  { log }: Pick<Platform, "log">,
  about: { companyId: string; accountId?: string },
  error: unknown,
): void => {
  if (!(error instanceof GatewayError)) throw error;
  log.warn({ ...about, type: error.type }, "the LinkedIn gateway could not be asked for changes");
};

/** Asks the gateway of a company what has changed. Webhooks and the schedule both end here. */
export const pollCompany = async (platform: Platform, request: PollRequest, signal: AbortSignal): Promise<void> => {
  const { companyId, accountId } = request;
  const gateway = await openGateway(platform, companyId);
  if (!gateway) return;
  const scope = linkedInScope(platform, companyId);
  try {
    for (const account of await checkAccounts(platform, scope, gateway)) {
      signal.throwIfAborted();
      if (accountId !== undefined && account.gatewayAccountId !== accountId) continue;
      // An account that does not answer must not keep the replies to the others from being read.
      await pollAccount(platform, scope, gateway, account, request).catch((error: unknown) =>
        logGatewayError(platform, { companyId, accountId: account.gatewayAccountId }, error),
      );
    }
    await checkLostSends(platform, scope, gateway);
  } catch (error) {
    logGatewayError(platform, { companyId }, error);
  }
};
