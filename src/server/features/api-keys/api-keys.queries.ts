import type { ApiKey } from "#contract/api-keys.ts";
import type { Scope } from "#platform/database/scope.ts";
import { type Sql, sql } from "#platform/database/sql.ts";
import { isoTime } from "#platform/database/sql-expressions.ts";

const LIST_LIMIT = 100;

const columns = (now: Date): Sql => sql`
  id, name, scope, token_ending as "tokenEnding", created_by as "createdBy", ${isoTime(sql`created_at`)} as "createdAt",
  ${isoTime(sql`expires_at`)} as "expiresAt", ${isoTime(sql`last_used_at`)} as "lastUsedAt",
  created_by_id is not null and not exists (
    select from users u where u.company_id = api_keys.company_id and u.id = created_by_id and u.is_active) as "creatorHasLeft",
  case when revoked_at is not null then 'revoked' when expires_at <= ${now}::timestamptz then 'expired' else 'active' end as status`;

/** Active keys first. */
export const findApiKeys = ({ db, companyId }: Scope, now: Date): Promise<ApiKey[]> =>
  db.rows(sql`
    select ${columns(now)} from api_keys where company_id = ${companyId}
    order by revoked_at is null and expires_at > ${now} desc, created_at desc, id limit ${LIST_LIMIT}`);

/** Until the transaction ends: keys that are created at the same moment would not count each other. */
export const lockApiKeys = ({ db, companyId }: Scope): Promise<number> =>
  db.run(sql`select pg_advisory_xact_lock(hashtextextended(${`api keys ${companyId}`}, 0))`);

export const countActiveApiKeys = async ({ db, companyId }: Scope, now: Date): Promise<number> => {
  const found = await db.row<{ count: number }>(sql`
    select count(*)::integer as count from api_keys
    where company_id = ${companyId} and revoked_at is null and expires_at > ${now}`);
  return found?.count ?? 0;
};

interface StoredApiKey extends Pick<ApiKey, "name" | "scope" | "tokenEnding"> {
  tokenHash: Buffer;
  createdAt: Date;
  expiresAt: Date;
}

export const insertApiKey = async ({ db, companyId, actor }: Scope, key: StoredApiKey): Promise<ApiKey> => {
  const inserted = await db.row<ApiKey>(sql`
    insert into api_keys (company_id, name, scope, token_hash, token_ending, created_by, created_by_id, created_at, expires_at)
    values (${companyId}, ${key.name}, ${key.scope}, ${key.tokenHash}, ${key.tokenEnding}, ${actor.name}, ${actor.id},
      ${key.createdAt}, ${key.expiresAt})
    returning ${columns(key.createdAt)}`);
  if (!inserted) throw new Error("an insert returned no row");
  return inserted;
};

export const findApiKey = ({ db, companyId }: Scope, id: string, now: Date): Promise<ApiKey | undefined> =>
  db.row(sql`select ${columns(now)} from api_keys where company_id = ${companyId} and id = ${id}`);

/** Undefined when there is no such key, or it was revoked before. */
export const revokeApiKey = ({ db, companyId }: Scope, id: string, now: Date): Promise<ApiKey | undefined> =>
  db.row(sql`
    update api_keys set revoked_at = ${now} where company_id = ${companyId} and id = ${id} and revoked_at is null
    returning ${columns(now)}`);
