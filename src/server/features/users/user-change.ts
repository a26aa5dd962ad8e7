import type { PlatformScope } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { endSessionsOf, personName } from "#platform/sessions.ts";
import { type Author, changedFields, recordChange, SECRET_CHANGED } from "#server/features/audit/audit.service.ts";
import { endPasswordLinks, replacePassword } from "#server/features/auth/auth.service.ts";
import { losesAdmin, refuseChange, type UserRights } from "./users.policy.ts";
import {
  countOtherCompanyAdmins,
  countOtherPlatformAdmins,
  type LockedUser,
  lockAdmins,
  type UserValues,
  updateUser,
} from "./users.queries.ts";

type UserChangeDeps = Pick<Platform, "events" | "clock" | "jobs">;

/** The others who could stand in; counted behind a lock, so that none of them goes at the same moment. */
const countOtherAdmins = async (scope: PlatformScope, { id, role, companyId }: LockedUser): Promise<number> => {
  const company = role === "company_admin" ? companyId : null;
  await lockAdmins(scope, company);
  return company ? countOtherCompanyAdmins(scope, company, id) : countOtherPlatformAdmins(scope, { userId: id });
};

/** Throws when the rules do not allow it. */
export const requireAllowed = async (
  scope: PlatformScope,
  actor: Author,
  before: LockedUser,
  after: UserRights | null,
): Promise<void> => {
  const otherAdmins = losesAdmin(before, after) ? await countOtherAdmins(scope, before) : 0;
  const refusal = refuseChange({ actor, before, after, otherAdmins });
  if (refusal) throw refusal;
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

/** What the log keeps of a person. The company is told apart: a line stands in one company's log and names no other. */
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

const endAccess = async (
  { clock, jobs }: UserChangeDeps,
  scope: PlatformScope,
  author: Author,
  { before, after, passwordHash }: UserChangeRequest,
): Promise<void> => {
  const { id } = before;
  const at = clock.now();
  // Who changes themselves stays where they are.
  const keepSession = author.id === id ? author.sessionId : undefined;
  if (passwordHash) await replacePassword(jobs, scope, { userId: id, hash: passwordHash, at, keepSession });
  // An open screen follows the company it was opened in.
  if (!after.isActive || after.companyId !== before.companyId) await endSessionsOf(scope, id, keepSession);
  // A link that is on its way goes to the old address.
  if (after.email !== before.email) await endPasswordLinks(scope, id, at);
};

const recordUserChange = async (
  deps: UserChangeDeps,
  scope: PlatformScope,
  author: Author,
  wanted: UserChangeRequest,
): Promise<void> => {
  const { before, after, companyName, passwordHash } = wanted;
  const moved = before.companyId !== after.companyId;
  const secret = passwordHash ? { password: SECRET_CHANGED } : {};
  const changed = changedFields(
    { ...loggedValues(before), ...(moved ? { company: before.companyName } : {}) },
    { ...loggedValues(after), ...(moved ? { company: companyName } : {}), ...secret },
  );
  if (!changed) return;
  const subject = { type: "user", id: before.id, name: personName(after) };
  const tell = (companyId: string | null, action: string, fields = {}) =>
    recordChange(deps, scope, author, { companyId, action, subject, ...fields }, "users");
  if (!moved) return tell(after.companyId, "user.updated", changed);
  await tell(null, "user.updated", changed);
  if (before.companyId) await tell(before.companyId, "user.left");
  if (after.companyId) await tell(after.companyId, "user.joined");
};

/** Changes somebody the caller has locked, with everything that follows from it. */
export const storeUserChange = async (
  deps: UserChangeDeps,
  scope: PlatformScope,
  author: Author,
  wanted: UserChangeRequest,
): Promise<void> => {
  const { before, after, passwordHash } = wanted;
  await requireAllowed(scope, author, before, after);
  if (!passwordHash && !changedFields(valuesOf(before), after)) return;
  await updateUser(scope, before.id, after, deps.clock.now());
  await endAccess(deps, scope, author, wanted);
  await recordUserChange(deps, scope, author, wanted);
};
