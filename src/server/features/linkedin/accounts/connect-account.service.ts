import { AppError, notFound } from "#platform/app-error.ts";
import { type Scope, transaction } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { hashToken, newToken } from "#platform/sessions.ts";
import { MINUTE_MS } from "#platform/time.ts";
import { type AuditActor, recordAudit, recordChange } from "#server/features/audit/audit.service.ts";
import { findLinkedInAccess } from "#server/features/companies/connections.service.ts";
import { ensureSenderOfName, requireSender } from "#server/features/senders/senders.service.ts";
import { type GatewayAccount, GatewayError, type LinkedInGateway } from "../gateway/gateway.ts";
import { openUnipileV1 } from "../gateway/unipile-v1.ts";
import { pollLinkedInJob } from "../job-definitions.ts";
import { accountTaken, gatewayFailed, notSetUp, requireOwnSender } from "../linkedin.policy.ts";
import { endChecksOfAccount } from "../sending/lost-answers.ts";
import { endRamp, findAccountOfSender, retireAccount, upsertAccount } from "./accounts.queries.ts";
import { ensureHooks, linkedInScope, openGateway, readTier } from "./accounts.service.ts";
import {
  bindAccount,
  findBoundIds,
  insertConnectionAttempt,
  takeConnectionAttempt,
  unbindAccount,
} from "./connect-account.queries.ts";
import type { ListAccounts } from "./shared-account-lists.ts";

const CONNECTION_MINUTES = 30;

const requireGateway = async (platform: Platform, companyId: string): Promise<LinkedInGateway> => {
  const gateway = await openGateway(platform, companyId);
  if (!gateway) throw notSetUp();
  return gateway;
};

/** Users do not see the texts of the gateway's errors: they get ours. */
const withDutchErrors = async <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw error instanceof GatewayError ? gatewayFailed(error.problem) : error;
  });

/** Links an account of the gateway to a sender. An account belongs to one company of the platform. */
const linkAccount = async (
  platform: Platform,
  scope: Scope,
  gateway: LinkedInGateway,
  senderId: string,
  account: GatewayAccount,
): Promise<void> => {
  const { companyId } = scope;
  const sender = await requireSender(scope, senderId);
  if (!account.isLinkedIn) throw notFound();
  if (!(await bindAccount({ db: platform.database.platform }, companyId, gateway.name, account.id)))
    throw accountTaken();
  const tier = await readTier(gateway, account.id);
  const { id: gatewayAccountId, name, ownerId, status } = account;
  await transaction(scope, async (scope) => {
    await upsertAccount(scope, { senderId, gatewayAccountId, name, ownerId, tier, status }, platform.clock.now());
    await recordAudit(scope, {
      companyId,
      at: platform.clock.now(),
      actor: { id: null, name: scope.actor.name },
      action: "linkedin.connected",
      subject: { type: "sender", id: senderId, name: sender.name },
      after: { account: name },
    });
    await platform.events.publish(scope.db, companyId, { topic: "senders" }, { topic: "queue" }, { topic: "audit" });
    await platform.jobs.enqueue(scope.db, pollLinkedInJob, {
      companyId,
      accountId: gatewayAccountId,
      includeRelations: true,
    });
  });
  await ensureHooks(platform, companyId, gateway);
};

/** The address of the gateway's page where a colleague connects an account. Each click makes a new one. */
export const startConnection = async (platform: Platform, scope: Scope, senderId: string): Promise<string> => {
  const { companyId } = scope;
  requireOwnSender(scope.actor, await requireSender(scope, senderId));
  const gateway = await requireGateway(platform, companyId);
  const known = await findAccountOfSender(scope, senderId);
  const token = newToken();
  const expiresAt = new Date(platform.clock.now().getTime() + CONNECTION_MINUTES * MINUTE_MS);
  await insertConnectionAttempt(
    { db: platform.database.platform },
    { tokenHash: hashToken(token), companyId, senderId, expiresAt },
  );
  const { publicUrl } = platform.config;
  const returnUrl = (outcome: string) => new URL(`/company-admin?linkedin=${outcome}`, publicUrl).href;
  return withDutchErrors(
    gateway.createAccountLink({
      accountId: known && known.status !== "deleted" ? known.gatewayAccountId : null,
      expiresAt,
      notifyUrl: new URL(`/api/linkedin/connected/${token}`, publicUrl).href,
      successUrl: returnUrl("verbonden"),
      failureUrl: returnUrl("mislukt"),
    }),
  );
};

/** The gateway reports a new account. Nothing of the report is believed: the account is asked of the gateway's API. */
export const finishConnection = async (platform: Platform, token: string, accountId: string): Promise<void> => {
  const db = platform.database.platform;
  const attempt = await takeConnectionAttempt({ db }, hashToken(token), platform.clock.now());
  if (!attempt) throw notFound();
  const scope = linkedInScope(platform, attempt.companyId);
  const gateway = await requireGateway(platform, attempt.companyId);
  const account = await withDutchErrors(gateway.findAccount(accountId));
  if (!account) throw notFound();
  await linkAccount(platform, scope, gateway, attempt.senderId, account);
};

/** Links an account that is at the company's gateway already. */
export const linkExisting = async (
  platform: Platform,
  scope: Scope,
  senderId: string,
  accountId: string,
): Promise<void> => {
  const gateway = await requireGateway(platform, scope.companyId);
  const account = await withDutchErrors(gateway.findAccount(accountId));
  if (!account) throw notFound();
  await linkAccount(platform, scope, gateway, senderId, account);
};

/** Links every account of the gateway to the sender with its name, for the demo. They are not new, so that they have no ramp. */
export const linkAccountsByName = async (platform: Platform, companyId: string): Promise<void> => {
  const scope = linkedInScope(platform, companyId);
  const gateway = await requireGateway(platform, companyId);
  for (const account of await gateway.listAccounts()) {
    const { id } = await ensureSenderOfName(scope, account.name);
    await linkAccount(platform, scope, gateway, id, account);
    await endRamp(scope, id);
  }
};

export const listUnlinked = async (
  platform: Platform,
  listAccounts: ListAccounts,
  { companyId }: Scope,
): Promise<{ accountId: string; name: string }[]> => {
  const access = await findLinkedInAccess(platform, companyId, "active");
  if (!access) return [];
  const accounts = (await withDutchErrors(listAccounts(companyId, access))).filter(({ isLinkedIn }) => isLinkedIn);
  const ids = accounts.map(({ id }) => id);
  const { name } = openUnipileV1(platform.outbound, access);
  const bound = new Set(await findBoundIds({ db: platform.database.platform }, name, ids));
  return accounts.flatMap(({ id, name }) => (bound.has(id) ? [] : [{ accountId: id, name }]));
};

/** Removes the account at the gateway first: afterwards nobody would know that it is there. */
export const disconnect = async (
  platform: Platform,
  scope: Scope,
  actor: AuditActor,
  senderId: string,
): Promise<void> => {
  const { companyId } = scope;
  const sender = await requireSender(scope, senderId);
  requireOwnSender(scope.actor, sender);
  const account = await findAccountOfSender(scope, senderId);
  if (!account) throw new AppError("conflict", "Deze afzender heeft geen LinkedIn-account.");
  const gateway = await openGateway(platform, companyId);
  if (gateway) await withDutchErrors(gateway.removeAccount(account.gatewayAccountId));
  await unbindAccount({ db: platform.database.platform }, companyId, account.gatewayAccountId);
  await transaction(scope, async (scope) => {
    await endChecksOfAccount(scope, account.id);
    await retireAccount(scope, account.id, platform.clock.now());
    const subject = { type: "sender", id: senderId, name: sender.name };
    const change = { companyId, action: "linkedin.disconnected", subject, before: { account: account.name } };
    await recordChange(platform, scope, actor, change, "senders", "queue");
  });
};
