-- The record has no App ID in Airtable yet, or that of the record it was copied from. It is written there, so that a copied or
-- restored base can be matched with our rows.
alter table airtable_records add column lacks_app_id boolean not null default false;
comment on column airtable_records.lacks_app_id is 'not erased';
update airtable_records set lacks_app_id = true where record_id is not null and table_name <> 'adjustments';
create index airtable_records_without_app_id on airtable_records (company_id, table_name) where lacks_app_id;
