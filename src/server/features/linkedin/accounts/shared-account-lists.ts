import { AppError } from "#platform/app-error.ts";
import type { Platform } from "#platform/platform.ts";
import type { GatewayAccount } from "../gateway/gateway.ts";
import { openUnipileV1 } from "../gateway/unipile-v1.ts";

interface Access {
  url: string;
  apiKey: string;
}

/** Lists the accounts at a company's gateway for a request. */
export type ListAccounts = (companyId: string, access: Access) => Promise<GatewayAccount[]>;

const RETRY_AFTER_SECONDS = 10;

const alreadyAsking = (): AppError =>
  new AppError(
    "too_many_requests",
    "Er loopt al een vraag aan Unipile met een ander adres of een andere sleutel. Wacht even.",
    {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    },
  );

/**
 * One list at a time for a company in this process, whose gateway decides how long the list is and how long it takes. Who asks the
 * same gateway meanwhile gets the same list.
 */
export const shareAccountLists = ({ outbound }: Pick<Platform, "outbound">): ListAccounts => {
  const running = new Map<string, Access & { accounts: Promise<GatewayAccount[]> }>();
  return async (companyId, access) => {
    const known = running.get(companyId);
    if (known && (known.url !== access.url || known.apiKey !== access.apiKey)) throw alreadyAsking();
    if (known) return known.accounts;
    const accounts = openUnipileV1(outbound, access)
      .listAccounts()
      .finally(() => running.delete(companyId));
    running.set(companyId, { ...access, accounts });
    return accounts;
  };
};
