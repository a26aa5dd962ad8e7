import type { Role } from "#contract/roles.ts";
import type { PlatformScope } from "#platform/database/scope.ts";
import { sql } from "#platform/database/sql.ts";
import type { SessionKind } from "#platform/sessions.ts";

/** How long a browser is known after the last sign-in. */
export const DEVICE_LIFETIME_MS = 180 * 86_400_000;

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

/** Serialises the attempts on one account from one address, also across processes. */
export const lockAttempts = ({ db }: PlatformScope, account: string, address: string): Promise<number> =>
  db.run(sql`select pg_advisory_xact_lock(hashtextextended(${`sign-in ${account} ${address}`}, 0))`);

export interface FailureCounts {
  byAccount: number;
  byAddress: number;
  /** The oldest failure in the window: the block ends when it leaves the window. */
  accountSince: Date | null;
  addressSince: Date | null;
}

export const countFailures = async (
  { db }: PlatformScope,
  account: string,
  address: string,
  since: Date,
): Promise<FailureCounts> => {
  const counts = await db.row<FailureCounts>(sql`
    select count(*) filter (where account = ${account})::int as "byAccount", count(*)::int as "byAddress",
      min(failed_at) filter (where account = ${account}) as "accountSince", min(failed_at) as "addressSince"
    from sign_in_failures where address = ${address} and failed_at > ${since}`);
  return counts ?? { byAccount: 0, byAddress: 0, accountSince: null, addressSince: null };
};

/** The failures of a name from all addresses. */
export const countFailuresOf = async (
  { db }: PlatformScope,
  account: string,
  since: Date,
): Promise<{ count: number; oldest: Date | null }> => {
  const found = await db.row<{ count: number; oldest: Date | null }>(sql`
    select count(*)::int as count, min(failed_at) as oldest from sign_in_failures
    where account = ${account} and failed_at > ${since}`);
  return found ?? { count: 0, oldest: null };
};

/** Whether this is the first attempt that the current block refuses. */
export const claimFirstRefusal = async (
  { db }: PlatformScope,
  account: string,
  address: string,
  window: { since: Date; now: Date },
): Promise<boolean> =>
  (await db.run(sql`
    update sign_in_failures set refusal_recorded_at = ${window.now}
    where refusal_recorded_at is null and id = (
      select id from sign_in_failures where address = ${address} and failed_at > ${window.since}
      order by account <> ${account}, failed_at limit 1)`)) > 0;

export const insertFailure = ({ db }: PlatformScope, account: string, address: string, at: Date): Promise<number> =>
  db.run(sql`insert into sign_in_failures (account, address, failed_at) values (${account}, ${address}, ${at})`);

export const deleteFailuresOf = ({ db }: PlatformScope, accounts: string[], address: string): Promise<number> =>
  db.run(sql`delete from sign_in_failures where account = any(${accounts}) and address = ${address}`);

export const isKnownDevice = async ({ db }: PlatformScope, tokenHash: Buffer, userId: string): Promise<boolean> =>
  (await db.run(sql`select from known_devices where token_hash = ${tokenHash} and user_id = ${userId}`)) > 0;

/** Whether we issued the token: a browser cannot choose its own. */
export const isIssuedDevice = async ({ db }: PlatformScope, tokenHash: Buffer): Promise<boolean> =>
  (await db.run(sql`select from known_devices where token_hash = ${tokenHash} limit 1`)) > 0;

export const rememberDevice = ({ db }: PlatformScope, tokenHash: Buffer, userId: string, at: Date): Promise<number> =>
  db.run(sql`
    insert into known_devices (token_hash, user_id, last_sign_in_at) values (${tokenHash}, ${userId}, ${at})
    on conflict (token_hash, user_id) do update set last_sign_in_at = excluded.last_sign_in_at`);

/** Counts the requests of an address, including this one. */
export const recordResetRequest = async (
  { db }: PlatformScope,
  address: string,
  window: { since: Date; now: Date },
): Promise<{ count: number; oldest: Date }> => {
  await db.run(sql`select pg_advisory_xact_lock(hashtextextended(${`reset ${address}`}, 0))`);
  await db.run(sql`insert into reset_requests (address, requested_at) values (${address}, ${window.now})`);
  const found = await db.row<{ count: number; oldest: Date }>(sql`
    select count(*)::int as count, min(requested_at) as oldest from reset_requests
    where address = ${address} and requested_at > ${window.since}`);
  return found ?? { count: 1, oldest: window.now };
};

export const markSignedIn = ({ db }: PlatformScope, userId: string, at: Date): Promise<number> =>
  db.run(sql`update users set last_sign_in_at = ${at} where id = ${userId}`);

export const countResets = async ({ db }: PlatformScope, userId: string, since: Date): Promise<number> => {
  const found = await db.row<{ count: number }>(sql`
    select count(*)::int as count from password_resets where user_id = ${userId} and created_at > ${since}`);
  return found?.count ?? 0;
};

export const lockUser = ({ db }: PlatformScope, userId: string): Promise<number> =>
  db.run(sql`select 1 from users where id = ${userId} for update`);

export const invalidateResetsOf = ({ db }: PlatformScope, userId: string, at: Date): Promise<number> =>
  db.run(sql`update password_resets set invalidated_at = ${at} where user_id = ${userId} and invalidated_at is null`);

/** Invalidates the links that a user was sent, also those for a new e-mail address: somebody else may have asked for them. */
export const invalidateLinksOf = ({ db }: PlatformScope, userId: string, at: Date): Promise<number> =>
  db.run(sql`
    with ended_changes as (
      update email_changes set invalidated_at = ${at} where user_id = ${userId} and invalidated_at is null)
    update password_resets set invalidated_at = ${at} where user_id = ${userId} and invalidated_at is null`);

export const insertReset = (
  { db }: PlatformScope,
  reset: { tokenHash: Buffer; sessionKind: SessionKind; userId: string; createdAt: Date; expiresAt: Date },
): Promise<number> =>
  db.run(sql`
    insert into password_resets (token_hash, session_kind, user_id, created_at, expires_at)
    values (${reset.tokenHash}, ${reset.sessionKind}, ${reset.userId}, ${reset.createdAt}, ${reset.expiresAt})`);

export const deleteReset = ({ db }: PlatformScope, tokenHash: Buffer): Promise<number> =>
  db.run(sql`delete from password_resets where token_hash = ${tokenHash}`);

/** Uses up the link: of two requests with the same link, one gets the user and the other undefined. */
export const consumeReset = async (
  { db }: PlatformScope,
  tokenHash: Buffer,
  sessionKind: SessionKind,
  at: Date,
): Promise<string | undefined> => {
  const taken = await db.row<{ userId: string }>(sql`
    update password_resets set invalidated_at = ${at}
    where token_hash = ${tokenHash} and session_kind = ${sessionKind} and invalidated_at is null and expires_at > ${at}
    returning user_id as "userId"`);
  return taken?.userId;
};

export const updatePassword = ({ db }: PlatformScope, userId: string, hash: string, at: Date): Promise<number> =>
  db.run(sql`
    update users set password_hash = ${hash}, password_renewal_due = false, updated_at = ${at} where id = ${userId}`);

export const endPasswordRenewal = ({ db }: PlatformScope, userId: string): Promise<number> =>
  db.run(sql`update users set password_renewal_due = false where id = ${userId}`);

export const updateEmail = ({ db }: PlatformScope, userId: string, email: string, at: Date): Promise<number> =>
  db.run(sql`update users set email = ${email}, updated_at = ${at} where id = ${userId}`);

export const countEmailChanges = async ({ db }: PlatformScope, userId: string, since: Date): Promise<number> => {
  const found = await db.row<{ count: number }>(sql`
    select count(*)::int as count from email_changes where user_id = ${userId} and created_at > ${since}`);
  return found?.count ?? 0;
};

/** Replaces the earlier links of the user. */
export const insertEmailChange = async (
  { db }: PlatformScope,
  change: { tokenHash: Buffer; userId: string; email: string; createdAt: Date; expiresAt: Date },
): Promise<void> => {
  await db.run(sql`
    update email_changes set invalidated_at = ${change.createdAt}
    where user_id = ${change.userId} and invalidated_at is null`);
  await db.run(sql`
    insert into email_changes (token_hash, user_id, email, created_at, expires_at)
    values (${change.tokenHash}, ${change.userId}, ${change.email}, ${change.createdAt}, ${change.expiresAt})`);
};

/** Uses up the link. */
export const consumeEmailChange = (
  { db }: PlatformScope,
  tokenHash: Buffer,
  at: Date,
): Promise<{ userId: string; email: string } | undefined> =>
  db.row(sql`
    update email_changes set invalidated_at = ${at}
    where token_hash = ${tokenHash} and invalidated_at is null and expires_at > ${at}
    returning user_id as "userId", email`);

/** Expired rows. Reset links are kept an hour longer: they count towards the limit of mails per hour. */
export const deleteExpiredSignInData = async ({ db }: PlatformScope, now: Date, windowStart: Date): Promise<void> => {
  await db.run(sql`delete from sessions where expires_at < ${now}`);
  await db.run(sql`delete from sign_in_challenges where expires_at < ${now}`);
  await db.run(sql`delete from password_resets where expires_at < ${windowStart}`);
  await db.run(sql`delete from sign_in_failures where failed_at < ${windowStart}`);
  await db.run(sql`delete from email_changes where expires_at < ${windowStart}`);
  await db.run(sql`delete from reset_requests where requested_at < ${windowStart}`);
  await db.run(sql`delete from known_devices where last_sign_in_at < ${new Date(now.getTime() - DEVICE_LIFETIME_MS)}`);
};

export const findCompanyCard = (
  { db }: PlatformScope,
  companyId: string,
): Promise<{ name: string; logoUrl: string | null } | undefined> =>
  db.row(sql`select name, logo_url as "logoUrl" from companies where id = ${companyId} and deleted_at is null`);

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

export interface SessionRow {
  id: string;
  sessionKind: SessionKind;
  createdAt: Date;
  lastSeenAt: Date;
  address: string | null;
  userAgent: string | null;
}

/** Ends one session of a user, if it is theirs. */
export const endOwnSession = async ({ db }: PlatformScope, userId: string, id: string): Promise<boolean> =>
  (await db.run(sql`delete from sessions where user_id = ${userId} and id = ${id}`)) > 0;

export const findSessions = ({ db }: PlatformScope, userId: string, now: Date): Promise<SessionRow[]> =>
  db.rows(sql`
    select id, session_kind as "sessionKind", created_at as "createdAt", last_seen_at as "lastSeenAt", address, user_agent as "userAgent"
    from sessions where user_id = ${userId} and expires_at > ${now} order by last_seen_at desc`);
