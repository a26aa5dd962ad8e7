import type { ActiveSession, SessionUser } from "#contract/auth.ts";
import type { PasswordForm, ProfileForm } from "#contract/auth-forms.ts";
import { AppError } from "#platform/app-error.ts";
import { isUniqueViolation } from "#platform/database/db.ts";
import { type PlatformScope, transaction } from "#platform/database/scope.ts";
import { hashPassword } from "#platform/passwords.ts";
import type { Platform } from "#platform/platform.ts";
import { endSessionsOf, SESSION_LIMITS, type SessionPerson, type Visitor } from "#platform/sessions.ts";
import { toSessionUser } from "./auth.policy.ts";
import { endResetsOf, findSessions, updateOwnProfile, updatePassword } from "./auth.queries.ts";
import { passwordChangedJob } from "./job-definitions.ts";
import { recordOwn } from "./own-audit.ts";
import { confirmPassword, wrongPassword } from "./password-confirmation.ts";

type Needs = Pick<Platform, "database" | "clock" | "jobs">;

export const updateProfile = async (
  platform: Needs,
  user: SessionPerson,
  { currentPassword, ...profile }: ProfileForm,
  visitor: Visitor,
): Promise<SessionUser> => {
  // Who controls the address controls the account, through the reset link.
  const moves = profile.email.toLowerCase() !== user.email?.toLowerCase();
  if (moves) {
    if (!currentPassword) throw wrongPassword("Vul je huidige wachtwoord in om je e-mailadres te wijzigen.");
    await confirmPassword(platform, user, currentPassword, visitor);
  }
  const { firstName, lastName, email } = user;
  const now = platform.clock.now();
  try {
    await transaction({ db: platform.database.platform }, async (scope) => {
      await updateOwnProfile(scope, user.id, profile, now);
      if (moves) await endResetsOf(scope, user.id, now);
      await recordOwn(scope, user, visitor, now, {
        action: "profile.updated",
        before: { firstName, lastName, email },
        after: profile,
      });
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError("conflict", "Dit e-mailadres is al in gebruik.");
    throw error;
  }
  return toSessionUser({ ...user, ...profile });
};

export const changePassword = async (
  platform: Needs,
  user: SessionPerson,
  { currentPassword, newPassword }: PasswordForm,
  visitor: Visitor,
): Promise<void> => {
  await confirmPassword(platform, user, currentPassword, visitor);
  const hash = await hashPassword(newPassword);
  const now = platform.clock.now();
  await transaction({ db: platform.database.platform }, async (scope) => {
    await updatePassword(scope, user.id, hash, now);
    await endSessionsOf(scope, user.id, user.sessionId);
    await endResetsOf(scope, user.id, now);
    await recordOwn(scope, user, visitor, now, { action: "password.changed" });
    await platform.jobs.enqueue(scope.db, passwordChangedJob, { userId: user.id });
  });
};

export const listSessions = async (scope: PlatformScope, user: SessionPerson, now: Date): Promise<ActiveSession[]> => {
  const found = await findSessions(scope, user.id, now);
  return found
    .filter(({ side, lastSeenAt }) => now.getTime() - lastSeenAt.getTime() < SESSION_LIMITS[side].idle)
    .map((session) => ({
      ...session,
      createdAt: session.createdAt.toISOString(),
      lastSeenAt: session.lastSeenAt.toISOString(),
      current: session.id === user.sessionId,
    }));
};

export const endAllSessions = ({ database, clock }: Needs, user: SessionPerson, visitor: Visitor): Promise<void> =>
  transaction({ db: database.platform }, async (scope) => {
    await endSessionsOf(scope, user.id);
    await recordOwn(scope, user, visitor, clock.now(), { action: "sessions.ended" });
  });
