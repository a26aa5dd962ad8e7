create table companies (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  address text,
  zip_code text,
  city text,
  vat_number text,
  admin_email text,
  logo_url text,
  airtable_base_id text,
  airtable_token_sealed text,
  subscription_tier text not null default 'basic' check (subscription_tier in ('basic', 'professional', 'enterprise')),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);

-- Users sign in before their company is known, and names are unique over the platform: this table spans tenants.
create table users (
  id uuid primary key default gen_random_uuid(),
  company_id uuid references companies (id) on delete cascade,
  username text not null,
  email text,
  first_name text,
  last_name text,
  role text not null default 'user' check (role in ('user', 'account_manager', 'company_admin', 'super_admin')),
  is_active boolean not null default true,
  password_hash text not null,
  profile_image_url text,
  last_sign_in_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (company_id is not null or role = 'super_admin')
);
create index users_company on users (company_id);

-- What a person may type to sign in. One table for usernames and e-mail addresses, so that neither can be the other's.
create table sign_in_names (
  name text primary key,
  user_id uuid not null references users (id) on delete cascade
);
create index sign_in_names_user on sign_in_names (user_id);

create function keep_sign_in_names() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from sign_in_names where user_id = new.id;
  insert into sign_in_names (name, user_id)
    select distinct lower(name), new.id from unnest(array[new.username, new.email]) as name where name is not null;
  return null;
end
$$;
create trigger keep_sign_in_names after insert or update of username, email on users
  for each row execute function keep_sign_in_names();

-- Only the hash of a session's token is kept: who reads the table cannot sign in with it.
create table sessions (
  token_hash bytea primary key,
  id uuid not null default gen_random_uuid(),
  side text not null check (side in ('main', 'admin')),
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  address text,
  user_agent text
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);

create table password_resets (
  token_hash bytea primary key,
  side text not null check (side in ('main', 'admin')),
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index password_resets_user on password_resets (user_id, created_at);

create table sign_in_failures (
  id bigint generated always as identity primary key,
  account text not null,
  address text not null,
  failed_at timestamptz not null
);
create index sign_in_failures_account on sign_in_failures (account, address, failed_at);
create index sign_in_failures_address on sign_in_failures (address, failed_at);

-- Identity is the platform's; a tenant sees its own company and colleagues, and never a password hash.
do $$
declare
  name text;
begin
  foreach name in array array['companies', 'users', 'sign_in_names', 'sessions', 'password_resets', 'sign_in_failures'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy platform on %I to usa_platform using (true) with check (true)', name);
    execute format('grant select, insert, update, delete on %I to usa_platform', name);
  end loop;
end
$$;

-- The trigger runs as the owner, who is bound by row-level security like everybody else.
create policy owner on sign_in_names to current_user using (true) with check (true);

create policy own_company on companies for select to usa_tenant using (id = (select current_company()));
create policy own_company on users for select to usa_tenant using (company_id = (select current_company()));
grant select on companies to usa_tenant;
grant select (id, company_id, username, email, first_name, last_name, role, is_active, profile_image_url, last_sign_in_at,
  created_at, updated_at) on users to usa_tenant;

grant select on schema_migrations to usa_tenant, usa_platform, usa_worker;
