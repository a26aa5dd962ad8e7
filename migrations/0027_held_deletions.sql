-- Records that were found deleted in Airtable. At the end of a pull they are deleted here too, unless there are so many
-- that a company admin has to confirm it first.
create table airtable_deletions (
  company_id uuid not null references companies (id) on delete cascade,
  table_name text not null,
  record_id text not null,
  found_at timestamptz not null default now(),
  -- A company admin has confirmed it.
  confirmed boolean not null default false,
  primary key (company_id, table_name, record_id)
);
call protect_tenant_table('airtable_deletions');
call keep_rows_on_erasure('airtable_deletions', 'it holds ids only');

-- Since when the deletions of this table wait for a company admin.
alter table sync_tables add column deletions_held_since timestamptz;
comment on column sync_tables.deletions_held_since is 'not erased';
