-- How a company has mapped our tables and fields to those of a base with other names. A table without a row is found by its name.
create table airtable_mappings (
  company_id uuid not null references companies (id) on delete cascade,
  base_id text not null,
  table_name text not null,
  -- Null: the table is left out.
  remote_table_id text,
  -- By our field: the id of theirs (null: left out), our values for their choices, their highest score.
  fields jsonb not null default '{}',
  primary key (company_id, base_id, table_name)
);
call protect_tenant_table('airtable_mappings');
call keep_rows_on_erasure('airtable_mappings', 'it is about fields, not about leads');
