-- What is known of each record of a company's base: which row of ours it is, and the values both sides last agreed on.
create table airtable_records (
  company_id uuid not null references companies (id) on delete cascade,
  table_name text not null,
  local_id uuid not null,
  -- Absent until Airtable has the record.
  record_id text,
  -- Per two-way field, in our names: the last value both sides agreed on.
  agreed jsonb not null default '{}',
  -- Per field: what was sent and has not been answered. Whether it arrived is seen when the record is read again.
  sent jsonb not null default '{}',
  -- Per field: what Airtable has accepted and its change feed has not yet told, which says what was overwritten.
  written jsonb not null default '{}',
  -- Of the cells as they last came: a record that comes again unchanged is not looked at twice.
  fingerprint text,
  state text not null default 'synced' check (state in ('synced', 'pending', 'conflict', 'error', 'gone')),
  problem text,
  -- What came could not be settled then: the next run reads the record again.
  look_again boolean not null default false,
  -- Consecutive complete scans that did not see the record; two make it gone.
  missed_scans smallint not null default 0,
  seen_in_scan bigint,
  remote_modified_at timestamptz,
  updated_at timestamptz not null default now(),
  primary key (company_id, table_name, local_id)
) with (fillfactor = 85);
create unique index airtable_records_remote on airtable_records (company_id, table_name, record_id) where record_id is not null;
create index airtable_records_open on airtable_records (company_id, table_name, state) where state <> 'synced';
create index airtable_records_again on airtable_records (company_id, table_name) where look_again;
create index airtable_records_missed on airtable_records (company_id, table_name) where missed_scans > 0;
create index airtable_records_scan on airtable_records (company_id, table_name, seen_in_scan);

-- A link to a record that has not come yet: it is laid when that record comes.
create table airtable_waiting_links (
  company_id uuid not null references companies (id) on delete cascade,
  table_name text not null,
  local_id uuid not null,
  field text not null,
  target_table text not null,
  target_record_id text not null,
  primary key (company_id, table_name, local_id, field)
);
create index airtable_waiting_links_target on airtable_waiting_links (company_id, target_table, target_record_id);

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
  primary key (company_id, id)
);
create index airtable_outbox_record on airtable_outbox (company_id, table_name, local_id, id);
create index airtable_outbox_parked on airtable_outbox (company_id, id) where parked_at is not null;

-- Where both sides changed the same thing. Neither is overwritten until somebody chooses.
create table airtable_conflicts (
  company_id uuid not null references companies (id) on delete cascade,
  id uuid not null default new_id(),
  table_name text not null,
  local_id uuid not null,
  -- Empty when it is about the record as a whole.
  field text not null,
  -- changed: both changed a field. overwritten: ours landed on an edit that was made in the same moment.
  -- deleted: the record is gone there and has an edit here.
  kind text not null default 'changed' check (kind in ('changed', 'overwritten', 'deleted')),
  agreed jsonb,
  ours jsonb,
  theirs jsonb,
  found_at timestamptz not null default now(),
  resolved_at timestamptz,
  resolved_by text,
  -- Absent when the two sides came to agree by themselves.
  choice text check (choice in ('ours', 'theirs')),
  primary key (company_id, id)
);
create unique index airtable_conflicts_open on airtable_conflicts (company_id, table_name, local_id, field, kind)
  where resolved_at is null and kind <> 'overwritten';
create index airtable_conflicts_record on airtable_conflicts (company_id, table_name, local_id) where resolved_at is null;

create table sync_runs (
  company_id uuid not null references companies (id) on delete cascade,
  id uuid not null default new_id(),
  status text not null default 'queued' check (status in ('queued', 'running', 'succeeded', 'failed')),
  requested_by text,
  tables text[] not null,
  -- Tables that have been read to the end in this run: one that is taken up again does not read them twice.
  finished_tables text[] not null default '{}',
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  message text,
  requests integer not null default 0,
  progress jsonb not null default '{}',
  primary key (company_id, id)
);
create index sync_runs_recent on sync_runs (company_id, started_at desc);
create unique index sync_runs_one on sync_runs (company_id) where status in ('queued', 'running');

-- Where each table of a base stands: its ids, its place in a scan, its watermark, and why it is suspended if it is.
create table sync_tables (
  company_id uuid not null references companies (id) on delete cascade,
  table_name text not null,
  remote_table_id text,
  -- Per field of ours, the id of theirs: names change, ids do not.
  field_ids jsonb not null default '{}',
  suspended_reason text,
  -- The greatest moment of change seen, by their clock, and since when by ours.
  watermark timestamptz,
  watermark_since timestamptz,
  -- Whether enough time has passed that nothing older can still appear.
  watermark_settled boolean not null default false,
  -- A scan reads every record. The first one fills the table; later ones find out what is gone.
  scan bigint not null default 0,
  scan_offset text,
  -- What the watermark becomes when the scan is complete: the greatest value there was at its start.
  scan_watermark timestamptz,
  scanning boolean not null default false,
  scanned_at timestamptz,
  -- The last scan missed records: the next one follows soon.
  scan_soon boolean not null default false,
  full_sync_done_at timestamptz,
  page_size smallint not null default 100,
  primary key (company_id, table_name)
);

-- Per company: the lease on its base, its change feed, its schedule.
create table sync_states (
  company_id uuid not null references companies (id) on delete cascade,
  lease_owner text,
  lease_fence bigint not null default 0,
  lease_until timestamptz,
  -- Somebody came while the lease was held: its holder looks again before leaving.
  wanted boolean not null default false,
  -- The base that everything known is about.
  base_id text,
  feed_id text,
  feed_cursor bigint,
  feed_expires_at timestamptz,
  feed_read_at timestamptz,
  -- The token may not have one; asked again the next day.
  feed_refused_at timestamptz,
  -- Requests of the month, for the company's quota.
  usage_month date,
  usage integer not null default 0,
  last_ended_at timestamptz,
  -- Runs that failed in a row: the next waits ever longer.
  failures integer not null default 0,
  last_problem text,
  -- How often in a row a run got no further than this place.
  stumbles integer not null default 0,
  stumbled_at text,
  primary key (company_id)
);

do $$
declare
  name text;
begin
  foreach name in array array['airtable_records', 'airtable_waiting_links', 'airtable_outbox', 'airtable_conflicts', 'sync_runs',
    'sync_tables', 'sync_states'] loop
    call protect_tenant_table(name);
  end loop;
end
$$;

-- Two companies may share a base, and Airtable counts per base: one row for each, whoever uses it.
create table airtable_base_slots (
  base_hash bytea primary key,
  next_slot_at timestamptz not null,
  -- Four a second: the fifth is left to the company's own tools.
  spacing interval not null default interval '250 milliseconds',
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

-- Which version of a message a new text was asked for: an edit that was made since is not replaced by it.
alter table messages add column requested_version integer;
