import { createHash, randomBytes } from "node:crypto";
import type { Role } from "#contract/roles.ts";
import type { PlatformScope } from "./database/scope.ts";
import { prepared, sql } from "./database/sql.ts";

export type Side = "main" | "admin";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
export const SESSION_LIMITS: Record<Side, { idle: number; total: number }> = {
  main: { idle: 8 * HOUR, total: 7 * 24 * HOUR },
  admin: { idle: 30 * MINUTE, total: 8 * HOUR },
};
// Writing "seen" at every request would make every read a write; a minute is precise enough for both limits.
const SEEN_PRECISION = MINUTE;

/** The signed-in person as the request sees them. Each time the database says whether they still are, so a change acts at once. */
export interface SessionPerson {
  sessionId: string;
  id: string;
  username: string;
  email: string | null;
  firstName: string | null;
  lastName: string | null;
  role: Role;
  companyId: string | null;
  profileImageUrl: string | null;
}

export const personName = (person: { firstName: string | null; lastName: string | null; username: string }): string =>
  [person.firstName, person.lastName].filter(Boolean).join(" ") || person.username;

export const hashToken = (token: string): Buffer => createHash("sha256").update(token).digest();
export const newToken = (): string => randomBytes(32).toString("base64url");

export interface Visitor {
  address: string;
  userAgent: string | undefined;
}

export const openSession = async (
  { db }: PlatformScope,
  side: Side,
  userId: string,
  visitor: Visitor,
  now: Date,
): Promise<{ token: string; expiresAt: Date }> => {
  const token = newToken();
  const expiresAt = new Date(now.getTime() + SESSION_LIMITS[side].total);
  await db.run(sql`
    insert into sessions (token_hash, side, user_id, created_at, last_seen_at, expires_at, address, user_agent)
    values (${hashToken(token)}, ${side}, ${userId}, ${now}, ${now}, ${expiresAt}, ${visitor.address},
      ${visitor.userAgent?.slice(0, 300) ?? null})`);
  return { token, expiresAt };
};

/** A session as it was read. */
export interface Session {
  readonly tokenHash: Buffer;
  readonly person: SessionPerson;
  /** Another one as soon as anything about the person changes. */
  readonly version: string;
  readonly seenAt: Date;
}

export const idleCutoff = (side: Side, now: Date) => new Date(now.getTime() - SESSION_LIMITS[side].idle);

/** The session as it stands. Looking does not count as being there: what only waits must not keep a session alive. */
export const findSession = async (
  { db }: PlatformScope,
  side: Side,
  token: string,
  now: Date,
): Promise<Session | undefined> => {
  const tokenHash = hashToken(token);
  const found = await db.row<SessionPerson & Pick<Session, "version" | "seenAt">>(
    prepared(sql`
    select s.id as "sessionId", s.last_seen_at as "seenAt", s.person_version as version, s.user_id as id, s.username,
      s.email, s.first_name as "firstName", s.last_name as "lastName", s.role, s.company_id as "companyId",
      s.profile_image_url as "profileImageUrl"
    from live_sessions s
    where s.token_hash = ${tokenHash} and s.side = ${side} and s.expires_at > ${now}
      and s.last_seen_at > ${idleCutoff(side, now)}`),
  );
  if (!found) return undefined;
  const { seenAt, version, ...person } = found;
  return { tokenHash, person, version, seenAt };
};

/** Seen so short a while ago that it need not be written down again. */
export const isRecentlySeen = ({ seenAt }: Session, now: Date) => now.getTime() - seenAt.getTime() <= SEEN_PRECISION;

/** The session behind a request, which thereby counts as in use. */
export const findAndTouchSession = async (
  scope: PlatformScope,
  side: Side,
  token: string,
  now: Date,
): Promise<Session | undefined> => {
  const session = await findSession(scope, side, token, now);
  if (!session || isRecentlySeen(session, now)) return session;
  await scope.db.run(sql`update sessions set last_seen_at = ${now} where token_hash = ${session.tokenHash}`);
  return { ...session, seenAt: now };
};

export const endSession = ({ db }: PlatformScope, side: Side, token: string): Promise<number> =>
  db.run(sql`delete from sessions where token_hash = ${hashToken(token)} and side = ${side}`);

/** Sign-ins that are half-way end too: they have shown a password that may no longer count. */
export const endSessionsOf = ({ db }: PlatformScope, userId: string, except?: string): Promise<number> =>
  db.run(sql`
    with half_way as (delete from sign_in_challenges where user_id = ${userId})
    delete from sessions where user_id = ${userId} and id is distinct from ${except ?? null}::uuid`);

export const endSessionsOfCompany = ({ db }: PlatformScope, companyId: string): Promise<number> =>
  db.run(sql`delete from sessions s using users u where u.id = s.user_id and u.company_id = ${companyId}`);
