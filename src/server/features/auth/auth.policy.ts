import type { SessionUser } from "#contract/auth.ts";
import { AppError } from "#platform/app-error.ts";
import type { PlatformScope } from "#platform/database/scope.ts";
import type { SessionKind } from "#platform/sessions.ts";
import { type Account, countFailures, type FailureCounts, lockAttempts } from "./auth.queries.ts";

/**
 * Whether a user with the right password may sign in. "no" is shown as a wrong password. A platform admin whose own
 * company is inactive can still use the admin panel: companies are activated there.
 */
export const decideSignIn = (account: Account, sessionKind: SessionKind): "yes" | "no" | "inactive" => {
  if (account.companyIsDeleted) return "no";
  if (sessionKind === "admin") {
    if (account.role !== "super_admin") return "no";
    return account.isActive ? "yes" : "inactive";
  }
  return account.isActive && account.companyIsActive !== false ? "yes" : "inactive";
};

export const toSessionUser = ({
  id,
  username,
  email,
  firstName,
  lastName,
  role,
  companyId,
  profileImageUrl,
}: SessionUser): SessionUser => ({ id, username, email, firstName, lastName, role, companyId, profileImageUrl });

const MINUTE = 60_000;
export const ATTEMPT_WINDOW_MS = 15 * MINUTE;
const FAILURES_PER_ACCOUNT = 10;
const FAILURES_PER_ADDRESS = 100;

/**
 * The end of the block, or undefined without one. Failures are counted per IP address, so that an attacker elsewhere
 * cannot lock a user out.
 */
const findBlockEnd = (counts: FailureCounts): number | undefined => {
  const ends = [
    counts.byAccount >= FAILURES_PER_ACCOUNT ? counts.accountSince : null,
    counts.byAddress >= FAILURES_PER_ADDRESS ? counts.addressSince : null,
  ].flatMap((since) => (since ? [since.getTime() + ATTEMPT_WINDOW_MS] : []));
  return ends.length ? Math.max(...ends) : undefined;
};

export const tooManyAttempts = (waitMs: number): AppError => {
  const minutes = Math.max(1, Math.ceil(waitMs / MINUTE));
  const unit = minutes === 1 ? "minuut" : "minuten";
  return new AppError("too_many_attempts", `Te veel pogingen. Probeer het over ${minutes} ${unit} opnieuw.`, {
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
  });
};

/** Milliseconds until the next attempt on this account from this address is allowed; zero when it is allowed now. */
export const waitBeforeAttempt = async (
  scope: PlatformScope,
  account: string,
  address: string,
  now: Date,
): Promise<number> => {
  const counts = await countFailures(scope, account, address, new Date(now.getTime() - ATTEMPT_WINDOW_MS));
  const until = findBlockEnd(counts);
  return until === undefined ? 0 : Math.max(1, until - now.getTime());
};

/** Call it before every check of a password or a code. Returns the error when too many attempts have failed. */
export const refuseBlockedAttempt = async (
  scope: PlatformScope,
  account: string,
  address: string,
  now: Date,
): Promise<AppError | undefined> => {
  await lockAttempts(scope, account, address);
  const wait = await waitBeforeAttempt(scope, account, address, now);
  return wait > 0 ? tooManyAttempts(wait) : undefined;
};
