import { AppError } from "#platform/app-error.ts";
import { type PlatformScope, transaction } from "#platform/database/scope.ts";
import { hashPassword } from "#platform/passwords.ts";
import type { Platform } from "#platform/platform.ts";
import { endSessionsOf, hashToken, type SessionKind, type Visitor } from "#platform/sessions.ts";
import { recordOwnAccountAction } from "#server/features/audit/audit.service.ts";
import { mailPasswordChangedJob, mailResetLinkJob } from "./auth.jobs.ts";
import {
  addressKey,
  decideSignIn,
  refuseFurtherResets,
  refusesPassword,
  tooManyAttempts,
  waitBeforeAttempt,
} from "./auth.policy.ts";
import {
  type Account,
  consumeReset,
  findAccount,
  insertFailure,
  invalidateLinksOf,
  updatePassword,
} from "./auth.queries.ts";
import { requireGoodPassword } from "./password-rules.ts";

// A guessed reset link belongs to no account: it counts as a failure of the IP address alone.
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
  const refused = await transaction({ db: database.platform }, async (scope) => {
    const error = await refuseFurtherResets(scope, visitor.ipAddress, clock.now());
    if (!error) await jobs.enqueue(scope.db, mailResetLinkJob, { sessionKind, email });
    return error;
  });
  if (refused) throw refused;
};

const storePassword = async (scope: PlatformScope, account: Account, hash: string, visitor: Visitor, at: Date) => {
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
  const hash = await hashPassword(password);
  const done = await transaction(scope, async (scope) => {
    const userId = await consumeReset(scope, hashToken(token), sessionKind, now);
    const account = userId && (await findAccount(scope, userId));
    if (!account || decideSignIn(account, sessionKind) !== "yes" || (await refusesPassword(scope, account)))
      return false;
    // The transaction is rolled back, so that the link can be used with another password.
    requireGoodPassword(password, account, "password");
    await storePassword(scope, account, hash, visitor, now);
    await jobs.enqueue(scope.db, mailPasswordChangedJob, { userId: account.id });
    return true;
  });
  if (done) return;
  await insertFailure(scope, GUESSED_LINK, addressKey(visitor.ipAddress), now);
  throw new AppError("invalid", "De reset link is ongeldig of verlopen.");
};
