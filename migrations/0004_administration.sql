-- What a company has beside its own details: the connections to the outside world, set by the platform.
alter table companies
  add column airtable_form_url text,
  add column hubspot_portal_url text,
  add column statistics_person text not null default 'Frank',
  add column sync_interval_minutes integer not null default 5 check (sync_interval_minutes between 1 and 1440),
  add column workflow_urls jsonb not null default '{}',
  add column delivery_channel text not null default 'airtable' check (delivery_channel in ('airtable', 'webhook')),
  add column delivery_webhook_url text,
  add column delivery_secret_sealed text,
  add column ai_base_url text,
  add column ai_model text,
  add column ai_key_sealed text;
create index companies_by_name on companies (lower(name collate "nl-x-icu"), id) where deleted_at is null;
create index companies_deleted on companies (deleted_at) where deleted_at is not null;

-- A tenant sees its own company, but no sealed secret: those are opened by the worker alone.
revoke select on companies from usa_tenant;
grant select (id, name, address, zip_code, city, vat_number, admin_email, logo_url, subscription_tier, is_active, created_at,
  updated_at, airtable_base_id, airtable_form_url, hubspot_portal_url, statistics_person, sync_interval_minutes, workflow_urls,
  delivery_channel) on companies to usa_tenant;

-- Uploads under way: a signed address is good for one file of one company, once.
create table uploads (
  company_id uuid not null references companies (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  object_key text not null,
  requested_by uuid not null,
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  uploaded_at timestamptz,
  linked_at timestamptz,
  primary key (company_id, id),
  unique (company_id, object_key)
);
create index uploads_expiry on uploads (company_id, expires_at);
alter table uploads enable row level security;
alter table uploads force row level security;
create policy tenant on uploads to usa_tenant
  using (company_id = (select current_company())) with check (company_id = (select current_company()));
create policy platform on uploads to usa_platform using (true) with check (true);
grant select, insert, update on uploads to usa_tenant;
grant select, insert, update, delete on uploads to usa_platform;

-- Two-step sign-in. The secret is sealed; of the recovery codes only hashes are kept.
alter table users
  add column two_step_secret_sealed text,
  add column two_step_enabled_at timestamptz,
  -- The last time step that was accepted: a code works once.
  add column two_step_last_step bigint;
create table recovery_codes (
  user_id uuid not null references users (id) on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

create table platform_settings (
  only_row boolean primary key default true check (only_row),
  admin_two_step_required boolean not null default false
);
insert into platform_settings default values;

do $$
declare
  name text;
begin
  foreach name in array array['recovery_codes', 'platform_settings'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy platform on %I to usa_platform using (true) with check (true)', name);
    execute format('grant select, insert, update, delete on %I to usa_platform', name);
  end loop;
end
$$;

-- What a log line is about, by name: the subject may be gone when somebody reads it.
alter table audit_log add column subject_name text;
create index audit_log_actor on audit_log (company_id, actor_id, at desc, id desc);
create index audit_log_action on audit_log (company_id, action, at desc, id desc);
-- The same three ways in, for the platform's view over all companies.
create index audit_log_recent_everywhere on audit_log (at desc, id desc);
create index audit_log_actor_everywhere on audit_log (actor_id, at desc, id desc);
create index audit_log_action_everywhere on audit_log (action, at desc, id desc);

-- A large company is emptied bit by bit: one statement for all of it would run into every limit there is. Deletes up to
-- so many rows of the current company from the first table that still has any, and returns how many; those that point
-- to others were made later and go first. It has no right of its own: row-level security holds it to the one company.
create function empty_workspace(most integer) returns integer
  language plpgsql set search_path = public, pg_temp as $$
declare
  name regclass;
  gone integer;
begin
  for name in
    select c.oid from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id'
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and has_table_privilege(c.oid, 'delete')
    order by c.oid desc
  loop
    execute format('delete from %s where ctid = any(array(
      select ctid from %s where company_id = current_company() limit $1))', name, name) using most;
    get diagnostics gone = row_count;
    if gone > 0 then
      return gone;
    end if;
  end loop;
  return 0;
end
$$;

-- A purged company takes everything it owns along, its log too. The log is append-only for every role, so this is the
-- one way a line can leave it, and only for a company that was deleted long enough ago. Up to so many lines at a time:
-- null says that there is no such company, false that there is more to do, true that it is gone.
create function purge_company(company uuid, deleted_before timestamptz, most integer) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  gone integer;
begin
  perform from companies where id = company and deleted_at < deleted_before for update;
  if not found then
    return null;
  end if;
  delete from audit_log where company_id = company
    and id = any(array(select a.id from audit_log a where a.company_id = company limit most));
  get diagnostics gone = row_count;
  if gone = most then
    return false;
  end if;
  delete from companies where id = company;
  return true;
end
$$;
create policy owner on companies to current_user using (true) with check (true);
create policy owner on audit_log to current_user using (true) with check (true);
revoke execute on function purge_company from public;
grant execute on function purge_company to usa_platform, usa_worker;
