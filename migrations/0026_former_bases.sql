-- Bases that a company has left. Their record ids are kept: when the company returns to one, because the other base id was
-- a mistake, its rows are matched with their records again instead of being imported a second time.
create table airtable_former_bases (
  company_id uuid not null references companies (id) on delete cascade,
  base_id text not null,
  left_at timestamptz not null default now(),
  primary key (company_id, base_id)
);
call protect_tenant_table('airtable_former_bases');
call keep_rows_on_erasure('airtable_former_bases', 'it holds ids of bases');

create table airtable_former_records (
  company_id uuid not null references companies (id) on delete cascade,
  base_id text not null,
  table_name text not null,
  local_id uuid not null,
  record_id text not null,
  base_values jsonb not null,
  unconfirmed jsonb not null,
  primary key (company_id, base_id, table_name, local_id)
);
call protect_tenant_table('airtable_former_records');
call delete_rows_on_erasure('airtable_former_records', '(table_name, local_id) in (select * from synced_rows(person))');

-- The base from which the row was imported. Null when it was created here, or imported before this column existed.
alter table airtable_records add column imported_from text;
comment on column airtable_records.imported_from is 'not erased';

-- Since when the company has used its base.
alter table sync_states add column base_since timestamptz;
comment on column sync_states.base_since is 'not erased';

-- The base that has the record. Null: the base of that time, before this column existed.
alter table airtable_erasures add column base_id text;
comment on column airtable_erasures.base_id is 'not erased';
