import type { SsoConnection } from "#contract/sso.ts";
import type { PlatformScope } from "#platform/database/scope.ts";
import { sql } from "#platform/database/sql.ts";
import { isoTime } from "#platform/database/sql-expressions.ts";

type ShownConnection = NonNullable<SsoConnection["connection"]>;

export const findConnection = ({ db }: PlatformScope, companyId: string): Promise<ShownConnection | undefined> =>
  db.row(sql`
    select issuer, client_id as "clientId", sso_only as "ssoOnly", creates_users as "createsUsers",
      array(select domain from sso_domains d where d.company_id = s.company_id order by domain) as domains,
      ${isoTime(sql`last_sign_in_at`)} as "lastSignInAt"
    from sso_connections s where company_id = ${companyId}`);

export interface StoredConnection {
  id: string;
  companyId: string;
  issuer: string;
  clientId: string;
  clientSecretEncrypted: string;
  createsUsers: boolean;
}

/** Of an active company. */
export const findStoredConnection = (
  { db }: PlatformScope,
  by: { companyId: string } | { domain: string },
): Promise<StoredConnection | undefined> =>
  db.row(sql`
    select s.id, s.company_id as "companyId", s.issuer, s.client_id as "clientId",
      s.client_secret_encrypted as "clientSecretEncrypted", s.creates_users as "createsUsers"
    from sso_connections s join companies c on c.id = s.company_id and c.is_active and c.deleted_at is null
    where ${
      "companyId" in by
        ? sql`s.company_id = ${by.companyId}`
        : sql`s.company_id = (select company_id from sso_domains where domain = ${by.domain})`
    }`);

/** Whether the company of a user refuses passwords. */
export const isSsoOnly = async ({ db }: PlatformScope, companyId: string | null): Promise<boolean> =>
  Boolean(await db.row(sql`select 1 from sso_connections where company_id = ${companyId} and sso_only`));

interface ConnectionValues extends Omit<ShownConnection, "lastSignInAt" | "domains"> {
  id: string;
  /** Undefined keeps the stored one. */
  clientSecretEncrypted: string | undefined;
}

/** Another issuer or client has not proven yet that it works. */
export const upsertConnection = ({ db }: PlatformScope, companyId: string, values: ConnectionValues): Promise<number> =>
  db.run(sql`
    insert into sso_connections as s (id, company_id, issuer, client_id, client_secret_encrypted, sso_only, creates_users)
    values (${values.id}, ${companyId}, ${values.issuer}, ${values.clientId}, ${values.clientSecretEncrypted ?? ""},
      ${values.ssoOnly}, ${values.createsUsers})
    on conflict (company_id) do update set issuer = excluded.issuer, client_id = excluded.client_id,
      client_secret_encrypted = coalesce(nullif(excluded.client_secret_encrypted, ''), s.client_secret_encrypted),
      sso_only = excluded.sso_only, creates_users = excluded.creates_users,
      last_sign_in_at = case when (s.issuer, s.client_id) = (excluded.issuer, excluded.client_id) then s.last_sign_in_at end`);

export const deleteConnection = ({ db }: PlatformScope, companyId: string): Promise<number> =>
  db.run(sql`delete from sso_connections where company_id = ${companyId}`);

/** Domains that another company has, or in which users of another company have their address. */
export const findTakenDomains = async (
  { db }: PlatformScope,
  companyId: string,
  domains: readonly string[],
): Promise<string[]> => {
  const found = await db.rows<{ domain: string }>(sql`
    select domain from sso_domains where domain = any (${domains}::text[]) and company_id <> ${companyId}
    union
    select lower(split_part(email, '@', 2)) from users
    where lower(split_part(email, '@', 2)) = any (${domains}::text[]) and company_id <> ${companyId}`);
  return found.map(({ domain }) => domain);
};

export const replaceDomains = async (
  { db }: PlatformScope,
  companyId: string,
  domains: readonly string[],
): Promise<void> => {
  await db.run(sql`delete from sso_domains where company_id = ${companyId}`);
  await db.run(sql`insert into sso_domains (domain, company_id) select unnest(${domains}::text[]), ${companyId}`);
};

interface PendingSignIn {
  stateHash: Buffer;
  browserHash: Buffer;
  companyId: string;
  nonce: string;
  codeVerifier: string;
  expiresAt: Date;
}

export const insertPending = ({ db }: PlatformScope, pending: PendingSignIn, now: Date): Promise<number> =>
  db.run(sql`
    with expired as (delete from sso_sign_ins where expires_at < ${now})
    insert into sso_sign_ins (state_hash, browser_hash, company_id, nonce, code_verifier, expires_at)
    values (${pending.stateHash}, ${pending.browserHash}, ${pending.companyId}, ${pending.nonce}, ${pending.codeVerifier},
      ${pending.expiresAt})`);

/** Deletes it, so that no response of an issuer is used twice. */
export const takePending = (
  { db }: PlatformScope,
  { stateHash, browserHash }: Pick<PendingSignIn, "stateHash" | "browserHash">,
  now: Date,
): Promise<Pick<PendingSignIn, "companyId" | "nonce" | "codeVerifier"> | undefined> =>
  db.row(sql`
    delete from sso_sign_ins where state_hash = ${stateHash} and browser_hash = ${browserHash} and expires_at > ${now}
    returning company_id as "companyId", nonce, code_verifier as "codeVerifier"`);

export const hasDomain = async ({ db }: PlatformScope, companyId: string, domain: string): Promise<boolean> =>
  Boolean(await db.row(sql`select 1 from sso_domains where domain = ${domain} and company_id = ${companyId}`));

export const markConnectionUsed = ({ db }: PlatformScope, companyId: string, at: Date): Promise<number> =>
  db.run(sql`update sso_connections set last_sign_in_at = ${at} where company_id = ${companyId}`);

interface FirstSignIn {
  email: string;
  firstName: string | null;
  lastName: string | null;
  companyId: string;
  passwordHash: string;
}

export const insertSsoUser = async ({ db }: PlatformScope, user: FirstSignIn, at: Date): Promise<string> => {
  const inserted = await db.row<{ id: string }>(sql`
    insert into users (username, email, first_name, last_name, company_id, role, password_hash, created_at, updated_at)
    values (${user.email}, ${user.email}, ${user.firstName}, ${user.lastName}, ${user.companyId}, 'user',
      ${user.passwordHash}, ${at}, ${at}) returning id`);
  if (!inserted) throw new Error("an insert returned no row");
  return inserted.id;
};
