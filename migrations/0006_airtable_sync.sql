-- For each synchronised row: its Airtable record, and the base values of the three-way merge.
create table airtable_records (
  company_id uuid not null references companies (id) on delete cascade,
  table_name text not null,
  local_id uuid not null,
  -- Null until Airtable has created the record.
  record_id text,
  -- Per two-way field, by our column names: the last value that both sides had.
  base_values jsonb not null default '{}',
  -- Per field: a value whose request got no response. The next read of the record shows whether Airtable stored it.
  unconfirmed jsonb not null default '{}',
  -- Per field: values that Airtable accepted but its change feed has not reported yet. The feed reports the previous
  -- value, which shows whether our write overwrote an edit.
  unreported jsonb not null default '{}',
  -- Fields that we could not fill when we created the record, and that are still empty in Airtable: our value stays.
  left_empty text[] not null default '{}',
  -- Hash of the cells as last read: an unchanged record is not processed again.
  fingerprint text,
  -- left_out: there are edits, but the company does not synchronise the table. They are pushed once it is mapped again.
  state text not null default 'synced'
    check (state in ('synced', 'pending', 'conflict', 'error', 'left_out', 'remote_deleted')),
  problem text,
  -- The database rejected what was last read from Airtable, until a later read is stored. Meanwhile edits made here have not been
  -- compared with the record, and something may have been cancelled there.
  refused boolean not null default false,
  -- The state is 'error' because the owner of the token may not write a field of the record in Airtable.
  lacks_permission boolean not null default false,
  -- The last run that counted the record as an error: a run may read and write a record several times, but counts it once.
  failed_run_id uuid,
  -- The record could not be reconciled: the next run reads it again.
  reread boolean not null default false,
  -- Consecutive complete scans without the record; after two it counts as deleted in Airtable.
  missed_scans smallint not null default 0,
  seen_in_scan bigint,
  remote_modified_at timestamptz,
  -- The base from which the row was imported. Null when it was created here.
  imported_from text,
  -- Who created the row here, or the record in Airtable. Null when it is not known, as for the records of a first sync.
  created_by text,
  -- The App ID cell is empty, or holds the id of the record it was duplicated from. Our id still has to be written to it, so that
  -- the records of a copied or restored base can be matched with our rows.
  lacks_app_id boolean not null default false,
  -- The person it is about was erased: whatever the record contains is never read again.
  erased boolean not null default false,
  updated_at timestamptz not null default now(),
  primary key (company_id, table_name, local_id)
) with (fillfactor = 85);
create unique index airtable_records_remote on airtable_records (company_id, table_name, record_id) where record_id is not null;
-- Every list row shows its sync state, and nearly all are 'synced': this index holds only the others.
create index airtable_records_unsynced on airtable_records (company_id, table_name, local_id) include (state)
  where state <> 'synced';
create index airtable_records_reread on airtable_records (company_id, table_name) where reread;
create index airtable_records_refused on airtable_records (company_id, table_name) where refused;
create index airtable_records_without_record on airtable_records (company_id, imported_from, table_name)
  where record_id is null and imported_from is not null;
create index airtable_records_missed on airtable_records (company_id, table_name) where missed_scans > 0;
create index airtable_records_scan on airtable_records (company_id, table_name, seen_in_scan);
create index airtable_records_without_app_id on airtable_records (company_id, table_name) where lacks_app_id;
call protect_tenant_table('airtable_records');
-- The record id remains: if a sync reads the record before it is deleted from Airtable, or after somebody has restored it there,
-- it is not imported as a new one.
call clear_rows_on_erasure('airtable_records', '(table_name, local_id) in (select * from synced_rows(person))',
  replacement_values => '{"base_values": {}, "unconfirmed": {}, "unreported": {}, "fingerprint": null, "state": "remote_deleted",
    "problem": null, "refused": false, "lacks_permission": false, "created_by": null, "reread": false, "missed_scans": 0, "erased": true}',
  kept_columns => '{record_id, left_empty, failed_run_id, seen_in_scan, remote_modified_at, imported_from, lacks_app_id, updated_at}');

-- The rows that are pending, in conflict or in error, for the lists of all features. Other features read this view instead of
-- the table. A view costs nothing: PostgreSQL plans a query with it like one with the table.
create view unsynced_rows with (security_invoker = true) as
  select company_id, table_name, local_id, state from airtable_records where state in ('pending', 'conflict', 'error');
grant select on unsynced_rows to usa_tenant;

-- A link to a record that has not been read yet; it is set when that record arrives.
create table airtable_pending_links (
  company_id uuid not null references companies (id) on delete cascade,
  table_name text not null,
  local_id uuid not null,
  field text not null,
  target_table text not null,
  target_record_id text not null,
  primary key (company_id, table_name, local_id, field)
);
create index airtable_pending_links_target on airtable_pending_links (company_id, target_table, target_record_id);
call protect_tenant_table('airtable_pending_links');
call keep_rows_on_erasure('airtable_pending_links', 'it holds ids only');

-- Edits to be sent to Airtable, written in the transaction of the edit (outbox pattern).
create table airtable_outbox (
  company_id uuid not null references companies (id) on delete cascade,
  id bigint generated always as identity,
  table_name text not null,
  local_id uuid not null,
  field text not null,
  value jsonb,
  -- The value the user saw when editing.
  based_on jsonb,
  author text not null,
  created_at timestamptz not null default now(),
  -- Set when Airtable refused the edit. It then waits for a user, except for the two reasons below, which the sync checks itself.
  parked_at timestamptz,
  problem text,
  -- Parked because the select field in Airtable has no choice for the value.
  lacks_choice boolean not null default false,
  -- Parked because the owner of the token may not write a field of the record in Airtable. Every run tries one such edit per field.
  lacks_permission boolean not null default false,
  -- A company admin lets Airtable add that choice.
  may_add_choice boolean not null default false,
  primary key (company_id, id)
);
create index airtable_outbox_record on airtable_outbox (company_id, table_name, local_id, id);
create index airtable_outbox_parked on airtable_outbox (company_id, id) where parked_at is not null;
call protect_tenant_table('airtable_outbox');
call delete_rows_on_erasure('airtable_outbox', '(table_name, local_id) in (select * from synced_rows(person))');
-- Monitoring counts over all companies: how many and how old, not the values.
create policy monitoring on airtable_outbox for select to usa_platform using (true);
grant select (company_id, table_name, local_id, field, created_at, parked_at) on airtable_outbox to usa_platform;

-- Fields, or whole records, that both sides changed; a user chooses which value stays.
create table airtable_conflicts (
  company_id uuid not null references companies (id) on delete cascade,
  id uuid not null default new_id(),
  table_name text not null,
  local_id uuid not null,
  -- Empty when the conflict is about the whole record.
  field text not null,
  -- changed: both sides changed the field. overwritten: our write replaced an edit made at the same moment.
  -- deleted: the record was deleted in Airtable and edited here.
  kind text not null default 'changed' check (kind in ('changed', 'overwritten', 'deleted')),
  -- The three values of the merge: before both changes, here, and in Airtable.
  base jsonb,
  ours jsonb,
  theirs jsonb,
  -- Who changed the value in Airtable, if the change feed tells, and when. Null when it may have been another change.
  theirs_by text,
  theirs_at timestamptz,
  found_at timestamptz not null default now(),
  resolved_at timestamptz,
  resolved_by text,
  -- Null when both sides became equal without a choice.
  choice text check (choice in ('ours', 'theirs', 'merged')),
  primary key (company_id, id)
);
create unique index airtable_conflicts_open on airtable_conflicts (company_id, table_name, local_id, field, kind)
  where resolved_at is null and kind <> 'overwritten';
create index airtable_conflicts_record on airtable_conflicts (company_id, table_name, local_id) where resolved_at is null;
call protect_tenant_table('airtable_conflicts');
call delete_rows_on_erasure('airtable_conflicts', '(table_name, local_id) in (select * from synced_rows(person))');
-- Monitoring leaves out edits that wait for a user.
create policy monitoring on airtable_conflicts for select to usa_platform using (true);
grant select (company_id, table_name, local_id, field, kind, resolved_at) on airtable_conflicts to usa_platform;

-- Records to be deleted from a base, because the person they are about was erased.
create table airtable_erasures (
  company_id uuid not null references companies (id) on delete cascade,
  table_name text not null,
  record_id text not null,
  -- Where the record is: it is also deleted when its table is left out of the mapping or suspended.
  base_id text,
  remote_table_id text,
  requested_at timestamptz not null,
  -- The last error of Airtable, shown while the deletion is retried.
  problem text,
  requested_by text not null default '',
  -- Airtable refused the deletion: skipped until the next run or until a user retries it. Unlike a parked edit, it does not need
  -- a user.
  parked boolean not null default false,
  primary key (company_id, table_name, record_id)
);
call protect_tenant_table('airtable_erasures');
call keep_rows_on_erasure('airtable_erasures', 'it holds ids of records and why Airtable refuses to delete them');

create table sync_runs (
  company_id uuid not null references companies (id) on delete cascade,
  id uuid not null default new_id(),
  -- partial: the run has ended, and left out a table, a field or a record.
  status text not null default 'queued' check (status in ('queued', 'running', 'succeeded', 'partial', 'failed')),
  requested_by text,
  tables text[] not null,
  -- Tables that were read completely: a resumed run does not read them again.
  finished_tables text[] not null default '{}',
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  message text,
  -- The kind of the problem because of which the run has failed or left something out, by which the admin's next step is known.
  problem_kind text,
  requests integer not null default 0,
  progress jsonb not null default '{}',
  -- Per table, how many records the run expects to read. A table that is read for the first time has none.
  expected jsonb not null default '{}',
  -- A run that reads all records, to repair what the change feed has missed.
  is_comparison boolean not null default false,
  -- Per table, how many rows it has changed, added and deleted because the change feed has missed that.
  repairs jsonb not null default '{}',
  primary key (company_id, id)
);
create index sync_runs_recent on sync_runs (company_id, started_at desc);
create unique index sync_runs_one_active on sync_runs (company_id) where status in ('queued', 'running');
call protect_tenant_table('sync_runs');
call keep_rows_on_erasure('sync_runs', 'it holds the progress of a sync run');

-- The sync state of each table of a base.
create table sync_tables (
  company_id uuid not null references companies (id) on delete cascade,
  table_name text not null,
  remote_table_id text,
  -- Per column of ours the Airtable field id: names change, ids do not.
  field_ids jsonb not null default '{}',
  -- The names of the mapped fields in the company's base, by our names: users know the fields by them.
  field_names jsonb not null default '{}',
  -- Our two-way fields whose field in the base is of a type that we only read: an edit of them is refused.
  read_only_fields text[] not null default '{}',
  -- Fields of the base that are missing or have the wrong type, as texts for users. The rest of the table is synchronised.
  field_problems text[] not null default '{}',
  suspended_reason text,
  -- The latest "Last Modified" that was read (Airtable's clock), and since when it has been the latest (our clock).
  watermark timestamptz,
  watermark_since timestamptz,
  -- Enough time has passed that no record with an older timestamp can still appear.
  watermark_settled boolean not null default false,
  -- A scan reads every record: the first one fills the table, later ones detect deleted records. The number of the current or
  -- last scan (airtable_records.seen_in_scan).
  scan bigint not null default 0,
  scan_offset text,
  -- Becomes the watermark when the scan ends: the latest "Last Modified" when the scan started.
  scan_watermark timestamptz,
  scanning boolean not null default false,
  scanned_at timestamptz,
  -- The last scan missed records: the next one starts sooner.
  scan_soon boolean not null default false,
  full_sync_done_at timestamptz,
  -- The position in a list of changed records that is longer than one sync turn: the time from which it was read, and its next page.
  poll_from timestamptz,
  poll_offset text,
  -- Since when the deletions of this table wait for a company admin.
  deletions_held_since timestamptz,
  -- When records of this table were deleted here in the last hour because they were deleted in Airtable, without a question.
  unasked_deletions timestamptz[] not null default '{}',
  page_size smallint not null default 100,
  -- After a slow response page_size becomes smaller, and later larger again, up to this. A response that was too large for us lowers
  -- this limit for good.
  max_page_size smallint not null default 100,
  -- How often the table could not be read in the same run since the pull has last read records of it, and when and in which run (null:
  -- without one) the last time was. With a problem (its kind and detail) the table is left out: it may be transient at first.
  read_failures integer not null default 0,
  read_problem jsonb,
  read_failed_at timestamptz,
  read_failed_run_id uuid,
  primary key (company_id, table_name)
);
call protect_tenant_table('sync_tables');
call keep_rows_on_erasure('sync_tables', 'it holds the state of the sync');
-- Monitoring leaves out edits that the base has no place for.
create policy monitoring on sync_tables for select to usa_platform using (true);
grant select (company_id, table_name, field_ids, suspended_reason) on sync_tables to usa_platform;

-- Per company: the lease on its base, its webhook (change feed) and its schedule.
create table sync_states (
  company_id uuid not null references companies (id) on delete cascade,
  lease_owner text,
  lease_fence bigint not null default 0,
  lease_until timestamptz,
  -- Another sync turn was requested while the lease was taken: the holder checks this before it releases the lease.
  turn_requested boolean not null default false,
  -- The base that the stored state is about, and since when the company has used it.
  base_id text,
  base_since timestamptz,
  -- Pausing: the sync sends no request to Airtable until somebody resumes it.
  paused_at timestamptz,
  paused_by text,
  pause_reason text,
  feed_id text,
  feed_cursor bigint,
  feed_expires_at timestamptz,
  -- When the cursor was last stored.
  feed_read_at timestamptz,
  -- Airtable refused to create the webhook, usually because the token has no right to; tried again the next day.
  feed_refused_at timestamptz,
  -- Where Airtable sends notifications of changes, and the secret that authenticates them. Without a secret the feed is polled.
  feed_url text,
  feed_secret_encrypted text,
  -- When the last notification arrived, and whether changes were found since that no notification has followed: the feed is then polled.
  notified_at timestamptz,
  notifications_missing boolean not null default false,
  -- The change feed has to be read: Airtable sent a notification, or the next poll is due.
  feed_check_requested boolean not null default false,
  -- When a worker last took feed_check_requested.
  feed_checked_at timestamptz,
  -- Until then a screen of the company counts as open, and the change feed is polled often.
  watched_until timestamptz,
  -- When the base was last polled for an outcome (airtable_awaited_outcomes), and for when the next poll is enqueued.
  polled_at timestamptz,
  next_poll_at timestamptz,
  -- Airtable is read before messages are sent. Since when that has failed: the due messages of the company wait.
  sending_waits_since timestamptz,
  -- Since when the base answers slowly: its turns run in a lane of their own, so that other companies do not wait for it.
  slow_since timestamptz,
  -- The number of requests in one calendar month, compared with monthly_budget.
  quota_month date,
  requests_this_month integer not null default 0,
  -- When it is used up, polling, scheduled runs and the nightly comparison stop until the next month.
  monthly_budget integer not null default 100000 check (monthly_budget > 0),
  -- The last nightly comparison of all records, and its repairs (sync_runs).
  compared_at timestamptz,
  comparison_repairs jsonb not null default '{}',
  last_run_ended_at timestamptz,
  -- When a complete run succeeded for the first time: until then leads, prompts and messages may be missing.
  first_sync_ended_at timestamptz,
  -- Consecutive failed runs, for exponential backoff.
  failures integer not null default 0,
  last_problem text,
  -- Consecutive failed turns of a run without progress in between, and the hash of the position they stopped at.
  stalls integer not null default 0,
  stall_fingerprint text,
  primary key (company_id)
);
call protect_tenant_table('sync_states');
call keep_rows_on_erasure('sync_states', 'it holds the state of the sync');
-- Scheduling spans companies and does not read their data.
create policy schedule on sync_states to usa_platform using (true) with check (true);
grant select, insert, update on sync_states to usa_platform;
create policy schedule on sync_runs for select to usa_platform using (true);
grant select on sync_runs to usa_platform;

-- Airtable limits requests per base, not per company: the rate limiter has one row per base.
create table airtable_rate_limits (
  base_hash bytea primary key,
  next_slot_at timestamptz not null,
  -- Airtable allows five requests a second; one is left to the company's own tools.
  spacing interval not null default interval '250 milliseconds',
  -- After a 429 the spacing is multiplied by this; it returns to 1 step by step.
  slowdown real not null default 1 check (slowdown >= 1),
  slowdown_changed_at timestamptz,
  blocked_until timestamptz
);
call protect_platform_table('airtable_rate_limits');
call keep_rows_on_erasure('airtable_rate_limits', 'it is the state of a rate limiter');

-- Records that the change feed has reported and that still have to be read. They are stored together with the cursor of the feed,
-- so that a sync turn that is interrupted continues here: one entry of the feed may report ten thousand records.
create table airtable_records_to_read (
  company_id uuid not null references companies (id) on delete cascade,
  table_name text not null,
  record_id text not null,
  -- According to the change feed: when the record was last changed in Airtable, and per field of ours by whom and when.
  changed_at timestamptz,
  changed_fields jsonb not null default '{}',
  primary key (company_id, table_name, record_id)
);
call protect_tenant_table('airtable_records_to_read');
call keep_rows_on_erasure('airtable_records_to_read', 'it holds ids only');

-- Records that were found deleted in Airtable. At the end of a pull they are deleted here too, unless there are so many
-- that a company admin has to confirm it first.
create table airtable_deletions (
  company_id uuid not null references companies (id) on delete cascade,
  table_name text not null,
  record_id text not null,
  found_at timestamptz not null default now(),
  -- Who deleted the record in Airtable, and when, if the change feed tells.
  deleted_by text,
  deleted_at timestamptz,
  -- A company admin has confirmed it.
  confirmed boolean not null default false,
  -- The run that found it by comparing all records: the change feed has missed it.
  comparison_run_id uuid,
  primary key (company_id, table_name, record_id)
);
call protect_tenant_table('airtable_deletions');
call keep_rows_on_erasure('airtable_deletions', 'it holds ids, and names of colleagues');

-- Bases that a company has left.
create table airtable_former_bases (
  company_id uuid not null references companies (id) on delete cascade,
  base_id text not null,
  left_at timestamptz not null default now(),
  -- The company used it only for a short time, since then, before it connected a base that it had not used before. Its rows are
  -- not pushed to that one, and leave when that one was read and does not contain them. Null when that was done.
  mistaken_since timestamptz,
  primary key (company_id, base_id)
);
call protect_tenant_table('airtable_former_bases');
call keep_rows_on_erasure('airtable_former_bases', 'it holds ids of bases');

-- For other features: the rows whose record was deleted in Airtable and that are not deleted here yet, because the deletion is still to be
-- applied, waits for an admin, or is a conflict with an edit made here; and the rows of a mistaken base, of which it is unknown whether
-- the present base has them. Nothing of them is sent meanwhile.
create view rows_deleted_in_airtable with (security_invoker = true) as
  select d.company_id, d.table_name, r.local_id from airtable_deletions d
  join airtable_records r on r.company_id = d.company_id and r.table_name = d.table_name and r.record_id = d.record_id
  union all
  select company_id, table_name, local_id from airtable_conflicts where kind = 'deleted' and resolved_at is null
  union all
  select r.company_id, r.table_name, r.local_id from airtable_former_bases f
  join airtable_records r on r.company_id = f.company_id and r.imported_from = f.base_id
  where f.mistaken_since is not null and r.record_id is null;
grant select on rows_deleted_in_airtable to usa_tenant;

-- For other features: the rows whose record in Airtable could not be stored here, so that something may have been cancelled there.
-- Nothing of them is sent meanwhile, unless the company has no base any more.
create view rows_refused_from_airtable with (security_invoker = true) as
  select r.company_id, r.table_name, r.local_id from airtable_records r join companies c on c.id = r.company_id
  where r.refused and r.record_id is not null and r.state not in ('remote_deleted', 'left_out') and c.airtable_base_id is not null;
grant select on rows_refused_from_airtable to usa_tenant;

-- A user acted on something of which Airtable will show the outcome: the base is polled for it. Rows are only inserted and
-- deleted: an upsert per company would make the transactions of its users wait for each other.
create table airtable_awaited_outcomes (
  company_id uuid not null references companies (id) on delete cascade,
  id bigint generated always as identity,
  awaited_since timestamptz not null default clock_timestamp(),
  -- The outcome is any change in the base, for example after a workflow; otherwise it is the new text or the sent message.
  any_change boolean not null default false,
  primary key (company_id, id)
);
call protect_tenant_table('airtable_awaited_outcomes');
call keep_rows_on_erasure('airtable_awaited_outcomes', 'it holds times only');

-- What the sync has changed in a record: from which side, when and by whom. Edits that still have to be written to Airtable
-- are in the outbox. That a record was created follows from its row: a first sync would otherwise add a hundred thousand rows here.
create table airtable_changes (
  company_id uuid not null references companies (id) on delete cascade,
  id bigint generated always as identity,
  table_name text not null,
  local_id uuid not null,
  -- replaced: an HTML text has changed, of which the values are not kept. recreated: also restored in Airtable.
  kind text not null default 'changed' check (kind in ('changed', 'replaced', 'deleted', 'recreated')),
  -- Empty when it is about the whole record.
  field text not null,
  side text not null check (side in ('here', 'airtable')),
  before jsonb,
  after jsonb,
  author text not null,
  at timestamptz not null,
  primary key (company_id, id)
);
create index airtable_changes_record on airtable_changes (company_id, table_name, local_id, id);
create index airtable_changes_age on airtable_changes (company_id, at);
call protect_tenant_table('airtable_changes');
call delete_rows_on_erasure('airtable_changes', '(table_name, local_id) in (select * from synced_rows(person))');

-- The record ids of the bases that a company has left: when the company returns to one, because the other base id was a mistake, its
-- rows are matched with their records again instead of being imported a second time. Also the record ids of a table that another
-- table of the same base has replaced in the mapping.
create table airtable_former_records (
  company_id uuid not null references companies (id) on delete cascade,
  base_id text not null,
  table_name text not null,
  -- A table of ours may have been mapped to several of the same base.
  remote_table_id text not null,
  local_id uuid not null,
  record_id text not null,
  base_values jsonb not null,
  unconfirmed jsonb not null,
  left_empty text[] not null,
  primary key (company_id, base_id, table_name, remote_table_id, local_id)
);
call protect_tenant_table('airtable_former_records');
call delete_rows_on_erasure('airtable_former_records', '(table_name, local_id) in (select * from synced_rows(person))');

-- How a company has mapped our tables and fields to those of a base with other names. A table without a row is found by its name.
create table airtable_mappings (
  company_id uuid not null references companies (id) on delete cascade,
  base_id text not null,
  table_name text not null,
  -- Null: the table is left out.
  remote_table_id text,
  -- The remote table that our rows were last synchronised with. Kept while the table is left out.
  last_table_id text,
  -- Per field of ours: the id of the Airtable field (null: left out), which of our values each of its choices stands for, and the
  -- highest value of its rating.
  fields jsonb not null default '{}',
  primary key (company_id, base_id, table_name)
);
call protect_tenant_table('airtable_mappings');
call keep_rows_on_erasure('airtable_mappings', 'it is about fields, not about leads');
