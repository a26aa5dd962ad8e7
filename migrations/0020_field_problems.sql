-- Fields of the base that are missing or have the wrong type, as texts for users. The rest of the table is synchronised.
alter table sync_tables add column field_problems text[] not null default '{}';
comment on column sync_tables.field_problems is 'not erased';
