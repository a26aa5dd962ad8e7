-- Single sign-on with OpenID Connect. These tables span companies, because a person signs in before the company is known.
create table sso_connections (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null unique references companies (id) on delete cascade,
  issuer text not null,
  client_id text not null,
  client_secret_encrypted text not null,
  -- Users of the company cannot sign in with a password. Does not apply to platform admins.
  sso_only boolean not null default false,
  -- The first sign-in of an unknown address creates a user.
  creates_users boolean not null default false,
  -- Of the last sign-in with this issuer and client: it proves that they work.
  last_sign_in_at timestamptz
);
call protect_platform_table('sso_connections');
call keep_rows_on_erasure('sso_connections', 'it is about companies, not about leads');

create table sso_domains (
  domain text primary key,
  company_id uuid not null references sso_connections (company_id) on delete cascade
);
create index sso_domains_company on sso_domains (company_id);
call protect_platform_table('sso_domains');
call keep_rows_on_erasure('sso_domains', 'it is about companies, not about leads');

-- Sign-ins that were sent to an issuer and have not come back. Each is used once.
create table sso_sign_ins (
  state_hash bytea primary key,
  -- Of the token that the browser keeps: a link that somebody else started is of no use.
  browser_hash bytea not null,
  company_id uuid not null references sso_connections (company_id) on delete cascade,
  nonce text not null,
  code_verifier text not null,
  expires_at timestamptz not null
);
create index sso_sign_ins_company on sso_sign_ins (company_id);
create index sso_sign_ins_expiry on sso_sign_ins (expires_at);
call protect_platform_table('sso_sign_ins');
call keep_rows_on_erasure('sso_sign_ins', 'it is about users of the product, not about leads');
