import { AppError } from "#platform/app-error.ts";
import { isUniqueViolation } from "#platform/database/db.ts";
import { type PlatformScope, transaction } from "#platform/database/scope.ts";
import { hashPassword } from "#platform/passwords.ts";
import type { Platform } from "#platform/platform.ts";
import { endSessionsOf, hashToken, type SessionKind, type Visitor } from "#platform/sessions.ts";
import { recordOwnAccountAction } from "#server/features/audit/audit.service.ts";
import { lockAddress } from "./address-locks.queries.ts";
import { mailPasswordChangedJob, mailResetLinkJob } from "./auth.jobs.ts";
import {
  addressKey,
  decideSignIn,
  refuseSsoDomainOfOtherCompany,
  refusesPassword,
  refuseTooManyResets,
  tooManyAttempts,
  waitBeforeAttempt,
} from "./auth.policy.ts";
import { type Account, acceptInvitation, findAccount, lockUser, updatePassword } from "./auth.queries.ts";
import {
  consumeReset,
  insertResetRequest,
  invalidateLinksOf,
  isOpenReset,
  lockResetRequests,
} from "./emailed-links.queries.ts";
import { requireGoodPassword } from "./password-rules.ts";
import { insertFailure } from "./sign-in.queries.ts";

// A guessed reset link belongs to no account. Only the limit per IP address counts it, because the limit per account is checked for a
// name that has no failures.
const NO_ACCOUNT = "";
const GUESSED_LINK = "reset-link";

type PasswordResetDeps = Pick<Platform, "database" | "clock" | "jobs">;

/**
 * Enqueues a job whether the address is known or not, so that neither the response nor its duration tells them apart.
 */
export const requestReset = async (
  { database, clock, jobs }: PasswordResetDeps,
  sessionKind: SessionKind,
  email: string,
  visitor: Visitor,
): Promise<void> => {
  const { ipAddress } = visitor;
  const now = clock.now();
  // Also before the lock: each request of a flood would otherwise wait for it with a database connection that others need.
  await refuseTooManyResets({ db: database.platform }, ipAddress, now);
  await transaction({ db: database.platform }, async (scope) => {
    await lockResetRequests(scope, addressKey(ipAddress));
    await refuseTooManyResets(scope, ipAddress, now);
    await insertResetRequest(scope, addressKey(ipAddress), now);
    await jobs.enqueue(scope.db, mailResetLinkJob, {
      sessionKind,
      email,
      request: { ipAddress, at: now.toISOString() },
    });
  });
};

const INVITATION_VOID =
  "Met dit e-mailadres is al een ander account in gebruik, dus deze uitnodiging is vervallen. Log in met dat account, of vraag om een uitnodiging op een ander e-mailadres.";

/** The first link also accepts the invitation. The domain may have become another company's since it was sent. */
const acceptPendingInvitation = async (scope: PlatformScope, account: Account): Promise<void> => {
  await lockUser(scope, account.id);
  if (account.email) await lockAddress(scope, account.email);
  if ((await acceptInvitation(scope, account.id)) > 0) await refuseSsoDomainOfOtherCompany(scope, account);
};

const storePassword = async (scope: PlatformScope, account: Account, hash: string, visitor: Visitor, at: Date) => {
  await acceptPendingInvitation(scope, account);
  await updatePassword(scope, account.id, hash, at);
  await endSessionsOf(scope, account.id);
  await invalidateLinksOf(scope, account.id, at);
  await recordOwnAccountAction(scope, account, visitor, at, { action: "password.reset" });
};

export const resetPassword = async (
  { database, clock, jobs }: PasswordResetDeps,
  sessionKind: SessionKind,
  { token, password }: { token: string; password: string },
  visitor: Visitor,
): Promise<void> => {
  const scope = { db: database.platform };
  const now = clock.now();
  const wait = await waitBeforeAttempt(scope, NO_ACCOUNT, addressKey(visitor.ipAddress), now);
  if (wait > 0) throw tooManyAttempts(wait);
  const changeByLink = async (): Promise<boolean> => {
    const hash = await hashPassword(password);
    return transaction(scope, async (scope) => {
      const userId = await consumeReset(scope, hashToken(token), sessionKind, now);
      const account = userId && (await findAccount(scope, userId));
      if (!account || decideSignIn(account, sessionKind) !== "yes" || (await refusesPassword(scope, account)))
        return false;
      // The transaction is rolled back, so that the link can be used with another password.
      requireGoodPassword(password, account, "password");
      await storePassword(scope, account, hash, visitor, now);
      await jobs.enqueue(scope.db, mailPasswordChangedJob, { userId: account.id });
      return true;
    }).catch((error: unknown) => {
      // Somebody else signs in with the address of an invited user.
      if (isUniqueViolation(error)) throw new AppError("conflict", INVITATION_VOID);
      throw error;
    });
  };
  // Nothing is hashed for a guessed link: many of them would hold up everybody who signs in.
  const done = (await isOpenReset(scope, hashToken(token), sessionKind, now)) && (await changeByLink());
  if (done) return;
  await insertFailure(scope, GUESSED_LINK, addressKey(visitor.ipAddress), now);
  throw new AppError("invalid", "De reset link is ongeldig of verlopen.");
};
