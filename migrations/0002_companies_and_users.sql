-- When the four parts of a message are sent if they have no due date: in days after approval, in ascending order. If the first
-- part is sent on another day, the days of the others are counted from there.
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
  -- As last seen in Airtable. Null while it is not known.
  airtable_base_name text,
  airtable_token_encrypted text,
  subscription_tier text not null default 'basic' check (subscription_tier in ('basic', 'professional', 'enterprise')),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  -- A new company has a checklist, until its steps are done or a company admin hides it.
  onboarding_ended_at timestamptz,
  airtable_form_url text,
  hubspot_portal_url text,
  -- The account manager whose invitations and icebreakers Management counts. Null: the first sender, see statistics_person (0007).
  statistics_person text,
  sync_interval_minutes integer not null default 5 check (sync_interval_minutes between 1 and 1440),
  workflow_urls jsonb not null default '{}',
  cadence_days integer[] not null default '{0,3,7,14}' check (is_cadence(cadence_days)),
  delivery_channel text not null default 'airtable' check (delivery_channel in ('airtable', 'webhook', 'linkedin')),
  -- Set when the delivery channel changes, and cleared when the queued parts that may move are on the new channel.
  channel_switched_at timestamptz,
  delivery_webhook_url text,
  -- For the company itself, which cannot read the address: it may contain a secret.
  has_delivery_webhook boolean not null generated always as (delivery_webhook_url is not null) stored,
  delivery_secret_encrypted text,
  unipile_url text,
  unipile_key_encrypted text,
  -- After how many days an invitation without a response is withdrawn: many pending ones make a block by LinkedIn likelier.
  withdraw_invitations_after integer not null default 21 check (withdraw_invitations_after between 7 and 90),
  -- airtable: the company's own automation writes. builtin: we do, with the company's language model.
  writer text not null default 'airtable' check (writer in ('airtable', 'builtin')),
  ai_base_url text,
  ai_model text,
  ai_key_encrypted text,
  -- How the model's API is asked for JSON. Null: not known yet for this address and model.
  ai_structured_output text check (ai_structured_output in ('schema', 'json_object', 'text')),
  -- The number of drafts a day that are written without a request.
  ai_daily_drafts integer not null default 0 check (ai_daily_drafts between 0 and 500),
  ai_daily_tokens integer not null default 300000 check (ai_daily_tokens between 1000 and 50000000),
  -- Who agreed that data goes to the provider of the model, and when.
  ai_confirmed_by text,
  ai_confirmed_at timestamptz
);
create index companies_by_name on companies (lower(name collate "nl-x-icu"), id) where deleted_at is null;
create index companies_deleted on companies (deleted_at) where deleted_at is not null;
call protect_platform_table('companies');
call keep_rows_on_erasure('companies', 'it is about tenants, not about leads');
create policy own_company on companies for select to usa_tenant using (id = (select current_company()));
-- A company reads its own row without the encrypted secrets: those are read with the platform role.
grant select (id, name, address, zip_code, city, vat_number, admin_email, logo_url, subscription_tier, is_active, created_at,
  updated_at, airtable_base_id, airtable_form_url, hubspot_portal_url, statistics_person, sync_interval_minutes, workflow_urls,
  delivery_channel, channel_switched_at, cadence_days, writer, ai_daily_drafts, ai_daily_tokens, withdraw_invitations_after,
  onboarding_ended_at, has_delivery_webhook) on companies to usa_tenant;
-- For purge_company, which runs as the owner; forced row-level security applies to the owner too.
create policy owner on companies to current_user using (true) with check (true);

create function note_channel_switch() returns trigger language plpgsql as $$
begin
  -- In milliseconds: JavaScript has no smaller unit, and the job clears exactly this value.
  new.channel_switched_at := date_trunc('milliseconds', clock_timestamp());
  return new;
end
$$;
create trigger note_channel_switch before update on companies for each row
  when (old.delivery_channel is distinct from new.delivery_channel) execute function note_channel_switch();

create function forget_structured_output() returns trigger language plpgsql as $$
begin
  new.ai_structured_output := null;
  return new;
end
$$;
create trigger forget_structured_output before update on companies for each row
  when ((old.ai_base_url, old.ai_model) is distinct from (new.ai_base_url, new.ai_model)
    and old.ai_structured_output is not distinct from new.ai_structured_output)
  execute function forget_structured_output();

-- Spans companies: people sign in before their company is known, and usernames are unique over the platform.
create table users (
  id uuid primary key default gen_random_uuid(),
  company_id uuid references companies (id) on delete cascade,
  username text not null,
  email text,
  first_name text,
  last_name text,
  -- The user changed their own name. A user sees the private meetings of an owner with the same name, but not with a name that
  -- they chose themselves.
  has_chosen_name boolean not null default false,
  role text not null default 'user' check (role in ('user', 'account_manager', 'company_admin', 'super_admin')),
  is_active boolean not null default true,
  password_hash text not null,
  profile_image_url text,
  -- Whether the user gets the results of the past week by mail, on Monday.
  wants_weekly_mail boolean not null default false,
  -- When the user was last invited by mail. Until their first sign-in the invitation is open: it can be sent again or withdrawn.
  invitation_sent_at timestamptz,
  -- Invited by a company admin and not accepted yet. Until then the user has no sign-in names, so that an invitation reserves the
  -- address in its own company only: of several companies that invite somebody, the first one whose invitation is accepted has
  -- the user. The inviter must not learn that another has, so the user stays in the list like everybody else.
  awaits_acceptance boolean not null default false,
  last_sign_in_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  two_step_secret_encrypted text,
  two_step_enabled_at timestamptz,
  -- From this moment the admin panel asks a platform admin for the second factor: a week after they became one.
  two_step_due_at timestamptz,
  -- A code is accepted once: its time step must be later than this one.
  totp_last_time_step bigint,
  -- Set when a user becomes a platform admin, whose password must be longer: the next sign-in checks the password.
  password_renewal_due boolean not null default false,
  check (company_id is not null or role = 'super_admin')
);
create index users_company on users (company_id);
call protect_platform_table('users');
call keep_rows_on_erasure('users', 'it is about users of the product, not about leads');
create policy own_company on users for select to usa_tenant using (company_id = (select current_company()));
grant select (id, company_id, username, email, first_name, last_name, has_chosen_name, role, is_active, profile_image_url,
  invitation_sent_at, last_sign_in_at, wants_weekly_mail, created_at, updated_at) on users to usa_tenant;

create function set_two_step_due() returns trigger language plpgsql as $$
begin
  if new.role <> 'super_admin' then
    new.two_step_due_at := null;
  elsif tg_op = 'INSERT' or old.role <> 'super_admin' then
    new.two_step_due_at := coalesce(new.two_step_due_at, now() + interval '7 days');
  end if;
  return new;
end
$$;
create trigger set_two_step_due before insert or update of role on users
  for each row execute function set_two_step_due();

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

-- The form in which names are compared: without case, and with compatibility characters (full-width letters, ligatures)
-- replaced by the letters that they look like, so that nobody can take a name that reads as another user's.
create function sign_in_name(name text) returns text
  language sql immutable parallel safe
  return lower(normalize(name, NFKC));
-- To find the invitations of an address that has no sign-in names yet.
create index users_awaiting_acceptance on users (sign_in_name(email)) where awaits_acceptance;

create function update_sign_in_names() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from sign_in_names where user_id = new.id;
  insert into sign_in_names (name, user_id)
    select distinct sign_in_name(name), new.id from unnest(array[new.username, new.email]) as name
    where name is not null and not new.awaits_acceptance;
  return null;
end
$$;
create trigger update_sign_in_names after insert or update of username, email, awaits_acceptance on users
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
  expires_at timestamptz not null,
  -- Wrong codes that were sent for this challenge: after a few of them it is deleted.
  failed_attempts integer not null default 0
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
  invalidated_at timestamptz,
  -- The name of the user who invited the owner of the link; null for a link that the owner asked for.
  invited_by text
);
create index password_resets_user on password_resets (user_id, created_at);
call protect_platform_table('password_resets');
call keep_rows_on_erasure('password_resets', 'it is about users of the product, not about leads');

-- Requests for a password reset, to limit them per IP address.
create table reset_requests (
  id bigint generated always as identity primary key,
  address text not null,
  requested_at timestamptz not null
);
create index reset_requests_address on reset_requests (address, requested_at);
call protect_platform_table('reset_requests');
call keep_rows_on_erasure('reset_requests', 'it is about users of the product, not about leads');

-- Running exports and those of the last minutes, to limit them per user over all processes.
create table export_slots (
  id uuid primary key default gen_random_uuid(),
  -- A user, or a company for its API keys.
  owner_id uuid not null,
  started_at timestamptz not null,
  -- Moved on while the export runs: a process that dies does not end its exports.
  expires_at timestamptz not null
);
create index export_slots_owner on export_slots (owner_id, started_at);
create index export_slots_start on export_slots (started_at);
call protect_platform_table('export_slots');
call keep_rows_on_erasure('export_slots', 'it is about users of the product, not about leads');

-- New e-mail addresses that wait until the link that was mailed to them is opened.
create table email_changes (
  token_hash bytea primary key,
  user_id uuid not null references users (id) on delete cascade,
  email text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Set when the link was used or replaced by a newer one.
  invalidated_at timestamptz
);
create index email_changes_user on email_changes (user_id, created_at);
call protect_platform_table('email_changes');
call keep_rows_on_erasure('email_changes', 'it is about users of the product, not about leads');

create table sign_in_failures (
  id bigint generated always as identity primary key,
  account text not null,
  address text not null,
  failed_at timestamptz not null,
  -- Set on the oldest failure of a block when the block was recorded in the audit log, so that a flood of refused attempts is
  -- one entry.
  refusal_recorded_at timestamptz
);
create index sign_in_failures_account on sign_in_failures (account, address, failed_at);
create index sign_in_failures_address on sign_in_failures (address, failed_at);
call protect_platform_table('sign_in_failures');
call keep_rows_on_erasure('sign_in_failures', 'it is about users of the product, not about leads');

-- When the next attempt on a name that is under attack may be made. Each delayed attempt moves it on, whatever process serves it.
create table sign_in_turns (
  account text primary key,
  next_at timestamptz not null
);
create index sign_in_turns_expiry on sign_in_turns (next_at);
call protect_platform_table('sign_in_turns');
call keep_rows_on_erasure('sign_in_turns', 'it is about users of the product, not about leads');

-- Browsers in which a user has signed in: they are exempt from the slowdown of an account that is under attack.
create table known_devices (
  token_hash bytea not null,
  user_id uuid not null references users (id) on delete cascade,
  last_sign_in_at timestamptz not null,
  primary key (token_hash, user_id)
);
create index known_devices_user on known_devices (user_id);
call protect_platform_table('known_devices');
call keep_rows_on_erasure('known_devices', 'it is about users of the product, not about leads');

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
  -- The last sign-in with this issuer and client. Not null: they work.
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
  -- Hash of a token in a cookie: a sign-in can only be finished in the browser in which it was started.
  browser_hash bytea not null,
  company_id uuid not null references sso_connections (company_id) on delete cascade,
  nonce text not null,
  code_verifier text not null,
  expires_at timestamptz not null,
  -- Sign-ins that are started and not finished are limited per IP address.
  address text not null default ''
);
create index sso_sign_ins_company on sso_sign_ins (company_id);
create index sso_sign_ins_expiry on sso_sign_ins (expires_at);
create index sso_sign_ins_address on sso_sign_ins (address);
call protect_platform_table('sso_sign_ins');
call keep_rows_on_erasure('sso_sign_ins', 'it is about users of the product, not about leads');

-- Which account at an issuer belongs to which user. An e-mail address may pass to another person; the subject of an
-- issuer never does.
create table sso_identities (
  company_id uuid not null references sso_connections (company_id) on delete cascade,
  issuer text not null,
  subject text not null,
  user_id uuid not null references users (id) on delete cascade,
  primary key (company_id, issuer, subject),
  unique (user_id, issuer)
);
call protect_platform_table('sso_identities');
call keep_rows_on_erasure('sso_identities', 'it is about users of the product, not about leads');

-- The account may be somebody else's from now on.
create function forget_sso_identity() returns trigger language plpgsql as $$
begin
  delete from sso_identities where user_id = new.id;
  return null;
end
$$;
create trigger forget_sso_identity after update of email, company_id, is_active on users for each row
  when ((old.email, old.company_id) is distinct from (new.email, new.company_id) or (new.is_active and not old.is_active))
  execute function forget_sso_identity();

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
