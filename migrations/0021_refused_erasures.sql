-- Who asked for it, for those who are to do something about a record that Airtable will not let go. The reason of the last
-- refusal stays while it is tried again.
alter table airtable_erasures
  add column asked_by text not null default '',
  add column parked boolean not null default false;
-- The owner is held by row-level security like everybody, so it is lifted for this moment.
alter table airtable_erasures no force row level security;
update airtable_erasures set parked = true where problem is not null;
alter table airtable_erasures force row level security;
