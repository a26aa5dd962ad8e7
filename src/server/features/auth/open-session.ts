import type { SessionUser } from "#contract/auth.ts";
import type { AppError } from "#platform/app-error.ts";
import type { PlatformScope } from "#platform/database/scope.ts";
import type { Reply } from "#platform/http/handlers.ts";
import type { Platform } from "#platform/platform.ts";
import { endSession, hashToken, newToken, openSession, type SessionKind, type Visitor } from "#platform/sessions.ts";
import { recordFailedSignIn, recordOwnAccountAction } from "#server/features/audit/audit.service.ts";
import { ATTEMPT_WINDOW_MS, addressKey, nameKey, refuseBlockedAttempt, toSessionUser } from "./auth.policy.ts";
import type { Account } from "./auth.queries.ts";
import {
  claimFirstRefusal,
  DEVICE_LIFETIME_MS,
  deleteFailuresOf,
  endOldestSessions,
  isIssuedDevice,
  markSignedIn,
  rememberDevice,
} from "./sign-in.queries.ts";

export interface OpenedSession {
  user: SessionUser;
  token: string;
  expiresAt: Date;
}

/** Per session kind. Far more than a person needs; it limits a program that signs in for each task and never signs out. */
const SESSIONS_PER_USER = 50;

/** How a user signed in, for the audit log. The host of the SSO issuer shows when it was a wrong one. */
export type SignInMethod =
  | { signInMethod: "password" | "code" }
  | {
      signInMethod: "sso";
      issuer: string;
    };

/**
 * Opens the session after all checks have passed. Failures are cleared only here: the password alone must not reset the
 * count.
 */
export const openUserSession = async (
  scope: PlatformScope,
  sessionKind: SessionKind,
  account: Account,
  { visitor, now, method }: { visitor: Visitor; now: Date; method: SignInMethod },
): Promise<OpenedSession> => {
  const names = [account.username, account.email ?? ""].map(nameKey);
  await deleteFailuresOf(scope, [account.id, ...names], addressKey(visitor.ipAddress));
  // Locks the user, so that sign-ins at the same moment count each other's sessions.
  await markSignedIn(scope, account.id, now);
  if (await endOldestSessions(scope, sessionKind, account.id, { keep: SESSIONS_PER_USER - 1, now }))
    await recordOwnAccountAction(scope, account, visitor, now, { action: "session.limit_reached" });
  const session = await openSession(scope, sessionKind, account.id, visitor, now);
  const action = sessionKind === "main" ? "session.opened" : "admin_session.opened";
  await recordOwnAccountAction(scope, account, visitor, now, { action, after: { ...method } });
  return { user: toSessionUser(account), ...session };
};

interface CookieExchange {
  tokenOf(sessionKind: SessionKind): string | undefined;
  visitor: Visitor;
  reply: Reply;
}

/** Sets the cookies of the new session and of the browser, and ends the session that the browser had. */
export const setSessionCookie = async (
  { database, clock }: Pick<Platform, "database" | "clock">,
  sessionKind: SessionKind,
  { user, token, expiresAt }: OpenedSession,
  { tokenOf, visitor, reply }: CookieExchange,
): Promise<void> => {
  const scope = { db: database.platform };
  const now = clock.now();
  const replaced = tokenOf(sessionKind);
  if (replaced) await endSession(scope, sessionKind, replaced);
  reply.setSession(sessionKind, token, expiresAt);
  // One token per browser, for all users who sign in with it.
  const { deviceToken } = visitor;
  const device = deviceToken && (await isIssuedDevice(scope, hashToken(deviceToken))) ? deviceToken : newToken();
  await rememberDevice(scope, hashToken(device), user.id, now);
  reply.setDevice(device, new Date(now.getTime() + DEVICE_LIFETIME_MS));
};

/** The error when the attempt is blocked. The first refusal of each block is recorded. */
export const refuseBlocked = async (
  scope: PlatformScope,
  key: string,
  account: Account | undefined,
  { visitor, now }: { visitor: Visitor; now: Date },
): Promise<AppError | undefined> => {
  const from = addressKey(visitor.ipAddress);
  const blocked = await refuseBlockedAttempt(scope, key, from, now);
  const since = new Date(now.getTime() - ATTEMPT_WINDOW_MS);
  if (blocked && (await claimFirstRefusal(scope, key, from, { since, now })))
    await recordFailedSignIn(scope, "sign_in.refused", account, visitor, now);
  return blocked;
};
