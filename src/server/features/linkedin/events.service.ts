import { notSignedIn } from "#platform/app-error.ts";
import type { Platform } from "#platform/platform.ts";
import { hashToken } from "#platform/sessions.ts";
import { findAccountByGatewayId } from "./accounts/accounts.queries.ts";
import { linkedInScope } from "./accounts/accounts.service.ts";
import { findHookCompany } from "./accounts/connect-account.queries.ts";
import { readEvent } from "./gateway/unipile-v1-events.ts";
import { pollLinkedInJob } from "./job-definitions.ts";

/**
 * An event is a hint to ask the gateway: it carries no signature and can be late, doubled or forged. The job does what the
 * poll does, so that both have the same result.
 */
export const receiveEvent = async (platform: Platform, token: string | undefined, body: unknown): Promise<void> => {
  const db = platform.database.platform;
  const companyId = token && (await findHookCompany({ db }, hashToken(token)));
  if (!companyId) throw notSignedIn();
  platform.limits.countGatewayEvent(companyId);
  const event = readEvent(body);
  const account = event && (await findAccountByGatewayId(linkedInScope(platform, companyId), event.accountId));
  if (!account) return;
  await platform.jobs.enqueue(db, pollLinkedInJob, {
    companyId,
    accountId: event.accountId,
    ...(event.kind === "message" ? { expectedMessageIds: [event.messageId], expectedMessageAt: event.at } : {}),
    ...(event.kind === "relation" ? { includeRelations: true } : {}),
  });
};
