-- For parts without a due date: the number of days after approval on which each of the four is sent, in ascending order.
create function is_cadence(days integer[]) returns boolean immutable parallel safe
  return array_length(days, 1) = 4 and 0 <= days[1] and days[1] <= days[2] and days[2] <= days[3] and days[3] <= days[4]
    and days[4] <= 365;

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
  airtable_token_encrypted text,
  subscription_tier text not null default 'basic' check (subscription_tier in ('basic', 'professional', 'enterprise')),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  airtable_form_url text,
  hubspot_portal_url text,
  -- The account manager whose icebreakers the statistics page counts.
  statistics_person text not null default 'Frank',
  sync_interval_minutes integer not null default 5 check (sync_interval_minutes between 1 and 1440),
  workflow_urls jsonb not null default '{}',
  delivery_channel text not null default 'airtable' check (delivery_channel in ('airtable', 'webhook')),
  delivery_webhook_url text,
  delivery_secret_encrypted text,
  ai_base_url text,
  ai_model text,
  ai_key_encrypted text,
  cadence_days integer[] not null default '{0,3,7,14}' check (is_cadence(cadence_days))
);
create index companies_by_name on companies (lower(name collate "nl-x-icu"), id) where deleted_at is null;
create index companies_deleted on companies (deleted_at) where deleted_at is not null;
call protect_platform_table('companies');
call keep_rows_on_erasure('companies', 'it is about tenants, not about leads');
create policy own_company on companies for select to usa_tenant using (id = (select current_company()));
-- A company reads its own row without the encrypted secrets: only the worker decrypts those.
grant select (id, name, address, zip_code, city, vat_number, admin_email, logo_url, subscription_tier, is_active, created_at,
  updated_at, airtable_base_id, airtable_form_url, hubspot_portal_url, statistics_person, sync_interval_minutes, workflow_urls,
  delivery_channel, cadence_days) on companies to usa_tenant;
-- For purge_company, which runs as the owner; forced row-level security applies to the owner too.
create policy owner on companies to current_user using (true) with check (true);

-- Spans companies: people sign in before their company is known, and usernames are unique over the platform.
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
  two_step_secret_encrypted text,
  two_step_enabled_at timestamptz,
  -- A code is accepted once: its time step must be later than this one.
  totp_last_time_step bigint,
  check (company_id is not null or role = 'super_admin')
);
create index users_company on users (company_id);
call protect_platform_table('users');
call keep_rows_on_erasure('users', 'it is about users of the product, not about leads');
create policy own_company on users for select to usa_tenant using (company_id = (select current_company()));
grant select (id, company_id, username, email, first_name, last_name, role, is_active, profile_image_url, last_sign_in_at,
  created_at, updated_at) on users to usa_tenant;

-- Usernames and e-mail addresses in one table, so that nobody's username can be another's e-mail address.
create table sign_in_names (
  name text primary key,
  user_id uuid not null references users (id) on delete cascade
);
create index sign_in_names_user on sign_in_names (user_id);
call protect_platform_table('sign_in_names');
call keep_rows_on_erasure('sign_in_names', 'it is about users of the product, not about leads');
-- The trigger runs as the owner, to whom forced row-level security applies too.
create policy owner on sign_in_names to current_user using (true) with check (true);

create function update_sign_in_names() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from sign_in_names where user_id = new.id;
  insert into sign_in_names (name, user_id)
    select distinct lower(name), new.id from unnest(array[new.username, new.email]) as name where name is not null;
  return null;
end
$$;
create trigger update_sign_in_names after insert or update of username, email on users
  for each row execute function update_sign_in_names();

-- Only the hash of a token is stored: a leaked table is of no use to sign in.
create table sessions (
  token_hash bytea primary key,
  id uuid not null default gen_random_uuid(),
  session_kind text not null check (session_kind in ('main', 'admin')),
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  address text,
  user_agent text
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);
call protect_platform_table('sessions');
call keep_rows_on_erasure('sessions', 'it is about users of the product, not about leads');

-- A sign-in with the right password that still needs its second-step code. It is not a session and gives no access.
create table sign_in_challenges (
  token_hash bytea primary key,
  session_kind text not null check (session_kind in ('main', 'admin')),
  user_id uuid not null references users (id) on delete cascade,
  expires_at timestamptz not null
);
create index sign_in_challenges_user on sign_in_challenges (user_id);
call protect_platform_table('sign_in_challenges');
call keep_rows_on_erasure('sign_in_challenges', 'it is about users of the product, not about leads');

create table password_resets (
  token_hash bytea primary key,
  session_kind text not null check (session_kind in ('main', 'admin')),
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Set when the link was used or replaced by a newer one.
  invalidated_at timestamptz
);
create index password_resets_user on password_resets (user_id, created_at);
call protect_platform_table('password_resets');
call keep_rows_on_erasure('password_resets', 'it is about users of the product, not about leads');

create table sign_in_failures (
  id bigint generated always as identity primary key,
  account text not null,
  address text not null,
  failed_at timestamptz not null
);
create index sign_in_failures_account on sign_in_failures (account, address, failed_at);
create index sign_in_failures_address on sign_in_failures (address, failed_at);
call protect_platform_table('sign_in_failures');
call keep_rows_on_erasure('sign_in_failures', 'it is about users of the product, not about leads');

-- Recovery codes of the two-step sign-in, as hashes.
create table recovery_codes (
  user_id uuid not null references users (id) on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);
call protect_platform_table('recovery_codes');
call keep_rows_on_erasure('recovery_codes', 'it is about users of the product, not about leads');

create table platform_settings (
  only_row boolean primary key default true check (only_row),
  admin_two_step_required boolean not null default false
);
insert into platform_settings default values;
call protect_platform_table('platform_settings');
call keep_rows_on_erasure('platform_settings', 'it has one row for the whole platform');

-- Does not check expires_at and last_seen_at: the queries that read the view do.
create view sessions_of_active_users with (security_invoker = true) as
  select s.token_hash, s.id, s.session_kind, s.last_seen_at, s.expires_at, u.id as user_id, u.username, u.email, u.first_name,
    u.last_name, u.role, u.company_id, u.profile_image_url
  from sessions s
  join users u on u.id = s.user_id
  left join companies c on c.id = u.company_id
  where u.is_active and (u.company_id is null or (c.id is not null and c.deleted_at is null))
    and case when s.session_kind = 'admin'
      then u.role = 'super_admin'
        and (u.two_step_enabled_at is not null or not (select admin_two_step_required from platform_settings))
      else u.company_id is null or c.is_active end;
grant select on sessions_of_active_users to usa_platform;

-- Uploads in progress: a signed URL is valid for one file of one company, once.
create table uploads (
  company_id uuid not null references companies (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  object_key text not null,
  requested_by uuid not null,
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  uploaded_at timestamptz,
  -- When the file became the logo of the company.
  attached_at timestamptz,
  primary key (company_id, id),
  unique (company_id, object_key)
);
create index uploads_expiry on uploads (company_id, expires_at);
call protect_tenant_table('uploads');
call keep_rows_on_erasure('uploads', 'only logos are uploaded');
revoke delete on uploads from usa_tenant;
create policy platform on uploads to usa_platform using (true) with check (true);
grant select, insert, update, delete on uploads to usa_platform;
