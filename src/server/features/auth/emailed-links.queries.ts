import type { Invitation } from "#contract/auth.ts";
import type { PlatformScope } from "#platform/database/scope.ts";
import { sql } from "#platform/database/sql.ts";
import type { SessionKind } from "#platform/sessions.ts";

/** Serialises the requests for a password reset of one address, also across processes. */
export const lockResetRequests = ({ db }: PlatformScope, address: string): Promise<number> =>
  db.run(sql`select pg_advisory_xact_lock(hashtextextended(${`reset ${address}`}, 0))`);

export const countResetRequests = async (
  { db }: PlatformScope,
  address: string,
  since: Date,
): Promise<{ count: number; oldest: Date | null }> => {
  const found = await db.row<{ count: number; oldest: Date | null }>(sql`
    select count(*)::int as count, min(requested_at) as oldest from reset_requests
    where address = ${address} and requested_at > ${since}`);
  return found ?? { count: 0, oldest: null };
};

export const insertResetRequest = ({ db }: PlatformScope, address: string, at: Date): Promise<number> =>
  db.run(sql`insert into reset_requests (address, requested_at) values (${address}, ${at})`);

export const countResets = async ({ db }: PlatformScope, userId: string, since: Date): Promise<number> => {
  const found = await db.row<{ count: number }>(sql`
    select count(*)::int as count from password_resets where user_id = ${userId} and created_at > ${since}`);
  return found?.count ?? 0;
};

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
  reset: {
    tokenHash: Buffer;
    sessionKind: SessionKind;
    userId: string;
    createdAt: Date;
    expiresAt: Date;
    invitedBy: string | undefined;
  },
): Promise<number> =>
  db.run(sql`
    insert into password_resets (token_hash, session_kind, user_id, created_at, expires_at, invited_by)
    values (${reset.tokenHash}, ${reset.sessionKind}, ${reset.userId}, ${reset.createdAt}, ${reset.expiresAt},
      ${reset.invitedBy ?? null})`);

/** Who has invited this user, as long as a link of the invitation is known. */
export const findInviter = async ({ db }: PlatformScope, userId: string): Promise<string | undefined> => {
  const found = await db.row<{ inviter: string }>(sql`
    select invited_by as inviter from password_resets where user_id = ${userId} and invited_by is not null
    order by created_at desc limit 1`);
  return found?.inviter;
};

export const deleteReset = ({ db }: PlatformScope, tokenHash: Buffer): Promise<number> =>
  db.run(sql`delete from password_resets where token_hash = ${tokenHash}`);

/** Whether a link can still be used. */
export const isOpenReset = async (
  { db }: PlatformScope,
  tokenHash: Buffer,
  sessionKind: SessionKind,
  at: Date,
): Promise<boolean> =>
  (await db.row(sql`
    select from password_resets
    where token_hash = ${tokenHash} and session_kind = ${sessionKind} and invalidated_at is null and expires_at > ${at}`)) !==
  undefined;

/** The invitation that a link of the workspace was sent with; undefined for any other link, and for one that cannot be used. */
export const findInvitation = ({ db }: PlatformScope, tokenHash: Buffer, at: Date): Promise<Invitation | undefined> =>
  db.row(sql`
    select r.invited_by as inviter, c.name as "companyName", u.username
    from password_resets r join users u on u.id = r.user_id left join companies c on c.id = u.company_id
    where r.token_hash = ${tokenHash} and r.session_kind = 'main' and r.invited_by is not null
      and r.invalidated_at is null and r.expires_at > ${at}`);

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

/** Invalidates the link: it works once. */
export const consumeEmailChange = (
  { db }: PlatformScope,
  tokenHash: Buffer,
  at: Date,
): Promise<{ userId: string; email: string } | undefined> =>
  db.row(sql`
    update email_changes set invalidated_at = ${at}
    where token_hash = ${tokenHash} and invalidated_at is null and expires_at > ${at}
    returning user_id as "userId", email`);
