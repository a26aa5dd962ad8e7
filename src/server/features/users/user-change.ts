import type { PlatformScope } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { endSessionsOf, fullNameOf } from "#platform/sessions.ts";
import { type AuditActor, changedFields, recordChange, SECRET_CHANGED } from "#server/features/audit/audit.service.ts";
import { invalidateEmailedLinks, notifyOldAddress, replacePassword } from "#server/features/auth/auth.service.ts";
import { losesAdmin, reasonToRefuseChange, type UserRights } from "./users.policy.ts";
import {
  countOtherCompanyAdmins,
  countOtherPlatformAdmins,
  type LockedUser,
  lockAdminChanges,
  type UserValues,
  updateUser,
} from "./users.queries.ts";

type UserChangeDeps = Pick<Platform, "events" | "clock" | "jobs">;

/** Counted under a lock, so that two admins cannot lose their rights at the same moment. */
const countOtherAdmins = async (scope: PlatformScope, { id, role, companyId }: LockedUser): Promise<number> => {
  const company = role === "company_admin" ? companyId : null;
  await lockAdminChanges(scope, company);
  return company ? countOtherCompanyAdmins(scope, company, id) : countOtherPlatformAdmins(scope, { userId: id });
};

/** Throws when users.policy.ts refuses the change. */
export const requireAllowed = async (
  scope: PlatformScope,
  actor: AuditActor,
  before: LockedUser,
  after: UserRights | null,
): Promise<void> => {
  const otherAdmins = losesAdmin(before, after) ? await countOtherAdmins(scope, before) : 0;
  const error = reasonToRefuseChange({ actor, before, after, otherAdmins });
  if (error) throw error;
};

export const valuesOf = ({
  username,
  email,
  firstName,
  lastName,
  companyId,
  role,
  isActive,
}: UserValues): UserValues => ({
  username,
  email,
  firstName,
  lastName,
  companyId,
  role,
  isActive,
});

/** The values for the log, without the company: an entry in one company's log must not name another company. */
export const loggedValues = (user: UserValues): Omit<UserValues, "companyId"> => {
  const { companyId: _, ...values } = valuesOf(user);
  return values;
};

interface UserChangeRequest {
  before: LockedUser;
  after: UserValues;
  companyName: string | null;
  passwordHash?: string | undefined;
}

const replacePasswordAndEndAccess = async (
  { clock, jobs }: UserChangeDeps,
  scope: PlatformScope,
  actor: AuditActor,
  { before, after, passwordHash }: UserChangeRequest,
): Promise<void> => {
  const { id } = before;
  const at = clock.now();
  // Users who change their own account stay signed in.
  const keepSession = actor.id === id ? actor.sessionId : undefined;
  if (passwordHash) await replacePassword(jobs, scope, { userId: id, hash: passwordHash, at, keepSession });
  // An open screen belongs to the company that it was opened in.
  if (!after.isActive || after.companyId !== before.companyId) await endSessionsOf(scope, id, keepSession);
  // A link that was sent already went to the old address.
  if (after.email === before.email) return;
  await invalidateEmailedLinks(scope, id, at);
  const notice = { to: before.email ?? "", name: fullNameOf(after), email: after.email ?? "geen adres" };
  if (before.email) await notifyOldAddress(jobs, scope, notice);
};

const recordUserChange = async (
  deps: UserChangeDeps,
  scope: PlatformScope,
  actor: AuditActor,
  request: UserChangeRequest,
): Promise<void> => {
  const { before, after, companyName, passwordHash } = request;
  const isCompanyChanged = before.companyId !== after.companyId;
  const secret = passwordHash ? { password: SECRET_CHANGED } : {};
  const changed = changedFields(
    { ...loggedValues(before), ...(isCompanyChanged ? { company: before.companyName } : {}) },
    { ...loggedValues(after), ...(isCompanyChanged ? { company: companyName } : {}), ...secret },
  );
  if (!changed) return;
  const subject = { type: "user", id: before.id, name: fullNameOf(after) };
  const record = (companyId: string | null, action: string, fields = {}) =>
    recordChange(deps, scope, actor, { companyId, action, subject, ...fields }, "users");
  if (!isCompanyChanged) return record(after.companyId, "user.updated", changed);
  await record(null, "user.updated", changed);
  if (before.companyId) await record(before.companyId, "user.left");
  if (after.companyId) await record(after.companyId, "user.joined");
};

/** Stores a change of a user whom the caller has locked, with all its consequences. */
export const storeUserChange = async (
  deps: UserChangeDeps,
  scope: PlatformScope,
  actor: AuditActor,
  request: UserChangeRequest,
): Promise<void> => {
  const { before, after, passwordHash } = request;
  await requireAllowed(scope, actor, before, after);
  if (!passwordHash && !changedFields(valuesOf(before), after)) return;
  await updateUser(scope, before.id, { ...after, isPasswordSet: passwordHash !== undefined }, deps.clock.now());
  await replacePasswordAndEndAccess(deps, scope, actor, request);
  await recordUserChange(deps, scope, actor, request);
};
