import type { Role } from "#contract/roles.ts";
import type { PlatformScope } from "#platform/database/scope.ts";
import { sql } from "#platform/database/sql.ts";

export interface Account {
  id: string;
  username: string;
  email: string | null;
  firstName: string | null;
  lastName: string | null;
  role: Role;
  companyId: string | null;
  companyName: string | null;
  profileImageUrl: string | null;
  passwordHash: string;
  /** The password is older than the role of platform admin, and may be too short for it. */
  passwordRenewalDue: boolean;
  twoStepEnabled: boolean;
  /** From then on the admin panel requires the second factor. */
  twoStepDueAt: Date | null;
  isActive: boolean;
  companyIsActive: boolean | null;
  companyIsDeleted: boolean | null;
}

const ACCOUNT = sql`
  u.id, u.username, u.email, u.first_name as "firstName", u.last_name as "lastName", u.role, u.company_id as "companyId",
  u.profile_image_url as "profileImageUrl", u.password_hash as "passwordHash", u.is_active as "isActive",
  u.password_renewal_due as "passwordRenewalDue",
  u.two_step_enabled_at is not null as "twoStepEnabled", u.two_step_due_at as "twoStepDueAt",
  c.name as "companyName", c.is_active as "companyIsActive", c.deleted_at is not null as "companyIsDeleted"`;

export const findAccountByName = ({ db }: PlatformScope, name: string): Promise<Account | undefined> =>
  db.row(sql`
    select ${ACCOUNT} from sign_in_names n join users u on u.id = n.user_id left join companies c on c.id = u.company_id
    where n.name = sign_in_name(${name})`);

export const findAccount = ({ db }: PlatformScope, id: string): Promise<Account | undefined> =>
  db.row(sql`select ${ACCOUNT} from users u left join companies c on c.id = u.company_id where u.id = ${id}`);

/**
 * The user whom a company admin has invited with this address, while the invitation is open. Without a company the last one who
 * can sign in: several companies may have invited the same address.
 */
export const findInvitedAccount = (
  { db }: PlatformScope,
  email: string,
  companyId?: string | null,
): Promise<Account | undefined> =>
  db.row(sql`
    select ${ACCOUNT} from users u join companies c on c.id = u.company_id
    where u.awaits_acceptance and sign_in_name(u.email) = sign_in_name(${email}) and ${
      companyId === undefined
        ? sql`u.is_active and c.is_active and c.deleted_at is null`
        : sql`u.company_id = ${companyId}::uuid`
    }
    order by u.invitation_sent_at desc limit 1`);

/** Gives an invited user their sign-in names. A unique violation when somebody else has them: the invitation is void. */
export const acceptInvitation = ({ db }: PlatformScope, userId: string): Promise<number> =>
  db.run(sql`update users set awaits_acceptance = false where id = ${userId} and awaits_acceptance`);

export const lockUser = ({ db }: PlatformScope, userId: string): Promise<number> =>
  db.run(sql`select 1 from users where id = ${userId} for update`);

export const updatePassword = ({ db }: PlatformScope, userId: string, hash: string, at: Date): Promise<number> =>
  db.run(sql`
    update users set password_hash = ${hash}, password_renewal_due = false, updated_at = ${at} where id = ${userId}`);

export const endPasswordRenewal = ({ db }: PlatformScope, userId: string): Promise<number> =>
  db.run(sql`update users set password_renewal_due = false where id = ${userId}`);

export const updateEmail = ({ db }: PlatformScope, userId: string, email: string, at: Date): Promise<number> =>
  db.run(sql`update users set email = ${email}, updated_at = ${at} where id = ${userId}`);

export const findCompanyCard = (
  { db }: PlatformScope,
  companyId: string,
): Promise<{ name: string; logoUrl: string | null; syncsWithAirtable: boolean } | undefined> =>
  db.row(sql`
    select name, logo_url as "logoUrl", airtable_base_id is not null and airtable_token_encrypted is not null as "syncsWithAirtable"
    from companies where id = ${companyId} and deleted_at is null`);

export const updateOwnProfile = (
  { db }: PlatformScope,
  userId: string,
  profile: { firstName: string; lastName: string },
  at: Date,
): Promise<number> =>
  db.run(sql`
    update users set first_name = ${profile.firstName}, last_name = ${profile.lastName},
      has_chosen_name = has_chosen_name
        or (first_name, last_name) is distinct from (${profile.firstName}::text, ${profile.lastName}::text),
      updated_at = ${at}
    where id = ${userId}`);

/** Returns the URL of the replaced picture. */
export const updatePicture = async (
  { db }: PlatformScope,
  userId: string,
  url: string | null,
  at: Date,
): Promise<string | null> => {
  const replaced = await db.row<{ old: string | null }>(sql`
    update users set profile_image_url = ${url}, updated_at = ${at}
    from (select id, profile_image_url as old from users where id = ${userId} for update) before
    where users.id = before.id returning before.old`);
  return replaced?.old ?? null;
};
