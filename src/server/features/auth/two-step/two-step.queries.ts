import type { PlatformScope } from "#platform/database/scope.ts";
import { sql } from "#platform/database/sql.ts";
import type { SessionKind } from "#platform/sessions.ts";

export interface TwoStep {
  /** Encrypted. Without `enabledAt` the secret was issued but not confirmed with a first code yet. */
  secret: string | null;
  enabledAt: Date | null;
  recoveryCodesLeft: number;
}

export const findTwoStep = ({ db }: PlatformScope, userId: string): Promise<TwoStep | undefined> =>
  db.row(sql`
    select u.two_step_secret_encrypted as secret, u.two_step_enabled_at as "enabledAt",
      (select count(*)::int from recovery_codes c where c.user_id = u.id and c.used_at is null) as "recoveryCodesLeft"
    from users u where u.id = ${userId}`);

/** False when two-step sign-in is on: a secret in use is not replaced. */
export const storeNewSecret = async ({ db }: PlatformScope, userId: string, encrypted: string): Promise<boolean> =>
  (await db.run(sql`
    update users set two_step_secret_encrypted = ${encrypted} where id = ${userId} and two_step_enabled_at is null`)) >
  0;

/** False when it is on already, or when another secret was issued meanwhile. */
export const turnOn = async (
  { db }: PlatformScope,
  userId: string,
  { secret, step, at }: { secret: string; step: number; at: Date },
): Promise<boolean> =>
  (await db.run(sql`
    update users set two_step_enabled_at = ${at}, totp_last_time_step = ${step}, updated_at = ${at}
    where id = ${userId} and two_step_enabled_at is null and two_step_secret_encrypted = ${secret}`)) > 0;

/** False when it was off. */
export const turnOff = async ({ db }: PlatformScope, userId: string, at: Date): Promise<boolean> => {
  await db.run(sql`delete from recovery_codes where user_id = ${userId}`);
  const changed = await db.run(sql`
    update users set two_step_secret_encrypted = null, two_step_enabled_at = null, totp_last_time_step = null,
      updated_at = ${at}
    where id = ${userId} and two_step_enabled_at is not null`);
  return changed > 0;
};

/** Marks the code and all earlier ones as used: of two requests with the same code, one succeeds. */
export const consumeTotpStep = async ({ db }: PlatformScope, userId: string, step: number): Promise<boolean> =>
  (await db.run(sql`
    update users set totp_last_time_step = ${step}
    where id = ${userId} and two_step_enabled_at is not null and coalesce(totp_last_time_step < ${step}, true)`)) > 0;

export const replaceRecoveryCodes = async (
  { db }: PlatformScope,
  userId: string,
  hashes: readonly Buffer[],
): Promise<void> => {
  await db.run(sql`delete from recovery_codes where user_id = ${userId}`);
  await db.run(sql`insert into recovery_codes (user_id, code_hash) select ${userId}, unnest(${hashes}::bytea[])`);
};

export const consumeRecoveryCode = async (
  { db }: PlatformScope,
  userId: string,
  hash: Buffer,
  at: Date,
): Promise<boolean> =>
  (await db.run(sql`
    update recovery_codes set used_at = ${at} where user_id = ${userId} and code_hash = ${hash} and used_at is null`)) >
  0;

export const insertChallenge = (
  { db }: PlatformScope,
  challenge: { tokenHash: Buffer; sessionKind: SessionKind; userId: string; expiresAt: Date },
): Promise<number> =>
  db.run(sql`
    insert into sign_in_challenges (token_hash, session_kind, user_id, expires_at)
    values (${challenge.tokenHash}, ${challenge.sessionKind}, ${challenge.userId}, ${challenge.expiresAt})`);

export const findChallenge = async (
  { db }: PlatformScope,
  sessionKind: SessionKind,
  tokenHash: Buffer,
  now: Date,
): Promise<string | undefined> => {
  const found = await db.row<{ userId: string }>(sql`
    select user_id as "userId" from sign_in_challenges
    where token_hash = ${tokenHash} and session_kind = ${sessionKind} and expires_at > ${now}`);
  return found?.userId;
};

/** Counts a wrong code, and deletes the challenge when it was the last one that is allowed. */
export const countWrongCode = async ({ db }: PlatformScope, tokenHash: Buffer, allowed: number): Promise<void> => {
  await db.run(
    sql`update sign_in_challenges set failed_attempts = failed_attempts + 1 where token_hash = ${tokenHash}`,
  );
  await db.run(sql`delete from sign_in_challenges where token_hash = ${tokenHash} and failed_attempts >= ${allowed}`);
};

export const deleteChallengesOf = ({ db }: PlatformScope, userId: string): Promise<number> =>
  db.run(sql`delete from sign_in_challenges where user_id = ${userId}`);

export const deleteChallenge = ({ db }: PlatformScope, tokenHash: Buffer): Promise<number> =>
  db.run(sql`delete from sign_in_challenges where token_hash = ${tokenHash}`);
