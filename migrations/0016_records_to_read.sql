-- Records that the change feed has reported and that still have to be read. They are stored together with the cursor of the feed,
-- so that a sync turn that is interrupted continues here: one entry of the feed may report ten thousand records.
create table airtable_records_to_read (
  company_id uuid not null references companies (id) on delete cascade,
  table_name text not null,
  record_id text not null,
  primary key (company_id, table_name, record_id)
);
call protect_tenant_table('airtable_records_to_read');
call keep_rows_on_erasure('airtable_records_to_read', 'it holds ids only');

-- The position in a list of changed records that is longer than one sync turn: the time from which it was read, and its next page.
alter table sync_tables add column poll_from timestamptz, add column poll_offset text;
comment on column sync_tables.poll_from is 'not erased';
comment on column sync_tables.poll_offset is 'not erased';
