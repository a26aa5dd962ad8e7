-- Also without a scheme, and with both a slash and a trailer behind it. Only of LinkedIn is a short name in front of the
-- host a language.
drop index leads_profile;
create or replace function profile_key(address text) returns text
  language sql immutable strict parallel safe
  return nullif(regexp_replace(regexp_replace(lower(btrim(address)),
    '^(https?://)?(((www|m|[a-z]{2})\.)(?=linkedin\.com/)|www\.)?', ''), '/*([?#].*)?$', ''), '');
create index leads_profile on leads (company_id, profile_key(linkedin_url)) where linkedin_url is not null;

-- A file is kept as bytes, which can be read from any place without reading what is before it.
alter table lead_imports
  drop column content,
  drop column problems,
  -- In UTF-8, however it came; gone once it has been read to the end.
  add column file bytea,
  -- How far it has been read: the last row that is settled, and where the next one begins.
  add column row_number integer not null default 0,
  add column position bigint not null default 0,
  add column failures integer not null default 0,
  -- Why it stopped, for people.
  add column problem text,
  drop constraint lead_imports_status_check,
  add constraint lead_imports_status_check check (status in ('uploaded', 'queued', 'running', 'done', 'failed', 'stopped'));
-- Personal data in CSV hardly shrinks, and what is compressed can only be read from its beginning.
alter table lead_imports alter column file set storage external;

-- The rows that were not taken over, each with the reason.
create table lead_import_problems (
  company_id uuid not null,
  import_id uuid not null,
  row_number integer not null,
  kind text not null check (kind in ('duplicate', 'refused')),
  -- Whom the row is about, as the file has it.
  shown text not null,
  reason text not null,
  -- The lead that stood in its way.
  lead_id uuid,
  primary key (company_id, import_id, row_number),
  foreign key (company_id, import_id) references lead_imports (company_id, id) on delete cascade
);
create index lead_import_problems_lead on lead_import_problems (company_id, lead_id) where lead_id is not null;
call protect_tenant_table('lead_import_problems');

-- Records that are to disappear from a base, because the person they are about asked for it.
create table airtable_erasures (
  company_id uuid not null references companies (id) on delete cascade,
  table_name text not null,
  record_id text not null,
  asked_at timestamptz not null,
  -- Why it has not been done yet.
  problem text,
  primary key (company_id, table_name, record_id)
);
call protect_tenant_table('airtable_erasures');

-- Which of these people a company has already, had, or is never to have again: each with its place in what was given. With
-- the owner's rights, because under row-level security an index on what is made of a column cannot be used: fifty thousand
-- people would each be looked for in all leads. The company is in every condition. A table that grows while it is asked
-- has no statistics to plan by: that the indexes are the way is said here.
create function find_known_people(people jsonb)
  returns table (place integer, kind text, lead_id uuid, full_name text, deleted_at timestamptz)
  language sql stable security definer set search_path = public, pg_temp
  set plan_cache_mode = force_custom_plan set jit = off
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
  begin atomic
    select person.place, known.kind, known.id, known.full_name, known.deleted_at
    from jsonb_to_recordset(people) as person (place integer, email text, "linkedInUrl" text)
    cross join lateral (
      select * from (
        select 'erased' as kind, null::uuid as id, '' as full_name, null::timestamptz as deleted_at
        where is_erased(current_company(), null, person.email, person."linkedInUrl")
        union all
        select case when l.deleted_at is null then 'there' else 'deleted' end, l.id, l.full_name, l.deleted_at from leads l
        where l.company_id = current_company() and l.email is not null
          and lower(l.email) = lower(btrim(person.email)) and not l.erased
        union all
        select case when l.deleted_at is null then 'there' else 'deleted' end, l.id, l.full_name, l.deleted_at from leads l
        where l.company_id = current_company() and l.linkedin_url is not null
          and profile_key(l.linkedin_url) = profile_key(person."linkedInUrl") and not l.erased
      ) found order by found.kind = 'there' desc, found.deleted_at desc limit 1) known
    order by person.place;
  end;
revoke execute on function find_known_people from public;
grant execute on function find_known_people to usa_tenant;
create policy owner on leads to current_user using (true) with check (true);
create policy owner on erased_people to current_user using (true) with check (true);

-- What leads are found by is kept by triggers alone. A reference besides makes each of them look its lead up again, by
-- whichever index looked best when the table was empty: while a first file comes in, that is one that reads them all.
alter table lead_search drop constraint lead_search_company_id_lead_id_fkey;
create function forget_lead_search() returns trigger language plpgsql as $$
begin
  delete from lead_search where company_id = old.company_id and lead_id = old.id;
  return null;
end
$$;
create trigger forget_search after delete on leads for each row execute function forget_lead_search();
