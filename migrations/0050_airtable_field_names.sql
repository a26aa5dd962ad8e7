-- The names of the mapped fields in the company's base, by our names: users know the fields by them.
alter table sync_tables add column field_names jsonb not null default '{}';
comment on column sync_tables.field_names is 'not erased';
