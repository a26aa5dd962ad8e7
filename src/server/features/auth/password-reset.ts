import { AppError } from "#platform/app-error.ts";
import type { Clock } from "#platform/clock.ts";
import type { Database } from "#platform/database/database.ts";
import { type PlatformScope, transaction } from "#platform/database/scope.ts";
import type { Jobs } from "#platform/jobs/jobs.ts";
import { hashPassword } from "#platform/passwords.ts";
import type { Platform } from "#platform/platform.ts";
import { endSessionsOf, hashToken, newToken, type Side, type Visitor } from "#platform/sessions.ts";
import { recordOwnAccountAction } from "#server/features/audit/audit.service.ts";
import { decideSignIn, tooManyAttempts, waitBeforeAttempt } from "./auth.policy.ts";
import {
  type Account,
  countResets,
  deleteReset,
  endResetsOf,
  findAccount,
  findAccountByName,
  insertFailure,
  insertReset,
  lockUser,
  takeReset,
  updatePassword,
} from "./auth.queries.ts";
import { passwordChangedJob, resetRequestedJob } from "./job-definitions.ts";

const PAGE: Record<Side, string> = { main: "/reset-password", admin: "/admin/reset-password" };

type MailAccount = Account & { email: string };

/** A single-use link to set a password. */
export interface PasswordLink {
  account: MailAccount;
  side: Side;
  token: string;
  expiresAt: Date;
}

/** Creates the only valid link of an account, which the caller has locked: older links become invalid. */
export const issueLink = async (
  scope: PlatformScope,
  { account, side, lifetimeMs, now }: { account: MailAccount; side: Side; lifetimeMs: number; now: Date },
): Promise<PasswordLink> => {
  await endResetsOf(scope, account.id, now);
  const token = newToken();
  const expiresAt = new Date(now.getTime() + lifetimeMs);
  await insertReset(scope, { tokenHash: hashToken(token), side, userId: account.id, createdAt: now, expiresAt });
  return { account, side, token, expiresAt };
};

/** The host comes from the configuration, never from a request. */
const addressOf = ({ side, token }: PasswordLink, publicUrl: URL): string => {
  const address = new URL(PAGE[side], publicUrl);
  address.searchParams.set("token", token);
  return address.href;
};

/** Deletes a link whose mail could not be sent, so that a retry does not count towards the limit of mails per hour. */
export const deliverLink = async (
  { config, database }: Pick<Platform, "config" | "database">,
  link: PasswordLink,
  deliver: (address: string) => Promise<unknown>,
): Promise<void> => {
  try {
    await deliver(addressOf(link, config.publicUrl));
  } catch (error) {
    await deleteReset({ db: database.platform }, hashToken(link.token));
    throw error;
  }
};

const HOUR = 3_600_000;
const MAILS_PER_HOUR = 3;
// A guessed reset link belongs to no account: it counts as a failure of the IP address alone.
const NO_ACCOUNT = "";
const GUESSED_LINK = "reset-link";

interface PasswordResetDeps {
  database: Database;
  clock: Clock;
  jobs: Jobs;
}

/**
 * Enqueues a job whether the address is known or not, so that neither the response nor its duration tells them apart.
 */
export const requestReset = ({ database, jobs }: PasswordResetDeps, side: Side, email: string): Promise<void> =>
  // The transaction helper reports an unreachable database as "unavailable" instead of an internal error.
  transaction({ db: database.platform }, ({ db }) => jobs.enqueue(db, resetRequestedJob, { side, email }));

/** Creates the only valid link of the account; undefined when the address is unknown or the limit is reached. */
export const makeResetLink = (
  { database, clock }: PasswordResetDeps,
  side: Side,
  email: string,
): Promise<PasswordLink | undefined> =>
  transaction({ db: database.platform }, async (scope) => {
    const account = await findAccountByName(scope, email);
    if (account?.email?.toLowerCase() !== email.toLowerCase() || decideSignIn(account, side) !== "yes")
      return undefined;
    await lockUser(scope, account.id);
    const now = clock.now();
    if ((await countResets(scope, account.id, new Date(now.getTime() - HOUR))) >= MAILS_PER_HOUR) return undefined;
    return issueLink(scope, { account: { ...account, email: account.email }, side, lifetimeMs: HOUR, now });
  });

const storePassword = async (scope: PlatformScope, account: Account, hash: string, visitor: Visitor, at: Date) => {
  await updatePassword(scope, account.id, hash, at);
  await endSessionsOf(scope, account.id);
  await endResetsOf(scope, account.id, at);
  await recordOwnAccountAction(scope, account, visitor, at, { action: "password.reset" });
};

export const resetPassword = async (
  { database, clock, jobs }: PasswordResetDeps,
  side: Side,
  { token, password }: { token: string; password: string },
  visitor: Visitor,
): Promise<void> => {
  const scope = { db: database.platform };
  const now = clock.now();
  const wait = await waitBeforeAttempt(scope, NO_ACCOUNT, visitor.address, now);
  if (wait > 0) throw tooManyAttempts(wait);
  const hash = await hashPassword(password);
  const done = await transaction(scope, async (scope) => {
    const userId = await takeReset(scope, hashToken(token), side, now);
    const account = userId && (await findAccount(scope, userId));
    if (!account || decideSignIn(account, side) !== "yes") return false;
    await storePassword(scope, account, hash, visitor, now);
    await jobs.enqueue(scope.db, passwordChangedJob, { userId: account.id });
    return true;
  });
  if (done) return;
  await insertFailure(scope, GUESSED_LINK, visitor.address, now);
  throw new AppError("invalid", "De reset link is ongeldig of verlopen.");
};
