-- What the sync has changed in a record: from which side, when and by whom. Edits that still have to be written to Airtable
-- are in the outbox.
create table airtable_changes (
  company_id uuid not null references companies (id) on delete cascade,
  id bigint generated always as identity,
  table_name text not null,
  local_id uuid not null,
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

-- Who changed the record in Airtable, according to the change feed.
alter table airtable_records_to_read add column changed_by text;
comment on column airtable_records_to_read.changed_by is 'not erased';

-- Who changed the value in Airtable, if the change feed tells, and when the record was last changed there.
alter table airtable_conflicts add column theirs_by text, add column theirs_at timestamptz;
alter table airtable_conflicts drop constraint airtable_conflicts_choice_check;
alter table airtable_conflicts add constraint airtable_conflicts_choice_check check (choice in ('ours', 'theirs', 'merged'));

-- Per table, how many records the run expects to read. A table that is read for the first time has none.
alter table sync_runs add column expected jsonb not null default '{}';
comment on column sync_runs.expected is 'not erased';
