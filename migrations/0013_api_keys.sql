-- Keys with which other programs call the API for a company. Only the hash of a key is stored.
create table api_keys (
  company_id uuid not null references companies (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  name text not null,
  scope text not null check (scope in ('read', 'write')),
  token_hash bytea not null,
  -- The last four characters of the key, by which a user recognises it.
  token_ending text not null,
  created_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  primary key (company_id, id)
);
create index api_keys_token on api_keys (token_hash);
call protect_tenant_table('api_keys');
call keep_rows_on_erasure('api_keys', 'it is about users of the product, not about leads');
-- A key is looked up by its hash, before the company is known.
create policy platform on api_keys to usa_platform using (true) with check (true);
grant select, update (last_used_at) on api_keys to usa_platform;
