import { AppError, notFound } from "#platform/app-error.ts";
import { type Scope, transaction } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { hashToken, newToken } from "#platform/sessions.ts";
import { type Author, recordAudit, recordChange } from "#server/features/audit/audit.service.ts";
import { findLinkedInAccess } from "#server/features/companies/connections.service.ts";
import { invalidatePlans, requireRulesOfName, requireSender } from "#server/features/senders/senders.service.ts";
import {
  type AccountRow,
  type AccountState,
  bindAccount,
  deleteAccount,
  endHolds,
  endRamp,
  findAccountOfSender,
  findAccounts,
  findBoundIds,
  findHook,
  insertConnectionAttempt,
  postponeHook,
  storeHook,
  takeConnectionAttempt,
  unbindAccount,
  updateStatus,
  updateTier,
  upsertAccount,
} from "./accounts.queries.ts";
import { type GatewayAccount, GatewayError, type LinkedInGateway } from "./gateway.ts";
import { accountProblemJob, pollLinkedInJob } from "./job-definitions.ts";
import { accountTaken, gatewayFailed, KEY_REFUSED, notSetUp, requireOwnSender } from "./linkedin.policy.ts";
import { openUnipileV1 } from "./unipile-v1.ts";

const CONNECTION_MINUTES = 30;
const MINUTE_MS = 60_000;
const HOOKS_RETRY_MS = 60 * MINUTE_MS;
const REFUSED_MS = 12 * 60 * MINUTE_MS;

export const linkedInScope = ({ database }: Pick<Platform, "database">, companyId: string): Scope => ({
  db: database.tenant(companyId),
  companyId,
  actor: { id: companyId, name: "LinkedIn", role: "user" },
});

/** The company's gateway; undefined when it is not set up. */
export const openGateway = async (
  platform: Pick<Platform, "database" | "secrets" | "log" | "outbound">,
  companyId: string,
  which: "active" | "any" = "active",
): Promise<LinkedInGateway | undefined> => {
  const access = await findLinkedInAccess(platform, companyId, which);
  return access && openUnipileV1(platform.outbound, access);
};

const requireGateway = async (platform: Platform, companyId: string): Promise<LinkedInGateway> => {
  const gateway = await openGateway(platform, companyId);
  if (!gateway) throw notSetUp();
  return gateway;
};

/** The texts of the gateway are not shown: users get ours. */
const withTexts = async <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw error instanceof GatewayError ? gatewayFailed(error.problem) : error;
  });

/** Registers our webhooks once per gateway. Without them the polls find the same, later. */
const ensureHooks = async (platform: Platform, companyId: string, gateway: LinkedInGateway): Promise<void> => {
  const db = platform.database.platform;
  const known = await findHook({ db }, companyId);
  const now = platform.clock.now();
  if (known?.gateway === gateway.name || (known?.retryAt && known.retryAt > now)) return;
  const token = newToken();
  const tokenHash = hashToken(token);
  const url = new URL("/api/linkedin/events", platform.config.publicUrl).href;
  try {
    const hookIds = await gateway.registerHooks(url, token);
    await storeHook({ db }, companyId, { tokenHash, gateway: gateway.name, hookIds }, now);
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    platform.log.warn({ companyId, type: error.type }, "the LinkedIn gateway did not register our webhooks");
    const retryAt = new Date(now.getTime() + HOOKS_RETRY_MS);
    await postponeHook({ db }, companyId, { unusedHash: tokenHash, retryAt, at: now });
  }
};

const readTier = async (gateway: LinkedInGateway, accountId: string): Promise<AccountRow["tier"]> => {
  try {
    return (await gateway.isPaid(accountId)) ? "paid" : "free";
  } catch (error) {
    // Right after connecting the account may not answer yet; the next poll asks again.
    if (error instanceof GatewayError) return "unknown";
    throw error;
  }
};

/** Gives an account that the gateway has to a sender. It belongs to one company of the platform. */
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
  return withTexts(
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
  const account = await withTexts(gateway.findAccount(accountId));
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
  const account = await withTexts(gateway.findAccount(accountId));
  if (!account) throw notFound();
  await linkAccount(platform, scope, gateway, senderId, account);
};

/** Links every account of the gateway to the sender with its name, for the demo. They are not new, so that they have no ramp. */
export const linkAccountsByName = async (platform: Platform, companyId: string): Promise<void> => {
  const scope = linkedInScope(platform, companyId);
  const gateway = await requireGateway(platform, companyId);
  for (const account of await gateway.listAccounts()) {
    const { id } = await requireRulesOfName(scope, account.name);
    await linkAccount(platform, scope, gateway, id, account);
    await endRamp(scope, id);
  }
};

export const listUnlinked = async (
  platform: Platform,
  { companyId }: Scope,
): Promise<{ accountId: string; name: string }[]> => {
  const gateway = await openGateway(platform, companyId);
  if (!gateway) return [];
  const accounts = (await withTexts(gateway.listAccounts())).filter(({ isLinkedIn }) => isLinkedIn);
  const ids = accounts.map(({ id }) => id);
  const bound = new Set(await findBoundIds({ db: platform.database.platform }, gateway.name, ids));
  return accounts.flatMap(({ id, name }) => (bound.has(id) ? [] : [{ accountId: id, name }]));
};

/** Removes the account at the gateway first: afterwards nobody would know that it is there. */
export const disconnect = async (platform: Platform, scope: Scope, author: Author, senderId: string): Promise<void> => {
  const { companyId } = scope;
  const sender = await requireSender(scope, senderId);
  requireOwnSender(scope.actor, sender);
  const account = await findAccountOfSender(scope, senderId);
  if (!account) throw new AppError("conflict", "Deze afzender heeft geen LinkedIn-account.");
  const gateway = await openGateway(platform, companyId);
  if (gateway) await withTexts(gateway.removeAccount(account.gatewayAccountId));
  await unbindAccount({ db: platform.database.platform }, companyId, account.gatewayAccountId);
  await transaction(scope, async (scope) => {
    await deleteAccount(scope, account.id);
    const subject = { type: "sender", id: senderId, name: sender.name };
    const change = { companyId, action: "linkedin.disconnected", subject, before: { account: account.name } };
    await recordChange(platform, scope, author, change, "senders", "queue");
  });
};

/** Of a company that is being purged: the gateway forgets its people and conversations. */
export const removeAccountsOfCompany = async (platform: Platform, companyId: string): Promise<void> => {
  const scope = linkedInScope(platform, companyId);
  const accounts = await findAccounts(scope);
  const gateway = accounts.length > 0 ? await openGateway(platform, companyId, "any") : undefined;
  if (!gateway) return;
  const hook = await findHook({ db: platform.database.platform }, companyId);
  try {
    for (const { gatewayAccountId } of accounts) await gateway.removeAccount(gatewayAccountId);
    for (const id of hook?.hookIds ?? []) await gateway.removeHook(id);
  } catch (error) {
    // A gateway that no longer exists must not keep the data of a company here.
    if (!(error instanceof GatewayError)) throw error;
    platform.log.warn(
      { companyId, type: error.type },
      "the accounts of a purged company could not be removed at the gateway",
    );
  }
};

const toReport = (platform: Platform, scope: Scope, accountRowId: string): Promise<void> =>
  platform.jobs.enqueue(scope.db, accountProblemJob, { companyId: scope.companyId, accountRowId });

const changeState = (platform: Platform, scope: Scope, account: AccountRow, found: AccountState): Promise<void> =>
  transaction(scope, async (scope) => {
    if (!(await updateStatus(scope, account.id, found, platform.clock.now()))) return;
    if (found.status !== "ok" && found.status !== "connecting") await toReport(platform, scope, account.id);
    await platform.events.publish(scope.db, scope.companyId, { topic: "senders" }, { topic: "queue" });
  });

/** A call was refused: until the account is connected again, or for half a day, nothing more is sent through it. */
export const storeRefusedCall = async (
  platform: Platform,
  scope: Scope,
  accountId: string,
  problem: "reconnect" | "restricted",
): Promise<void> => {
  const account = (await findAccounts(scope)).find(({ id }) => id === accountId);
  if (!account) return;
  const isRestricted = problem === "restricted";
  await changeState(platform, scope, account, {
    ...account,
    status: isRestricted ? "restricted" : "credentials",
    refusedAt: isRestricted ? account.refusedAt : platform.clock.now(),
  });
};

/** The gateway can still call an account OK whose calls are refused. LinkedIn's restriction ends with a reconnect only. */
const toState = (account: AccountRow, found: GatewayAccount | undefined, now: Date): AccountState => {
  const name = found?.name ?? account.name;
  const ownerId = found?.ownerId || account.ownerId;
  if (found?.status !== "ok") return { status: found?.status ?? "deleted", refusedAt: null, name, ownerId };
  const { status, refusedAt } = account;
  const isRefused = refusedAt !== null && now.getTime() - refusedAt.getTime() < REFUSED_MS;
  return { status: isRefused || status === "restricted" ? status : "ok", refusedAt, name, ownerId };
};

/** The gateway accepts the key, after it had refused it. */
const endKeyHolds = async ({ events }: Platform, scope: Scope): Promise<void> => {
  if ((await endHolds(scope, KEY_REFUSED)) === 0) return;
  await invalidatePlans(scope);
  await events.publish(scope.db, scope.companyId, { topic: "senders" }, { topic: "queue" });
};

/**
 * Compares our accounts with those of the gateway. Returns the ones whose messages can be read: also one of which a call was
 * refused, while the gateway calls it OK.
 */
export const checkAccounts = async (
  platform: Platform,
  scope: Scope,
  gateway: LinkedInGateway,
): Promise<AccountRow[]> => {
  const ours = await findAccounts(scope);
  if (ours.length === 0) return [];
  const theirs = new Map((await gateway.listAccounts()).map((account) => [account.id, account]));
  await endKeyHolds(platform, scope);
  for (const account of ours) {
    const state = toState(account, theirs.get(account.gatewayAccountId), platform.clock.now());
    await changeState(platform, scope, account, state);
    if (account.tier === "unknown" && state.status === "ok")
      await updateTier(scope, account.id, await readTier(gateway, account.gatewayAccountId));
  }
  await ensureHooks(platform, scope.companyId, gateway);
  return (await findAccounts(scope)).filter(
    ({ gatewayAccountId, status }) => status !== "restricted" && theirs.get(gatewayAccountId)?.status === "ok",
  );
};
