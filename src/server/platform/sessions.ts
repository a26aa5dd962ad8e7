import { createHash, randomBytes } from "node:crypto";
import type { Role } from "#contract/roles.ts";
import type { PlatformScope } from "./database/scope.ts";
import { prepared, sql } from "./database/sql.ts";
import { HOUR_MS, MINUTE_MS } from "./time.ts";

export type SessionKind = "main" | "admin";

export const SESSION_LIMITS: Record<SessionKind, { idle: number; total: number }> = {
  main: { idle: 8 * HOUR_MS, total: 7 * 24 * HOUR_MS },
  admin: { idle: 30 * MINUTE_MS, total: 8 * HOUR_MS },
};
// Updating last_seen_at at every request would make every read a write; a minute is precise enough for both limits.
const SEEN_PRECISION = MINUTE_MS;

/** The user of a request. Read from the database at every request, so that a changed role or name takes effect at once. */
export interface SignedInUser {
  sessionId: string;
  id: string;
  username: string;
  email: string | null;
  firstName: string | null;
  lastName: string | null;
  role: Role;
  companyId: string | null;
  profileImageUrl: string | null;
  /** Only for an API key: the id that its limits are counted under. All keys of a company share the limits of one user. */
  limitedAs?: string;
}

export const fullNameOf = (person: { firstName: string | null; lastName: string | null; username: string }): string =>
  [person.firstName, person.lastName].filter(Boolean).join(" ") || person.username;

export const hashToken = (token: string): Buffer => createHash("sha256").update(token).digest();
export const newToken = (): string => randomBytes(32).toString("base64url");

/** The client that sent the request, signed in or not. */
export interface Visitor {
  ipAddress: string;
  userAgent: string | undefined;
  /** The token of a browser in which somebody has signed in before, unverified. */
  deviceToken?: string | undefined;
}

export const openSession = async (
  { db }: PlatformScope,
  sessionKind: SessionKind,
  userId: string,
  visitor: Visitor,
  now: Date,
): Promise<{ token: string; expiresAt: Date }> => {
  const token = newToken();
  const expiresAt = new Date(now.getTime() + SESSION_LIMITS[sessionKind].total);
  await db.run(sql`
    insert into sessions (token_hash, session_kind, user_id, created_at, last_seen_at, expires_at, address, user_agent)
    values (${hashToken(token)}, ${sessionKind}, ${userId}, ${now}, ${now}, ${expiresAt}, ${visitor.ipAddress},
      ${visitor.userAgent?.slice(0, 300) ?? null})`);
  return { token, expiresAt };
};

interface Session {
  readonly tokenHash: Buffer;
  readonly user: SignedInUser;
  readonly seenAt: Date;
}

/** Finds a session without extending it: a screen that only listens for changes must not keep a session alive. */
export const findSession = async (
  { db }: PlatformScope,
  sessionKind: SessionKind,
  token: string,
  now: Date,
): Promise<Session | undefined> => {
  const tokenHash = hashToken(token);
  const idleCutoff = new Date(now.getTime() - SESSION_LIMITS[sessionKind].idle);
  const found = await db.row<SignedInUser & Pick<Session, "seenAt">>(
    prepared(sql`
    select s.id as "sessionId", s.last_seen_at as "seenAt", s.user_id as id, s.username, s.email,
      s.first_name as "firstName", s.last_name as "lastName", s.role, s.company_id as "companyId",
      s.profile_image_url as "profileImageUrl"
    from sessions_of_active_users s
    where s.token_hash = ${tokenHash} and s.session_kind = ${sessionKind} and s.expires_at > ${now} and s.last_seen_at > ${idleCutoff}`),
  );
  if (!found) return undefined;
  const { seenAt, ...user } = found;
  return { tokenHash, user: user, seenAt };
};

/** The session of a request, which extends it. */
export const findAndTouchSession = async (
  scope: PlatformScope,
  sessionKind: SessionKind,
  token: string,
  now: Date,
): Promise<Session | undefined> => {
  const session = await findSession(scope, sessionKind, token, now);
  if (session && now.getTime() - session.seenAt.getTime() > SEEN_PRECISION)
    await scope.db.run(sql`update sessions set last_seen_at = ${now} where token_hash = ${session.tokenHash}`);
  return session;
};

export const endSession = ({ db }: PlatformScope, sessionKind: SessionKind, token: string): Promise<number> =>
  db.run(sql`delete from sessions where token_hash = ${hashToken(token)} and session_kind = ${sessionKind}`);

/** Also ends sign-ins that wait for their second step: the password that they were given may no longer be valid. */
export const endSessionsOf = ({ db }: PlatformScope, userId: string, except?: string): Promise<number> =>
  db.run(sql`
    with ended_challenges as (delete from sign_in_challenges where user_id = ${userId})
    delete from sessions where user_id = ${userId} and id is distinct from ${except ?? null}::uuid`);

export const endSessionsOfCompany = ({ db }: PlatformScope, companyId: string): Promise<number> =>
  db.run(sql`delete from sessions s using users u where u.id = s.user_id and u.company_id = ${companyId}`);
