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
  /** The gateway's id. Without it, all accounts of the company. */
  accountId?: string | undefined;
  expectedMessageId?: string | undefined;
  expectedMessageAt?: string | undefined;
  includeRelations?: boolean | undefined;
}

const HOUR_MS = 3_600_000;
/** The list of relations is a page of LinkedIn itself: every 12 to 13 hours, so that the accounts do not all read it at one moment. */
const RELATIONS_EVERY_MS = 12 * HOUR_MS;

const MINUTE_MS = 60_000;
/** While a company starts, its leads are still being imported: a newly connected account reads the list more often. */
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
  { includeRelations, ...expected }: PollRequest,
): Promise<void> => {
  const isDue = needsRelations(platform, account);
  if ((includeRelations && account.companyHasLeads) || isDue)
    await readRelations(platform, scope, gateway, account, isDue ? "all" : "newest");
  if (isDue) await followInvitations(platform, scope, gateway, account);
  const isListed = await readMessages(platform, scope, gateway, account, expected);
  if (!isListed) throw new Error("the gateway does not list a message yet that it has reported");
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
      // A failing account must not stop the polling of the accounts after it.
      await pollAccount(platform, scope, gateway, account, request).catch((error: unknown) =>
        logGatewayError(platform, { companyId, accountId: account.gatewayAccountId }, error),
      );
    }
    await checkLostSends(platform, scope, gateway);
  } catch (error) {
    logGatewayError(platform, { companyId }, error);
  }
};
