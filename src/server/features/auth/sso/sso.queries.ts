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

/** Undefined for a company that is inactive or deleted. */
export const findStoredConnection = (
  { db }: PlatformScope,
  key: { companyId: string } | { domain: string },
): Promise<StoredConnection | undefined> =>
  db.row(sql`
    select s.id, s.company_id as "companyId", s.issuer, s.client_id as "clientId",
      s.client_secret_encrypted as "clientSecretEncrypted", s.creates_users as "createsUsers"
    from sso_connections s join companies c on c.id = s.company_id and c.is_active and c.deleted_at is null
    where ${
      "companyId" in key
        ? sql`s.company_id = ${key.companyId}`
        : sql`s.company_id = (select company_id from sso_domains where domain = ${key.domain})`
    }`);

/** Whether the company of a user refuses passwords. */
export const isSsoOnly = async ({ db }: PlatformScope, companyId: string | null): Promise<boolean> =>
  Boolean(await db.row(sql`select 1 from sso_connections where company_id = ${companyId} and sso_only`));

/** Ends the sessions and unfinished sign-ins of a company's users, except a platform admin's and the given session. */
export const endPasswordAccess = ({ db }: PlatformScope, companyId: string, exceptSession: string): Promise<number> =>
  db.run(sql`
    with people as (select id from users where company_id = ${companyId} and role <> 'super_admin'),
      ended_challenges as (delete from sign_in_challenges where user_id in (select id from people))
    delete from sessions where user_id in (select id from people) and id <> ${exceptSession}`);

interface ConnectionValues extends Omit<ShownConnection, "lastSignInAt" | "domains"> {
  id: string;
  /** Undefined keeps the stored one. */
  clientSecretEncrypted: string | undefined;
}

/** The active company admins who can sign in, to inform them by mail. */
export const findAdmins = ({ db }: PlatformScope, companyId: string): Promise<{ email: string; name: string }[]> =>
  db.rows(sql`
    select email, coalesce(nullif(btrim(concat_ws(' ', first_name, last_name)), ''), username) as name from users
    where company_id = ${companyId} and role = 'company_admin' and is_active and not awaits_acceptance and email is not null
    order by id limit 50`);

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

/** Serialises the changes of a company's connection until the transaction ends. */
export const lockConnection = ({ db }: PlatformScope, companyId: string): Promise<number> =>
  db.run(sql`select from companies where id = ${companyId} for no key update`);

/** Domains that another company has, or in which users of another company have their address. */
export const findTakenDomains = async (
  { db }: PlatformScope,
  companyId: string,
  domains: readonly string[],
): Promise<string[]> => {
  const found = await db.rows<{ domain: string }>(sql`
    select domain from sso_domains where domain = any (${domains}::text[]) and company_id <> ${companyId}
    union
    select lower(split_part(email, '@', -1)) from users
    where lower(split_part(email, '@', -1)) = any (${domains}::text[]) and company_id <> ${companyId} and not awaits_acceptance`);
  return found.map(({ domain }) => domain);
};

/**
 * Domains in which no user of the company has an address that was confirmed by a link or entered by a platform admin. An open
 * invitation proves nothing: a company admin may have typed any address.
 */
export const findUnprovenDomains = async (
  { db }: PlatformScope,
  companyId: string,
  domains: readonly string[],
): Promise<string[]> => {
  const found = await db.rows<{ domain: string }>(sql`
    select domain from unnest(${domains}::text[]) as domain
    where not exists (
      select from users u
      where u.company_id = ${companyId} and not u.awaits_acceptance and lower(split_part(u.email, '@', -1)) = domain.domain)`);
  return found.map(({ domain }) => domain);
};

/** How often a company has changed its domains, or was refused one, since a moment. */
export const countDomainChanges = async ({ db }: PlatformScope, companyId: string, since: Date): Promise<number> => {
  const found = await db.row<{ count: number }>(sql`
    select count(*)::int as count from audit_log
    where company_id = ${companyId} and at > ${since}
      and (action = 'sso.domain_refused' or (action = 'sso.updated' and after ? 'domains'))`);
  return found?.count ?? 0;
};

/** Whether another company signs in with this domain. */
export const isDomainOfAnother = async (
  { db }: PlatformScope,
  domain: string,
  companyId: string | null,
): Promise<boolean> =>
  Boolean(
    await db.row(sql`
      select 1 from sso_domains where domain = ${domain} and company_id is distinct from ${companyId}::uuid`),
  );

export const replaceDomains = async (
  { db }: PlatformScope,
  companyId: string,
  domains: readonly string[],
): Promise<void> => {
  await db.run(sql`delete from sso_domains where company_id = ${companyId}`);
  await db.run(sql`insert into sso_domains (domain, company_id) select unnest(${domains}::text[]), ${companyId}`);
};

export interface PendingSignIn {
  stateHash: Buffer;
  browserHash: Buffer;
  companyId: string;
  /** The IP address, as `addressKey` groups it for the rate limits. */
  address: string;
  nonce: string;
  codeVerifier: string;
  expiresAt: Date;
}

export const insertPending = ({ db }: PlatformScope, pending: PendingSignIn, now: Date): Promise<number> =>
  db.run(sql`
    with expired as (delete from sso_sign_ins where expires_at < ${now})
    insert into sso_sign_ins (state_hash, browser_hash, company_id, address, nonce, code_verifier, expires_at)
    values (${pending.stateHash}, ${pending.browserHash}, ${pending.companyId}, ${pending.address}, ${pending.nonce},
      ${pending.codeVerifier}, ${pending.expiresAt})`);

/** Until the end of the transaction, so that concurrent starts of an address are counted. */
export const lockPending = ({ db }: PlatformScope, address: string): Promise<number> =>
  db.run(sql`select pg_advisory_xact_lock(hashtextextended(${`sso ${address}`}, 0))`);

/** How many sign-ins this address has started and not finished. */
export const countPending = async ({ db }: PlatformScope, address: string, now: Date): Promise<number> => {
  const found = await db.row<{ count: number }>(sql`
    select count(*)::integer as count from sso_sign_ins where address = ${address} and expires_at > ${now}`);
  return found?.count ?? 0;
};

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

type Issuer = Pick<StoredConnection, "companyId" | "issuer">;

export const findLinkedUser = async (
  { db }: PlatformScope,
  { companyId, issuer }: Issuer,
  subject: string,
): Promise<string | undefined> => {
  const found = await db.row<{ id: string }>(sql`
    select user_id as id from sso_identities
    where company_id = ${companyId} and issuer = ${issuer} and subject = ${subject}`);
  return found?.id;
};

/** False when the user belongs to another subject of this issuer. */
export const linkIdentity = async (
  { db }: PlatformScope,
  { companyId, issuer }: Issuer,
  subject: string,
  userId: string,
): Promise<boolean> =>
  (await db.run(sql`
    insert into sso_identities (company_id, issuer, subject, user_id)
    values (${companyId}, ${issuer}, ${subject}, ${userId}) on conflict do nothing`)) > 0;

export const markConnectionUsed = ({ db }: PlatformScope, companyId: string, at: Date): Promise<number> =>
  db.run(sql`update sso_connections set last_sign_in_at = ${at} where company_id = ${companyId}`);

interface FirstSignIn {
  username: string;
  email: string;
  firstName: string | null;
  lastName: string | null;
  companyId: string;
  passwordHash: string;
}

export const insertSsoUser = async ({ db }: PlatformScope, user: FirstSignIn, at: Date): Promise<string> => {
  const inserted = await db.row<{ id: string }>(sql`
    insert into users (username, email, first_name, last_name, company_id, role, password_hash, created_at, updated_at)
    values (${user.username}, ${user.email}, ${user.firstName}, ${user.lastName}, ${user.companyId}, 'user',
      ${user.passwordHash}, ${at}, ${at}) returning id`);
  if (!inserted) throw new Error("an insert returned no row");
  return inserted.id;
};
