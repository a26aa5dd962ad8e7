import { randomUUID } from "node:crypto";
import type { NewColleague } from "#contract/forms.ts";
import type { CompanyUser } from "#contract/users.ts";
import { AppError, notFound } from "#platform/app-error.ts";
import { isUniqueViolation } from "#platform/database/db.ts";
import { type PlatformScope, type Scope, transaction } from "#platform/database/scope.ts";
import { hashPassword } from "#platform/passwords.ts";
import type { Platform } from "#platform/platform.ts";
import { fullNameOf, newToken } from "#platform/sessions.ts";
import { type Author, filledFields, recordChange } from "#server/features/audit/audit.service.ts";
import { refuseSsoDomainOfOtherCompany, usernameOf } from "#server/features/auth/auth.service.ts";
import { loggedValues } from "./user-change.ts";
import { INVITATION_TEXTS, INVITATIONS_PER_DAY, reasonToRefuseInvitation } from "./users.policy.ts";
import {
  countInvitations,
  deleteUser,
  findCompanyUser,
  findTakenSignInNames,
  hasColleague,
  insertUser,
  type LockedUser,
  lockAdminChanges,
  lockUser,
  type UserValues,
} from "./users.queries.ts";
import { addressInUse, sendInvitation } from "./users.service.ts";

const DAY_MS = 24 * 3_600_000;

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

/** An address that signs in to another company is stored without its sign-in names; only its owner is told (users.jobs.ts). */
const storeInvited = async (
  platform: Platform,
  scope: PlatformScope,
  author: Author,
  { id, passwordHash, ...user }: UserValues & { id: string; companyId: string; email: string; passwordHash: string },
): Promise<void> => {
  const { companyId, email } = user;
  await requireInvitationLeft(platform, scope, companyId);
  await refuseSsoDomainOfOtherCompany(scope, user);
  if (await hasColleague(scope, companyId, email)) throw addressInUse();
  const { email: addressTaken } = await findTakenSignInNames(scope, user, id);
  await insertUser(scope, id, { ...user, passwordHash, addressTaken }, platform.clock.now());
  const after = filledFields(loggedValues(user));
  const subject = { type: "user", id, name: fullNameOf(user) };
  await recordChange(platform, scope, author, { companyId, action: "user.created", subject, after }, "users");
  await sendInvitation(platform, scope, author, id, user);
};

/** Uses the platform's connection: the tenant role cannot write users. The company is always that of the session. */
export const inviteColleague = async (
  platform: Platform,
  scope: Scope,
  author: Author,
  form: NewColleague,
): Promise<CompanyUser> => {
  const { companyId } = scope;
  const id = randomUUID();
  // Nobody knows this password: the link in the mail sets one.
  const passwordHash = await hashPassword(newToken());
  const user = { ...form, id, username: usernameOf(form.email), companyId, isActive: true, passwordHash };
  const store = () =>
    transaction({ db: platform.database.platform }, (scope) => storeInvited(platform, scope, author, user));
  await store().catch((error: unknown) => {
    // Somebody took the address at the same moment: the second attempt sees it.
    if (isUniqueViolation(error)) return store();
    throw error;
  });
  return requireColleague(scope, id);
};

/** Locks a colleague who has never signed in. A user of another company does not exist. */
const lockInvited = async (scope: PlatformScope, companyId: string, id: string): Promise<LockedUser> => {
  const user = await lockUser(scope, id);
  if (!user || user.companyId !== companyId) throw notFound();
  if (!user.isInvited || user.role === "super_admin") throw new AppError("conflict", INVITATION_TEXTS.notOpen);
  return user;
};

export const resendInvitation = async (
  platform: Platform,
  scope: Scope,
  author: Author,
  id: string,
): Promise<CompanyUser> => {
  await transaction({ db: platform.database.platform }, async ({ db }) => {
    const user = await lockInvited({ db }, scope.companyId, id);
    const useless = reasonToRefuseInvitation(user);
    if (useless) throw new AppError("conflict", useless);
    await requireInvitationLeft(platform, { db }, scope.companyId);
    await sendInvitation(platform, { db }, author, id, user);
  });
  return requireColleague(scope, id);
};

/** Nobody has used the account, so it is deleted with its link. */
export const withdrawInvitation = (platform: Platform, scope: Scope, author: Author, id: string): Promise<void> =>
  transaction({ db: platform.database.platform }, async ({ db }) => {
    const user = await lockInvited({ db }, scope.companyId, id);
    await deleteUser({ db }, id);
    const { companyId } = scope;
    const before = filledFields(loggedValues(user));
    const subject = { type: "user", id, name: fullNameOf(user) };
    await recordChange(
      platform,
      { db },
      author,
      { companyId, action: "user.invitation_withdrawn", subject, before },
      "users",
    );
  });
