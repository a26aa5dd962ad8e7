import { randomUUID } from "node:crypto";
import type { ColleagueChange, NewUser, UserChange } from "#contract/forms.ts";
import type { CompanyUser, UserInAdminPanel } from "#contract/users.ts";
import { AppError, notFound } from "#platform/app-error.ts";
import { isUniqueViolation } from "#platform/database/db.ts";
import { type PlatformScope, type Scope, transaction } from "#platform/database/scope.ts";
import { type PageRequest, readNamedList } from "#platform/paging.ts";
import { hashPassword } from "#platform/passwords.ts";
import type { Platform } from "#platform/platform.ts";
import { endSessionsOf, fullNameOf } from "#platform/sessions.ts";
import { type AuditActor, filledFields, recordChange } from "#server/features/audit/audit.service.ts";
import {
  discardPicture,
  lockAddress,
  refuseSsoDomainOfOtherCompany,
  requireGoodPassword,
} from "#server/features/auth/auth.service.ts";
import { loggedValues, requireAllowed, storeUserChange, valuesOf } from "./user-change.ts";
import { mailInvitationJob } from "./users.jobs.ts";
import { reasonToRefuseInvitation } from "./users.policy.ts";
import {
  countCompanyUsers,
  countOtherPlatformAdmins,
  deleteUser,
  findCompanyUser,
  findCompanyUsers,
  findTakenSignInNames,
  findUser,
  hasColleague,
  insertUser,
  lockAdminChanges,
  lockCompanyForShare,
  lockUser,
  sortKey,
  storeInvitation,
  type UserValues,
} from "./users.queries.ts";

const fieldError = (code: "invalid" | "conflict", path: string, message: string): AppError =>
  new AppError(code, message, { details: [{ path, message }] });

export const addressInUse = (): AppError => fieldError("conflict", "email", "Dit e-mailadres is al in gebruik.");

/** Usernames and e-mail addresses share one unique index; this finds out which of the two is taken. */
const explainTaken = async <T>(
  scope: PlatformScope,
  id: string,
  names: { username: string; email: string | null },
  work: () => Promise<T>,
): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const { email } = await findTakenSignInNames(scope, names, id);
    if (email) throw addressInUse();
    throw fieldError("conflict", "username", "Deze gebruikersnaam is al in gebruik.");
  }
};

const requireCompany = async (scope: PlatformScope, { companyId, role }: UserValues) => {
  if (!companyId && role !== "super_admin") throw fieldError("invalid", "companyId", "Kies een bedrijf.");
  const company = companyId ? await lockCompanyForShare(scope, companyId) : null;
  if (company === undefined) throw fieldError("invalid", "companyId", "Dit bedrijf bestaat niet.");
  return company;
};

/** An open invitation has no sign-in names, which are unique, but its address is not given to a colleague. */
const refuseAddressOfColleague = async (scope: PlatformScope, { companyId, email }: UserValues, id: string) => {
  if (companyId && email && (await hasColleague(scope, companyId, email, id))) throw addressInUse();
};

const requireUser = async (scope: PlatformScope, id: string): Promise<UserInAdminPanel> => {
  const user = await findUser(scope, id);
  if (!user) throw notFound();
  return user;
};

/** Enqueues the mail. The caller has locked or inserted the user. */
export const sendInvitation = async (
  platform: Platform,
  scope: PlatformScope,
  actor: AuditActor,
  id: string,
  user: UserValues,
) => {
  await storeInvitation(scope, id, platform.clock.now());
  await platform.jobs.enqueue(scope.db, mailInvitationJob, { userId: id, inviter: actor.name });
  const subject = { type: "user", id, name: fullNameOf(user) };
  await recordChange(platform, scope, actor, { companyId: user.companyId, action: "user.invited", subject }, "users");
};

export const createUser = async (
  platform: Platform,
  actor: AuditActor,
  { password, sendInvitation: invited = false, ...form }: NewUser,
): Promise<UserInAdminPanel> => {
  const scope = { db: platform.database.platform };
  const id = randomUUID();
  const user: UserValues = { email: null, companyId: null, role: "user", isActive: true, ...form };
  const passwordHash = await hashPassword(password);
  await explainTaken(scope, id, user, () =>
    transaction(scope, async (scope) => {
      const company = await requireCompany(scope, user);
      if (user.email) await lockAddress(scope, user.email);
      await refuseSsoDomainOfOtherCompany(scope, user);
      await refuseAddressOfColleague(scope, user, id);
      requireGoodPassword(password, { ...user, companyName: company?.name ?? null }, "password");
      const useless = invited && reasonToRefuseInvitation({ ...user, companyIsActive: company?.isActive ?? null });
      if (useless) throw fieldError("invalid", "sendInvitation", useless);
      await insertUser(scope, id, { ...user, passwordHash }, platform.clock.now());
      const { companyId } = user;
      const after = filledFields(loggedValues(user));
      const subject = { type: "user", id, name: fullNameOf(user) };
      await recordChange(platform, scope, actor, { companyId, action: "user.created", subject, after }, "users");
      if (invited) await sendInvitation(platform, scope, actor, id, user);
    }),
  );
  return requireUser(scope, id);
};

export const changeUser = async (
  platform: Platform,
  actor: AuditActor,
  id: string,
  { password, ...change }: UserChange,
): Promise<UserInAdminPanel> => {
  const scope = { db: platform.database.platform };
  // Read first, so that no password is hashed for a user who does not exist.
  const { username, email } = { ...(await requireUser(scope, id)), ...change };
  const passwordHash = password ? await hashPassword(password) : undefined;
  await explainTaken(scope, id, { username, email }, () =>
    transaction(scope, async (scope) => {
      const before = await lockUser(scope, id);
      if (!before) throw notFound();
      const after = { ...valuesOf(before), ...change };
      const company = await requireCompany(scope, after);
      const isAddressMoved = after.email !== before.email || after.companyId !== before.companyId;
      // A password makes an invited user one who can sign in.
      if (password || isAddressMoved) {
        if (after.email) await lockAddress(scope, after.email);
        await refuseSsoDomainOfOtherCompany(scope, after);
      }
      if (isAddressMoved) await refuseAddressOfColleague(scope, after, id);
      if (password) requireGoodPassword(password, { ...after, companyName: company?.name ?? null }, "password");
      await storeUserChange(platform, scope, actor, {
        before,
        after,
        companyName: company?.name ?? null,
        passwordHash,
      });
    }),
  );
  return requireUser(scope, id);
};

export const removeUser = async (platform: Platform, actor: AuditActor, id: string): Promise<void> => {
  const { profileImageUrl } = await transaction({ db: platform.database.platform }, async (scope) => {
    const user = await lockUser(scope, id);
    if (!user) throw notFound();
    await requireAllowed(scope, actor, user, null);
    await deleteUser(scope, id);
    const { companyId } = user;
    const before = filledFields(loggedValues(user));
    const subject = { type: "user", id, name: fullNameOf(user) };
    await recordChange(platform, scope, actor, { companyId, action: "user.deleted", subject, before }, "users");
    return user;
  });
  await discardPicture(platform.storage, profileImageUrl).catch((error: unknown) =>
    platform.log.warn({ err: error, userId: id }, "the picture of a deleted user could not be removed"),
  );
};

export const inviteUser = (platform: Platform, actor: AuditActor, id: string): Promise<void> =>
  transaction({ db: platform.database.platform }, async (scope) => {
    const user = await lockUser(scope, id);
    if (!user) throw notFound();
    const useless = reasonToRefuseInvitation(user);
    if (useless) throw new AppError("conflict", useless);
    await sendInvitation(platform, scope, actor, id, user);
  });

/** With a company, a user of another one does not exist. Admins end their own sessions in their profile. */
export const endUserSessions = (platform: Platform, actor: AuditActor, id: string, companyId?: string): Promise<void> =>
  transaction({ db: platform.database.platform }, async (scope) => {
    const user = await lockUser(scope, id);
    if (!user || (companyId && user.companyId !== companyId)) throw notFound();
    await requireAllowed(scope, actor, user, user);
    await endSessionsOf(scope, id, actor.id === id ? actor.sessionId : undefined);
    const subject = { type: "user", id, name: fullNameOf(user) };
    const change = { companyId: user.companyId, action: "user.sessions_ended", subject };
    await recordChange(platform, scope, actor, change, "users");
  });

/** Whether the platform has an active admin outside this company. Locks the admins until the transaction ends. */
export const hasPlatformAdminInOtherCompany = async (scope: PlatformScope, companyId: string): Promise<boolean> => {
  await lockAdminChanges(scope, null);
  return (await countOtherPlatformAdmins(scope, { companyId })) > 0;
};

/** The users of the own company. Another company does not exist for the caller. */
export const listColleagues = (
  scope: Scope,
  { companyId, ...page }: PageRequest & { companyId?: string | undefined },
) => {
  if (companyId !== undefined && companyId.toLowerCase() !== scope.companyId) throw notFound();
  return readNamedList(page, {
    keyOf: sortKey,
    find: (after, limit) => findCompanyUsers(scope, after, limit),
    count: () => countCompanyUsers(scope),
  });
};

/**
 * Uses the platform's connection, for users of the session's company only. The tenant role cannot change users: no
 * query of the workspace can ever grant a role.
 */
export const changeColleague = async (
  platform: Platform,
  scope: Scope,
  actor: AuditActor,
  id: string,
  change: ColleagueChange,
): Promise<CompanyUser> => {
  await transaction({ db: platform.database.platform }, async ({ db }) => {
    const before = await lockUser({ db }, id);
    if (!before || before.companyId !== scope.companyId) throw notFound();
    const after = { ...valuesOf(before), ...change };
    await storeUserChange(platform, { db }, actor, { before, after, companyName: before.companyName });
  });
  const changed = await findCompanyUser(scope, id);
  if (!changed) throw notFound();
  return changed;
};
