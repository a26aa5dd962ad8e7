import { randomBytes } from "node:crypto";
import type { ActiveSession, SessionUser } from "#contract/auth.ts";
import type { PasswordFormValues, ProfileFormValues } from "#contract/forms.ts";
import { AppError, notFound } from "#platform/app-error.ts";
import { type PlatformScope, transaction } from "#platform/database/scope.ts";
import { readImage } from "#platform/images/images.ts";
import { withoutMetadata } from "#platform/images/picture-metadata.ts";
import { hashPassword, verifyPassword, withHashingSlot } from "#platform/passwords.ts";
import type { Platform } from "#platform/platform.ts";
import {
  endSession,
  endSessionsOf,
  findSession,
  fullNameOf,
  SESSION_LIMITS,
  type SessionKind,
  type SignedInUser,
  type Visitor,
} from "#platform/sessions.ts";
import { type Storage, throwStorageUnavailable } from "#platform/storage/storage.ts";
import { recordOwnAccountAction } from "#server/features/audit/audit.service.ts";
import { mailEmailChangeNoticeJob, mailEmailConfirmationJob, mailPasswordChangedJob } from "./auth.jobs.ts";
import {
  addressKey,
  nameKey,
  refuseBlockedAttempt,
  refuseSsoDomainOfOtherCompany,
  toSessionUser,
} from "./auth.policy.ts";
import { findAccount, updateOwnProfile, updatePassword, updatePicture } from "./auth.queries.ts";
import { invalidateLinksOf } from "./emailed-links.queries.ts";
import { requireGoodPassword } from "./password-rules.ts";
import { endOwnSession, findSessions, insertFailure } from "./sign-in.queries.ts";
import { delayAttackedName } from "./sign-in-slowdown.ts";

const wrongPassword = (text: string) =>
  new AppError("invalid", text, { details: [{ path: "currentPassword", message: text }] });

/** Checks the password of a signed-in user. Failed attempts are limited and slowed down as at sign-in. */
export const confirmPassword = async (
  platform: Pick<Platform, "database" | "clock">,
  user: SignedInUser,
  password: string,
  visitor: Visitor,
): Promise<void> => {
  const { database, clock } = platform;
  await delayAttackedName(platform, nameKey(user.username), visitor);
  const error = await withHashingSlot(
    () =>
      transaction({ db: database.platform }, async (scope) => {
        const now = clock.now();
        const [name, from] = [nameKey(user.username), addressKey(visitor.ipAddress)];
        const blocked = await refuseBlockedAttempt(scope, name, from, now);
        if (blocked) return blocked;
        const account = await findAccount(scope, user.id);
        if (await verifyPassword(account?.passwordHash, password)) return undefined;
        await insertFailure(scope, name, from, now);
        return wrongPassword("Je huidige wachtwoord klopt niet.");
      }),
    addressKey(visitor.ipAddress),
  );
  if (error) throw error;
};

type ProfileDeps = Pick<Platform, "database" | "clock" | "jobs">;

/**
 * The new address takes effect when its link is opened. A job decides whether to mail that link, so that the response is
 * the same for an address that somebody else has.
 */
const requestEmailChange = async (
  { jobs }: Pick<Platform, "jobs">,
  scope: PlatformScope,
  { user, email, visitor, now }: { user: SignedInUser; email: string; visitor: Visitor; now: Date },
): Promise<void> => {
  await recordOwnAccountAction(scope, user, visitor, now, { action: "email.change_requested", after: { email } });
  await jobs.enqueue(scope.db, mailEmailConfirmationJob, { userId: user.id, email });
  if (user.email)
    await jobs.enqueue(scope.db, mailEmailChangeNoticeJob, { to: user.email, name: fullNameOf(user), email });
};

export const updateProfile = async (
  platform: ProfileDeps,
  user: SignedInUser,
  { currentPassword, ...profile }: ProfileFormValues,
  visitor: Visitor,
): Promise<SessionUser> => {
  // A reset link can be sent to the e-mail address, so changing it takes the password.
  const isEmailChanged = profile.email.toLowerCase() !== user.email?.toLowerCase();
  if (isEmailChanged) {
    if (!currentPassword) throw wrongPassword("Vul je huidige wachtwoord in om je e-mailadres te wijzigen.");
    await confirmPassword(platform, user, currentPassword, visitor);
    await refuseSsoDomainOfOtherCompany({ db: platform.database.platform }, { ...user, email: profile.email });
  }
  const { firstName, lastName } = user;
  const { email, ...name } = profile;
  const now = platform.clock.now();
  await transaction({ db: platform.database.platform }, async (scope) => {
    await updateOwnProfile(scope, user.id, name, now);
    await recordOwnAccountAction(scope, user, visitor, now, {
      action: "profile.updated",
      before: { firstName, lastName },
      after: name,
    });
    if (isEmailChanged) await requestEmailChange(platform, scope, { user, email, visitor, now });
  });
  return toSessionUser({ ...user, ...name });
};

export const changePassword = async (
  platform: ProfileDeps,
  user: SignedInUser,
  { currentPassword, newPassword }: PasswordFormValues,
  visitor: Visitor,
): Promise<void> => {
  await confirmPassword(platform, user, currentPassword, visitor);
  const account = await findAccount({ db: platform.database.platform }, user.id);
  if (account) requireGoodPassword(newPassword, account, "newPassword");
  const hash = await hashPassword(newPassword);
  const now = platform.clock.now();
  await transaction({ db: platform.database.platform }, async (scope) => {
    await updatePassword(scope, user.id, hash, now);
    await endSessionsOf(scope, user.id, user.sessionId);
    await invalidateLinksOf(scope, user.id, now);
    await recordOwnAccountAction(scope, user, visitor, now, { action: "password.changed" });
    await platform.jobs.enqueue(scope.db, mailPasswordChangedJob, { userId: user.id });
  });
};

export const listSessions = async (scope: PlatformScope, user: SignedInUser, now: Date): Promise<ActiveSession[]> => {
  const found = await findSessions(scope, user.id, now);
  return found
    .filter(({ sessionKind, lastSeenAt }) => now.getTime() - lastSeenAt.getTime() < SESSION_LIMITS[sessionKind].idle)
    .map((session) => ({
      ...session,
      createdAt: session.createdAt.toISOString(),
      lastSeenAt: session.lastSeenAt.toISOString(),
      current: session.id === user.sessionId,
    }));
};

/** A session of somebody else does not exist. */
export const endOneSession = ({ database, clock }: ProfileDeps, user: SignedInUser, id: string, visitor: Visitor) =>
  transaction({ db: database.platform }, async (scope) => {
    if (!(await endOwnSession(scope, user.id, id))) throw notFound();
    await recordOwnAccountAction(scope, user, visitor, clock.now(), { action: "session.ended" });
  });

export const endAllSessions = ({ database, clock }: ProfileDeps, user: SignedInUser, visitor: Visitor): Promise<void> =>
  transaction({ db: database.platform }, async (scope) => {
    await endSessionsOf(scope, user.id);
    await recordOwnAccountAction(scope, user, visitor, clock.now(), { action: "sessions.ended" });
  });

/** A session that had ended already is not recorded. */
export const signOut = (
  { database, clock }: Pick<Platform, "database" | "clock">,
  sessionKind: SessionKind,
  token: string,
  visitor: Visitor,
): Promise<void> =>
  transaction({ db: database.platform }, async (scope) => {
    const now = clock.now();
    const session = await findSession(scope, sessionKind, token, now);
    const ended = await endSession(scope, sessionKind, token);
    if (!session || ended === 0) return;
    const action = sessionKind === "main" ? "session.closed" : "admin_session.closed";
    await recordOwnAccountAction(scope, session.user, visitor, now, { action });
  });

type PictureDeps = Pick<Platform, "database" | "clock" | "storage" | "log">;

const OBJECTS = "/objects/";

export const deletePicture = async (storage: Storage, url: string | null): Promise<void> => {
  if (url?.startsWith(OBJECTS)) await storage.delete(url.slice(OBJECTS.length));
};

const storePicture = async (
  { database, clock, storage, log }: PictureDeps,
  user: SignedInUser,
  url: string | null,
  visitor: Visitor,
) => {
  const at = clock.now();
  const old = await transaction({ db: database.platform }, async (scope) => {
    const replaced = await updatePicture(scope, user.id, url, at);
    await recordOwnAccountAction(scope, user, visitor, at, { action: url ? "picture.replaced" : "picture.removed" });
    return replaced;
  });
  // The new picture is stored already, so a failure to delete the old one is only logged.
  await deletePicture(storage, old).catch((error: unknown) =>
    log.warn({ err: error, userId: user.id }, "a replaced picture could not be deleted"),
  );
  return toSessionUser({ ...user, profileImageUrl: url });
};

export const replacePicture = async (
  platform: PictureDeps,
  user: SignedInUser,
  bytes: Uint8Array,
  visitor: Visitor,
): Promise<SessionUser> => {
  const image = readImage(bytes);
  if (!image)
    throw new AppError("unsupported_media_type", "Kies een PNG- of JPEG-afbeelding van maximaal 4096 bij 4096 pixels.");
  const key = `pictures/${randomBytes(18).toString("hex")}.${image.extension}`;
  await platform.storage
    .put(key, withoutMetadata(bytes, image), { contentType: image.contentType })
    .catch(throwStorageUnavailable);
  return storePicture(platform, user, `${OBJECTS}${key}`, visitor);
};

export const removePicture = (platform: PictureDeps, user: SignedInUser, visitor: Visitor): Promise<SessionUser> =>
  storePicture(platform, user, null, visitor);
