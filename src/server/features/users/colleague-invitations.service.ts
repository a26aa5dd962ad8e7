import { randomUUID } from "node:crypto";
import type { NewColleague } from "#contract/forms.ts";
import type { CompanyUser } from "#contract/users.ts";
import { AppError, notFound } from "#platform/app-error.ts";
import { type PlatformScope, type Scope, transaction } from "#platform/database/scope.ts";
import { hashOfUnknownPassword } from "#platform/passwords.ts";
import type { Platform } from "#platform/platform.ts";
import { fullNameOf } from "#platform/sessions.ts";
import { DAY_MS } from "#platform/time.ts";
import { type AuditActor, filledFields, recordChange } from "#server/features/audit/audit.service.ts";
import { lockAddress, refuseSsoDomainOfOtherCompany, usernameOf } from "#server/features/auth/auth.service.ts";
import { loggedValues } from "./user-change.ts";
import { INVITATION_TEXTS, INVITATIONS_PER_DAY, reasonToRefuseInvitation } from "./users.policy.ts";
import {
  countInvitations,
  deleteUser,
  findCompanyUser,
  hasColleague,
  insertUser,
  type LockedUser,
  lockAdminChanges,
  lockUser,
  type UserValues,
} from "./users.queries.ts";
import { addressInUse, sendInvitation } from "./users.service.ts";

const requireColleague = async (scope: Scope, id: string): Promise<CompanyUser> => {
  const found = await findCompanyUser(scope, id);
  if (!found) throw notFound();
  return found;
};

/** Under the lock of the company's admins, so that concurrent requests do not exceed the limit together. */
const requireInvitationLeft = async (
  { clock }: Pick<Platform, "clock">,
  scope: PlatformScope,
  companyId: string,
): Promise<void> => {
  await lockAdminChanges(scope, companyId);
  const since = new Date(clock.now().getTime() - DAY_MS);
  if ((await countInvitations(scope, companyId, since)) < INVITATIONS_PER_DAY) return;
  throw new AppError("too_many_requests", INVITATION_TEXTS.tooMany);
};

/**
 * The user has no sign-in names before the invitation is accepted, so that it reserves nothing at other companies. Only the owner
 * of an address that signs in to another company is told that (users.jobs.ts).
 */
const storeInvited = async (
  platform: Platform,
  scope: PlatformScope,
  actor: AuditActor,
  { id, passwordHash, ...user }: UserValues & { id: string; companyId: string; email: string; passwordHash: string },
): Promise<void> => {
  const { companyId, email } = user;
  await lockAddress(scope, email);
  await requireInvitationLeft(platform, scope, companyId);
  await refuseSsoDomainOfOtherCompany(scope, user);
  if (await hasColleague(scope, companyId, email, id)) throw addressInUse();
  await insertUser(scope, id, { ...user, passwordHash, awaitsAcceptance: true }, platform.clock.now());
  const after = filledFields(loggedValues(user));
  const subject = { type: "user", id, name: fullNameOf(user) };
  await recordChange(platform, scope, actor, { companyId, action: "user.created", subject, after }, "users");
  await sendInvitation(platform, scope, actor, id, user);
};

/** Uses the platform's connection: the tenant role cannot write users. The company is always that of the session. */
export const inviteColleague = async (
  platform: Platform,
  scope: Scope,
  actor: AuditActor,
  form: NewColleague,
): Promise<CompanyUser> => {
  const { companyId } = scope;
  const id = randomUUID();
  // The link in the mail sets a password.
  const passwordHash = await hashOfUnknownPassword();
  const user = { ...form, id, username: usernameOf(form.email), companyId, isActive: true, passwordHash };
  await transaction({ db: platform.database.platform }, (scope) => storeInvited(platform, scope, actor, user));
  return requireColleague(scope, id);
};

/** Locks a colleague who has never signed in. A user of another company does not exist. */
const lockInvited = async (scope: PlatformScope, companyId: string, id: string): Promise<LockedUser> => {
  const user = await lockUser(scope, id);
  if (!user || user.companyId !== companyId) throw notFound();
  if (!user.isInvited) throw new AppError("conflict", INVITATION_TEXTS.notOpen);
  if (user.role === "super_admin") throw new AppError("conflict", INVITATION_TEXTS.platformAdmin);
  return user;
};

export const resendInvitation = async (
  platform: Platform,
  scope: Scope,
  actor: AuditActor,
  id: string,
): Promise<CompanyUser> => {
  await transaction({ db: platform.database.platform }, async ({ db }) => {
    const user = await lockInvited({ db }, scope.companyId, id);
    const useless = reasonToRefuseInvitation(user);
    if (useless) throw new AppError("conflict", useless);
    await requireInvitationLeft(platform, { db }, scope.companyId);
    await sendInvitation(platform, { db }, actor, id, user);
  });
  return requireColleague(scope, id);
};

/** Nobody has used the account, so it is deleted with its link. */
export const withdrawInvitation = (platform: Platform, scope: Scope, actor: AuditActor, id: string): Promise<void> =>
  transaction({ db: platform.database.platform }, async ({ db }) => {
    const user = await lockInvited({ db }, scope.companyId, id);
    await deleteUser({ db }, id);
    const { companyId } = scope;
    const before = filledFields(loggedValues(user));
    const subject = { type: "user", id, name: fullNameOf(user) };
    await recordChange(
      platform,
      { db },
      actor,
      { companyId, action: "user.invitation_withdrawn", subject, before },
      "users",
    );
  });
