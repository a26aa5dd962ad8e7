import type { Role } from "#contract/roles.ts";
import type { CompanyUser, UserInAdminPanel } from "#contract/users.ts";
import type { PlatformScope, Scope } from "#platform/database/scope.ts";
import { sql } from "#platform/database/sql.ts";
import { isoTime, sortName } from "#platform/database/sql-expressions.ts";
import type { NameKey } from "#platform/paging.ts";

const ADMIN_PANEL_COLUMNS = sql`
  u.id, u.username, u.email, u.first_name as "firstName", u.last_name as "lastName", u.company_id as "companyId",
  c.name as "companyName", u.role, u.is_active as "isActive", u.two_step_enabled_at is not null as "twoStepEnabled",
  ${isoTime(sql`u.last_sign_in_at`)} as "lastSignInAt", ${isoTime(sql`u.created_at`)} as "createdAt"`;

const WORKSPACE_COLUMNS = sql`
  u.id, u.email, u.username, u.first_name as "firstName", u.last_name as "lastName", u.role, u.is_active as "isActive",
  u.profile_image_url as "profileImageUrl", u.company_id as "companyId",
  case when u.last_sign_in_at is null then ${isoTime(sql`u.invitation_sent_at`)} end as "invitedAt"`;

// All users except those of deleted companies, who are hidden with their company. Users without a company are included.
const USERS = sql`users u left join companies c on c.id = u.company_id`;
const IS_VISIBLE = sql`c.deleted_at is null`;

const SORT_NAME = sortName(sql`concat_ws(' ', u.first_name, u.last_name, u.username)`);

/** The sort key of user lists: first name, last name and username, then the id. */
export const sortKey = (user: Pick<CompanyUser, "id" | "firstName" | "lastName" | "username">): NameKey => [
  [user.firstName, user.lastName, user.username].filter((part) => part !== null).join(" "),
  user.id,
];

const isAfterCursor = (after: NameKey | undefined) =>
  after ? sql`(${SORT_NAME}, u.id) > (lower(${after[0]}), ${after[1]}::uuid)` : sql`true`;

export const findUsers = (
  { db }: PlatformScope,
  after: NameKey | undefined,
  limit: number,
): Promise<UserInAdminPanel[]> =>
  db.rows(sql`
    select ${ADMIN_PANEL_COLUMNS} from ${USERS} where ${IS_VISIBLE} and ${isAfterCursor(after)} order by ${SORT_NAME}, u.id limit ${limit}`);

export const countUsers = async ({ db }: PlatformScope): Promise<number> =>
  (await db.row<{ count: number }>(sql`select count(*)::int as count from ${USERS} where ${IS_VISIBLE}`))?.count ?? 0;

export const findUser = ({ db }: PlatformScope, id: string): Promise<UserInAdminPanel | undefined> =>
  db.row(sql`select ${ADMIN_PANEL_COLUMNS} from ${USERS} where ${IS_VISIBLE} and u.id = ${id}`);

export const findCompanyUsers = (
  { db, companyId }: Scope,
  after: NameKey | undefined,
  limit: number,
): Promise<CompanyUser[]> =>
  db.rows(sql`
    select ${WORKSPACE_COLUMNS} from users u where u.company_id = ${companyId} and ${isAfterCursor(after)}
    order by ${SORT_NAME}, u.id limit ${limit}`);

export const countCompanyUsers = async ({ db, companyId }: Scope): Promise<number> =>
  (await db.row<{ count: number }>(sql`select count(*)::int as count from users where company_id = ${companyId}`))
    ?.count ?? 0;

export const findCompanyUser = ({ db, companyId }: Scope, id: string): Promise<CompanyUser | undefined> =>
  db.row(sql`select ${WORKSPACE_COLUMNS} from users u where u.company_id = ${companyId} and u.id = ${id}`);

/** The fields that can be changed, without the password. */
export interface UserValues {
  username: string;
  email: string | null;
  firstName: string | null;
  lastName: string | null;
  companyId: string | null;
  role: Role;
  isActive: boolean;
}

export interface LockedUser extends UserValues {
  id: string;
  profileImageUrl: string | null;
  companyName: string | null;
  companyIsActive: boolean | null;
  /** Invited, and never signed in. */
  isInvited: boolean;
  /** Invited by a company admin, and cannot sign in before accepting that. */
  awaitsAcceptance: boolean;
}

/** Locks the row until the transaction ends, so that a decision is based on current values. */
export const lockUser = ({ db }: PlatformScope, id: string): Promise<LockedUser | undefined> =>
  db.row(sql`
    select u.id, u.username, u.email, u.first_name as "firstName", u.last_name as "lastName",
      u.company_id as "companyId", u.role, u.is_active as "isActive", u.profile_image_url as "profileImageUrl",
      c.name as "companyName", c.is_active as "companyIsActive",
      u.invitation_sent_at is not null and u.last_sign_in_at is null as "isInvited",
      u.awaits_acceptance as "awaitsAcceptance"
    from ${USERS} where ${IS_VISIBLE} and u.id = ${id} for update of u`);

/**
 * An advisory lock per company, and one for the platform: two admins who remove each other's rights concurrently would
 * otherwise both succeed. Take it after the row locks, to avoid a deadlock.
 */
export const lockAdminChanges = ({ db }: PlatformScope, companyId: string | null): Promise<number> =>
  db.run(sql`select pg_advisory_xact_lock(hashtextextended(${`admins ${companyId ?? "platform"}`}, 0))`);

/** Without those who have not accepted their invitation: they may never do. */
export const countOtherCompanyAdmins = async (
  { db }: PlatformScope,
  companyId: string,
  except: string,
): Promise<number> => {
  const found = await db.row<{ count: number }>(sql`
    select count(*)::int as count from users
    where company_id = ${companyId} and role = 'company_admin' and is_active and not awaits_acceptance
      and id <> ${except}`);
  return found?.count ?? 0;
};

/**
 * The active platform admins except one user or the users of one company. Users of deleted companies and those who have not
 * accepted their invitation cannot sign in, so they are not counted.
 */
export const countOtherPlatformAdmins = async (
  { db }: PlatformScope,
  except: { userId: string } | { companyId: string },
): Promise<number> => {
  const isNotExcepted =
    "userId" in except ? sql`u.id <> ${except.userId}` : sql`u.company_id is distinct from ${except.companyId}::uuid`;
  const found = await db.row<{ count: number }>(sql`
    select count(*)::int as count from ${USERS}
    where ${IS_VISIBLE} and u.role = 'super_admin' and u.is_active and not u.awaits_acceptance and ${isNotExcepted}`);
  return found?.count ?? 0;
};

/** Locks a company that users are added to: it cannot be deleted before the transaction ends. */
export const lockCompanyForShare = (
  { db }: PlatformScope,
  id: string,
): Promise<{ name: string; isActive: boolean } | undefined> =>
  db.row(sql`select name, is_active as "isActive" from companies where id = ${id} and deleted_at is null for share`);

export const insertUser = (
  { db }: PlatformScope,
  id: string,
  user: UserValues & { passwordHash: string; awaitsAcceptance?: boolean },
  at: Date,
): Promise<number> =>
  db.run(sql`
    insert into users (id, username, email, first_name, last_name, company_id, role, is_active, password_hash,
      awaits_acceptance, created_at, updated_at)
    values (${id}, ${user.username}, ${user.email}, ${user.firstName}, ${user.lastName}, ${user.companyId}, ${user.role},
      ${user.isActive}, ${user.passwordHash}, ${user.awaitsAcceptance ?? false}, ${at}, ${at})`);

/** An address or a password that a platform admin enters makes an invited user one who can sign in. */
export const updateUser = (
  { db }: PlatformScope,
  id: string,
  user: UserValues & { isPasswordSet: boolean },
  at: Date,
): Promise<number> =>
  db.run(sql`
    update users set has_chosen_name = has_chosen_name
        and (first_name, last_name) is not distinct from (${user.firstName}::text, ${user.lastName}::text),
      awaits_acceptance = awaits_acceptance and not ${user.isPasswordSet}::boolean and email is not distinct from ${user.email}::text,
      username = ${user.username}, email = ${user.email}, first_name = ${user.firstName},
      last_name = ${user.lastName}, company_id = ${user.companyId}, role = ${user.role}, is_active = ${user.isActive},
      password_renewal_due = ${user.role} = 'super_admin' and (password_renewal_due or role <> 'super_admin'),
      updated_at = ${at}
    where id = ${id}`);

export const storeInvitation = ({ db }: PlatformScope, id: string, at: Date): Promise<number> =>
  db.run(sql`update users set invitation_sent_at = ${at} where id = ${id}`);

/** Whether somebody else signs in with the address of an invited user. */
export const isAddressTaken = async ({ db }: PlatformScope, id: string): Promise<boolean> =>
  (await db.row(sql`
    select from users u join sign_in_names n on n.name in (sign_in_name(u.username), sign_in_name(u.email))
    where u.id = ${id} and u.awaits_acceptance and n.user_id <> u.id`)) !== undefined;

/** The invitations of a company since a moment, withdrawn ones included: each was a mail to somebody. */
export const countInvitations = async ({ db }: PlatformScope, companyId: string, since: Date): Promise<number> => {
  const found = await db.row<{ count: number }>(sql`
    select count(*)::int as count from audit_log
    where company_id = ${companyId} and action = 'user.invited' and at > ${since}`);
  return found?.count ?? 0;
};

export const deleteUser = ({ db }: PlatformScope, id: string): Promise<number> =>
  db.run(sql`delete from users where id = ${id}`);

/** Whether another user signs in with this username or e-mail address. */
export const findTakenSignInNames = async (
  { db }: PlatformScope,
  { username, email }: { username: string; email: string | null },
  exceptId: string,
): Promise<{ username: boolean; email: boolean }> => {
  const found = await db.row<{ username: boolean | null; email: boolean | null }>(sql`
    select bool_or(name = sign_in_name(${username})) as username, bool_or(name = sign_in_name(${email})) as email
    from sign_in_names where name in (sign_in_name(${username}), sign_in_name(${email})) and user_id <> ${exceptId}`);
  return { username: found?.username ?? false, email: found?.email ?? false };
};

/** Whether a colleague has this address, or a username that equals it. */
export const hasColleague = async (
  { db }: PlatformScope,
  companyId: string,
  email: string,
  exceptId: string,
): Promise<boolean> =>
  (await db.row(sql`
    select from users where company_id = ${companyId} and id <> ${exceptId}
      and sign_in_name(${email}) in (sign_in_name(username), sign_in_name(email))`)) !== undefined;
