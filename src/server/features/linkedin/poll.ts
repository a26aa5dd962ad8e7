import type { Platform } from "#platform/platform.ts";
import { checkAccounts, linkedInScope, openGateway } from "./accounts.service.ts";

interface PollRequest {
  companyId: string;
  accountId?: string | undefined;
}

/** Asks the gateway of a company what has changed. */
export const pollCompany = async (
  platform: Platform,
  { companyId, accountId }: PollRequest,
  signal: AbortSignal,
): Promise<void> => {
  const gateway = await openGateway(platform, companyId);
  if (!gateway) return;
  const scope = linkedInScope(platform, companyId);
  const accounts = await checkAccounts(platform, scope, gateway);
  for (const account of accounts) {
    signal.throwIfAborted();
    if (accountId !== undefined && account.accountId !== accountId) continue;
  }
};
