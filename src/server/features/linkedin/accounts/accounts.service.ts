import { type Scope, transaction } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { hashToken, newToken } from "#platform/sessions.ts";
import { MINUTE_MS } from "#platform/time.ts";
import { findLinkedInAccess } from "#server/features/companies/connections.service.ts";
import { invalidatePlans } from "#server/features/senders/senders.service.ts";
import { type GatewayAccount, GatewayError, type LinkedInGateway } from "../gateway/gateway.ts";
import { openUnipileV1 } from "../gateway/unipile-v1.ts";
import { accountProblemJob } from "../job-definitions.ts";
import { KEY_REFUSED } from "../linkedin.policy.ts";
import {
  type AccountRow,
  type AccountState,
  endHolds,
  findAccounts,
  updateStatus,
  updateTier,
} from "./accounts.queries.ts";
import { claimHookRegistration, findHook, storeHook } from "./connect-account.queries.ts";

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

/** Registers our webhooks once per gateway. Without them the polls find the same, later. */
export const ensureHooks = async (platform: Platform, companyId: string, gateway: LinkedInGateway): Promise<void> => {
  const db = platform.database.platform;
  const now = platform.clock.now();
  const token = newToken();
  const tokenHash = hashToken(token);
  const retryAt = new Date(now.getTime() + HOOKS_RETRY_MS);
  const claim = { gateway: gateway.name, unusedHash: tokenHash, retryAt, at: now };
  if (!(await claimHookRegistration({ db }, companyId, claim))) return;
  const url = new URL("/api/linkedin/events", platform.config.publicUrl).href;
  try {
    const hookIds = await gateway.registerHooks(url, token);
    await storeHook({ db }, companyId, { tokenHash, gateway: gateway.name, hookIds }, now);
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    platform.log.warn({ companyId, type: error.type }, "the LinkedIn gateway did not register our webhooks");
  }
};

export const readTier = async (gateway: LinkedInGateway, gatewayAccountId: string): Promise<AccountRow["tier"]> => {
  try {
    return (await gateway.isPaid(gatewayAccountId)) ? "paid" : "free";
  } catch (error) {
    // Right after connecting the account may not answer yet; the next poll asks again.
    if (error instanceof GatewayError) return "unknown";
    throw error;
  }
};

/** Of a company that is being purged: the gateway forgets its people and conversations. */
export const removeAccountsOfCompany = async (platform: Platform, companyId: string): Promise<void> => {
  const scope = linkedInScope(platform, companyId);
  const accounts = await findAccounts(scope);
  const gateway = accounts.length > 0 ? await openGateway(platform, companyId, "any") : undefined;
  if (!gateway) return;
  const hook = await findHook({ db: platform.database.platform }, companyId);
  try {
    for (const { gatewayAccountId, status } of accounts)
      if (status !== "deleted") await gateway.removeAccount(gatewayAccountId);
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

const enqueueProblemReport = (platform: Platform, scope: Scope, accountRowId: string): Promise<void> =>
  platform.jobs.enqueue(scope.db, accountProblemJob, { companyId: scope.companyId, accountRowId });

const changeState = (platform: Platform, scope: Scope, account: AccountRow, found: AccountState): Promise<void> =>
  transaction(scope, async (scope) => {
    if (!(await updateStatus(scope, account, found, platform.clock.now()))) return;
    if (found.status !== "ok" && found.status !== "connecting") await enqueueProblemReport(platform, scope, account.id);
    await platform.events.publish(scope.db, scope.companyId, { topic: "senders" }, { topic: "queue" });
  });

/** A call was refused: until the account is connected again, or for half a day, nothing more is sent through it. */
export const storeRefusedCall = async (
  platform: Platform,
  scope: Scope,
  accountRowId: string,
  problem: "reconnect" | "restricted",
): Promise<void> => {
  const account = (await findAccounts(scope)).find(({ id }) => id === accountRowId);
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

/**
 * An account that is not in the list of the gateway. The list can be incomplete: an account is deleted when the gateway does not know it
 * by its id either. "unknown" when that could not be asked.
 */
const findUnlisted = async (
  { log }: Platform,
  { companyId }: Scope,
  gateway: LinkedInGateway,
  { gatewayAccountId, status }: AccountRow,
): Promise<GatewayAccount | "deleted" | "unknown"> => {
  if (status === "deleted") return "deleted";
  try {
    return (await gateway.findAccount(gatewayAccountId)) ?? "deleted";
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    log.warn(
      { companyId, accountId: gatewayAccountId, type: error.type },
      "a LinkedIn account that is not in the list could not be looked up",
    );
    return "unknown";
  }
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
    const listed = theirs.get(account.gatewayAccountId);
    const found = listed ?? (await findUnlisted(platform, scope, gateway, account));
    if (found === "unknown") continue;
    if (found !== "deleted") theirs.set(found.id, found);
    const state = toState(account, found === "deleted" ? undefined : found, platform.clock.now());
    await changeState(platform, scope, account, state);
    if (account.tier === "unknown" && state.status === "ok")
      await updateTier(scope, account.id, await readTier(gateway, account.gatewayAccountId));
  }
  await ensureHooks(platform, scope.companyId, gateway);
  return (await findAccounts(scope)).filter(
    ({ gatewayAccountId, status }) => status !== "restricted" && theirs.get(gatewayAccountId)?.status === "ok",
  );
};
