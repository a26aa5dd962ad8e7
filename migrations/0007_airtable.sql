-- What is known of each record of a company's base: which row of ours it is, and the values both sides last agreed on.
create table airtable_records (
  company_id uuid not null references companies (id) on delete cascade,
  table_name text not null,
  local_id uuid not null,
  -- Absent until Airtable has the record.
  record_id text,
  -- Per two-way field, in our names: the last value both sides agreed on.
  agreed jsonb not null default '{}',
  state text not null default 'synced' check (state in ('synced', 'pending', 'conflict', 'error', 'gone')),
  problem text,
  -- Consecutive complete scans that did not see the record; two make it gone.
  missed_scans smallint not null default 0,
  seen_in_scan bigint,
  remote_modified_at timestamptz,
  updated_at timestamptz not null default now(),
  primary key (company_id, table_name, local_id)
);
create unique index airtable_records_remote on airtable_records (company_id, table_name, record_id) where record_id is not null;
create index airtable_records_open on airtable_records (company_id, table_name, state) where state <> 'synced';

-- A person's edit on its way to Airtable, written in the transaction of the edit itself.
create table airtable_outbox (
  company_id uuid not null references companies (id) on delete cascade,
  id bigint generated always as identity,
  table_name text not null,
  local_id uuid not null,
  field text not null,
  value jsonb,
  -- What the person saw when they changed it.
  based_on jsonb,
  author text not null,
  created_at timestamptz not null default now(),
  -- Parked: Airtable refuses it for good; a person has to look.
  parked_at timestamptz,
  problem text,
  attempts integer not null default 0,
  primary key (company_id, id)
);
create index airtable_outbox_waiting on airtable_outbox (company_id, table_name, local_id, id) where parked_at is null;

create table airtable_conflicts (
  company_id uuid not null references companies (id) on delete cascade,
  id uuid not null default new_id(),
  table_name text not null,
  local_id uuid not null,
  field text not null,
  agreed jsonb,
  ours jsonb,
  theirs jsonb,
  found_at timestamptz not null default now(),
  resolved_at timestamptz,
  resolved_by text,
  choice text check (choice in ('ours', 'theirs')),
  primary key (company_id, id)
);
create unique index airtable_conflicts_open on airtable_conflicts (company_id, table_name, local_id, field) where resolved_at is null;

create table sync_runs (
  company_id uuid not null references companies (id) on delete cascade,
  id uuid not null default new_id(),
  status text not null default 'queued' check (status in ('queued', 'running', 'succeeded', 'failed')),
  requested_by text,
  tables text[] not null,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  message text,
  requests integer not null default 0,
  progress jsonb not null default '{}',
  primary key (company_id, id)
);
create index sync_runs_recent on sync_runs (company_id, started_at desc);
create unique index sync_runs_one on sync_runs (company_id) where status in ('queued', 'running');

-- Where each table of a base stands: its feed or watermark, and why it is suspended if it is.
create table sync_tables (
  company_id uuid not null references companies (id) on delete cascade,
  table_name text not null,
  watermark timestamptz,
  scan bigint not null default 0,
  scan_offset text,
  full_sync_done_at timestamptz,
  suspended_reason text,
  remote_table_id text,
  field_ids jsonb not null default '{}',
  primary key (company_id, table_name)
);

-- Per company: the lease on its base, its change feed, its schedule.
create table sync_states (
  company_id uuid not null references companies (id) on delete cascade,
  lease_owner text,
  lease_fence bigint not null default 0,
  lease_until timestamptz,
  feed_id text,
  feed_cursor bigint,
  feed_expires_at timestamptz,
  next_run_at timestamptz,
  failures integer not null default 0,
  last_problem text,
  primary key (company_id)
);

do $$
declare
  name text;
begin
  foreach name in array array['airtable_records', 'airtable_outbox', 'airtable_conflicts', 'sync_runs', 'sync_tables', 'sync_states'] loop
    call protect_tenant_table(name);
  end loop;
end
$$;

-- Two companies may share a base, and Airtable counts per base: one row for each, whoever uses it.
create table airtable_base_slots (
  base_hash bytea primary key,
  next_slot_at timestamptz not null,
  blocked_until timestamptz
);
alter table airtable_base_slots enable row level security;
alter table airtable_base_slots force row level security;
create policy workers on airtable_base_slots to usa_platform using (true) with check (true);
grant select, insert, update, delete on airtable_base_slots to usa_platform;

-- The schedule spans companies: who is due, without a look at anybody's data.
create policy schedule on sync_states to usa_platform using (true) with check (true);
grant select, insert, update on sync_states to usa_platform;
create policy schedule on sync_runs for select to usa_platform using (true);
grant select on sync_runs to usa_platform;
