import type { Role } from "#contract/roles.ts";
import { type PlatformScope, transaction } from "#platform/database/scope.ts";
import type { Jobs } from "#platform/jobs/jobs.ts";
import type { Platform } from "#platform/platform.ts";
import { endSessionsOf, type SessionKind } from "#platform/sessions.ts";
import type { Storage } from "#platform/storage/storage.ts";
import { lockAddress } from "./address-locks.queries.ts";
import { mailEmailChangeNoticeJob, mailPasswordChangedJob } from "./auth.jobs.ts";
import { decideSignIn, refuseSsoDomainOfOtherCompany, refusesPassword, usernameOf } from "./auth.policy.ts";
import { findAccount, lockUser, updatePassword } from "./auth.queries.ts";
import { invalidateLinksOf } from "./emailed-links.queries.ts";
import { deliverLink, issueLink, type PasswordLink } from "./password-link.ts";
import { requireGoodPassword } from "./password-rules.ts";
import { deletePicture } from "./profile.ts";

interface PasswordLinkRequest {
  userId: string;
  sessionKind: SessionKind;
  lifetimeMs: number;
  /** The name of the user who invites. */
  invitedBy: string;
}

/** Whether a user signs in through the issuer of their company only. */
export const signsInBySsoOnly = (
  { database }: Pick<Platform, "database">,
  user: { role: Role; companyId: string | null },
): Promise<boolean> => refusesPassword({ db: database.platform }, user);

/** Creates a link to set a password; undefined for a user who has no e-mail address or may not sign in. */
export const makePasswordLink = (
  { database, clock }: Pick<Platform, "database" | "clock">,
  { userId, sessionKind, lifetimeMs, invitedBy }: PasswordLinkRequest,
): Promise<PasswordLink | undefined> =>
  transaction({ db: database.platform }, async (scope) => {
    await lockUser(scope, userId);
    const account = await findAccount(scope, userId);
    if (!account?.email || decideSignIn(account, sessionKind) !== "yes") return undefined;
    return issueLink(scope, {
      account: { ...account, email: account.email },
      sessionKind,
      lifetimeMs,
      invitedBy,
      now: clock.now(),
    });
  });

export { deliverLink, lockAddress, refuseSsoDomainOfOtherCompany, requireGoodPassword, usernameOf };

/** Tells the old address of a user that an admin has changed it. */
export const notifyOldAddress = (
  jobs: Jobs,
  scope: PlatformScope,
  notice: { to: string; name: string; email: string },
): Promise<void> => jobs.enqueue(scope.db, mailEmailChangeNoticeJob, notice);

/** Sets a user's password, ends their sessions except `keepSession`, invalidates their e-mailed links and informs them by mail. */
export const replacePassword = async (
  jobs: Jobs,
  scope: PlatformScope,
  { userId, hash, at, keepSession }: { userId: string; hash: string; at: Date; keepSession?: string | undefined },
): Promise<void> => {
  await updatePassword(scope, userId, hash, at);
  await endSessionsOf(scope, userId, keepSession);
  await invalidateLinksOf(scope, userId, at);
  await jobs.enqueue(scope.db, mailPasswordChangedJob, { userId });
};

/** Invalidates the links that a user was sent. */
export const invalidateEmailedLinks = (scope: PlatformScope, userId: string, at: Date): Promise<number> =>
  invalidateLinksOf(scope, userId, at);

/** Deletes the profile picture of a deleted user. */
export const discardPicture = (storage: Storage, url: string | null): Promise<void> => deletePicture(storage, url);
