import type { PlatformScope } from "#platform/database/scope.ts";
import { sql } from "#platform/database/sql.ts";

/** False when the account belongs to another company. */
export const bindAccount = async (
  { db }: PlatformScope,
  companyId: string,
  gateway: string,
  gatewayAccountId: string,
): Promise<boolean> => {
  await db.run(sql`
    insert into linkedin_bindings (gateway, gateway_account_id, company_id)
    values (${gateway}, ${gatewayAccountId}, ${companyId})
    on conflict do nothing`);
  const found = await db.row(sql`
    select from linkedin_bindings
    where gateway = ${gateway} and gateway_account_id = ${gatewayAccountId} and company_id = ${companyId}`);
  return found !== undefined;
};

export const unbindAccount = ({ db }: PlatformScope, companyId: string, gatewayAccountId: string): Promise<number> =>
  db.run(sql`
    delete from linkedin_bindings where company_id = ${companyId} and gateway_account_id = ${gatewayAccountId}`);

/** Which of these accounts already belong to a company. */
export const findBoundIds = async (
  { db }: PlatformScope,
  gateway: string,
  gatewayAccountIds: readonly string[],
): Promise<string[]> => {
  const found = await db.rows<{ id: string }>(sql`
    select gateway_account_id as id from linkedin_bindings
    where gateway = ${gateway} and gateway_account_id = any (${gatewayAccountIds}::text[])`);
  return found.map(({ id }) => id);
};

export const insertConnectionAttempt = (
  { db }: PlatformScope,
  {
    tokenHash,
    companyId,
    senderId,
    expiresAt,
  }: { tokenHash: Buffer; companyId: string; senderId: string; expiresAt: Date },
): Promise<number> =>
  db.run(sql`
    with expired as (delete from linkedin_connection_attempts where company_id = ${companyId} and expires_at < now())
    insert into linkedin_connection_attempts (token_hash, company_id, sender_id, expires_at)
    values (${tokenHash}, ${companyId}, ${senderId}, ${expiresAt})`);

/** Deletes the token: it works once. */
export const takeConnectionAttempt = (
  { db }: PlatformScope,
  tokenHash: Buffer,
  now: Date,
): Promise<{ companyId: string; senderId: string } | undefined> =>
  db.row(sql`
    delete from linkedin_connection_attempts where token_hash = ${tokenHash} and expires_at > ${now}
    returning company_id as "companyId", sender_id as "senderId"`);

export const findHook = ({ db }: PlatformScope, companyId: string): Promise<{ hookIds: string[] } | undefined> =>
  db.row(sql`select hook_ids as "hookIds" from linkedin_hooks where company_id = ${companyId}`);

export const storeHook = (
  { db }: PlatformScope,
  companyId: string,
  hook: { tokenHash: Buffer; gateway: string; hookIds: string[] },
  at: Date,
): Promise<number> =>
  db.run(sql`
    insert into linkedin_hooks (company_id, token_hash, gateway, hook_ids, created_at)
    values (${companyId}, ${hook.tokenHash}, ${hook.gateway}, ${hook.hookIds}, ${at})
    on conflict (company_id) do update set token_hash = excluded.token_hash, gateway = excluded.gateway,
      hook_ids = excluded.hook_ids, retry_at = null, created_at = excluded.created_at`);

/**
 * True when the caller may register the webhooks at this gateway now; until `retryAt`, no other process gets true. Webhooks of an earlier
 * gateway stay stored until `storeHook`. `unusedHash` fills a column that cannot be empty.
 */
export const claimHookRegistration = async (
  { db }: PlatformScope,
  companyId: string,
  { gateway, unusedHash, retryAt, at }: { gateway: string; unusedHash: Buffer; retryAt: Date; at: Date },
): Promise<boolean> => {
  const claimed = await db.run(sql`
    insert into linkedin_hooks as h (company_id, token_hash, gateway, hook_ids, retry_at, created_at)
    values (${companyId}, ${unusedHash}, '', '{}', ${retryAt}, ${at})
    on conflict (company_id) do update set retry_at = excluded.retry_at
      where h.gateway <> ${gateway} and (h.retry_at is null or h.retry_at <= ${at})`);
  return claimed > 0;
};

/** The company of a webhook's token. */
export const findHookCompany = async ({ db }: PlatformScope, tokenHash: Buffer): Promise<string | undefined> => {
  const found = await db.row<{ id: string }>(sql`
    select h.company_id as id from linkedin_hooks h join companies c on c.id = h.company_id
    where h.token_hash = ${tokenHash} and c.is_active and c.deleted_at is null`);
  return found?.id;
};
