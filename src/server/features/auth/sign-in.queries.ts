import type { PlatformScope } from "#platform/database/scope.ts";
import { sql } from "#platform/database/sql.ts";
import { SESSION_LIMITS, type SessionKind } from "#platform/sessions.ts";
import { DAY_MS } from "#platform/time.ts";

/** How long a browser is known after the last sign-in. */
export const DEVICE_LIFETIME_MS = 180 * DAY_MS;

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

/** How often signing in with this name has failed, from any IP address. */
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

/**
 * Takes the next turn of a name: the turns are a delay apart, whatever process takes them. Undefined when the last one is as many
 * delays ahead as may wait.
 */
export const takeTurn = async (
  { db }: PlatformScope,
  account: string,
  { delayMs, maxWaiting, now }: { delayMs: number; maxWaiting: number; now: Date },
): Promise<Date | undefined> => {
  const after = (delays: number) => new Date(now.getTime() + delays * delayMs);
  // Half a delay more: of attempts that begin at one moment, one that began earlier may take its turn later.
  const latest = after(maxWaiting - 0.5);
  const taken = await db.row<{ at: Date }>(sql`
    insert into sign_in_turns as t (account, next_at) values (${account}, ${after(1)})
    on conflict (account) do update set next_at = greatest(t.next_at, ${now}) + (${after(1)}::timestamptz - ${now}::timestamptz)
    where t.next_at <= ${latest}
    returning next_at as at`);
  return taken?.at;
};

export const isKnownDevice = async ({ db }: PlatformScope, tokenHash: Buffer, userId: string): Promise<boolean> =>
  (await db.run(sql`select from known_devices where token_hash = ${tokenHash} and user_id = ${userId}`)) > 0;

/** Whether we issued the token: a browser cannot choose its own. */
export const isIssuedDevice = async ({ db }: PlatformScope, tokenHash: Buffer): Promise<boolean> =>
  (await db.run(sql`select from known_devices where token_hash = ${tokenHash} limit 1`)) > 0;

export const rememberDevice = ({ db }: PlatformScope, tokenHash: Buffer, userId: string, at: Date): Promise<number> =>
  db.run(sql`
    insert into known_devices (token_hash, user_id, last_sign_in_at) values (${tokenHash}, ${userId}, ${at})
    on conflict (token_hash, user_id) do update set last_sign_in_at = excluded.last_sign_in_at`);

export const markSignedIn = ({ db }: PlatformScope, userId: string, at: Date): Promise<number> =>
  db.run(sql`update users set last_sign_in_at = ${at} where id = ${userId}`);

/** Expired rows. Reset links are kept an hour longer: they count towards the limit of mails per hour. */
export const deleteExpiredSignInData = async ({ db }: PlatformScope, now: Date, windowStart: Date): Promise<void> => {
  await db.run(sql`delete from sessions where expires_at < ${now}`);
  await db.run(sql`delete from sign_in_challenges where expires_at < ${now}`);
  await db.run(sql`delete from password_resets where expires_at < ${windowStart}`);
  await db.run(sql`delete from sign_in_failures where failed_at < ${windowStart}`);
  await db.run(sql`delete from sign_in_turns where next_at < ${now}`);
  await db.run(sql`delete from email_changes where expires_at < ${windowStart}`);
  await db.run(sql`delete from reset_requests where requested_at < ${windowStart}`);
  await db.run(sql`delete from known_devices where last_sign_in_at < ${new Date(now.getTime() - DEVICE_LIFETIME_MS)}`);
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

/** Ends the sessions of a user beyond the given number, the ones that were not used for longest first. */
export const endOldestSessions = (
  { db }: PlatformScope,
  sessionKind: SessionKind,
  userId: string,
  { keep, now }: { keep: number; now: Date },
): Promise<number> =>
  db.run(sql`
    delete from sessions where token_hash in (
      select token_hash from sessions
      where user_id = ${userId} and session_kind = ${sessionKind} and expires_at > ${now}
        and last_seen_at > ${new Date(now.getTime() - SESSION_LIMITS[sessionKind].idle)}
      order by last_seen_at desc, created_at desc, id offset ${keep})`);

export const findSessions = ({ db }: PlatformScope, userId: string, now: Date): Promise<SessionRow[]> =>
  db.rows(sql`
    select id, session_kind as "sessionKind", created_at as "createdAt", last_seen_at as "lastSeenAt", address, user_agent as "userAgent"
    from sessions where user_id = ${userId} and expires_at > ${now} order by last_seen_at desc`);
