-- Also letters that are no accented ones but have a plain spelling, the vowel signs of right-to-left scripts, and signs
-- nobody sees. Most texts are plain and need none of it.
create or replace function searchable(given text) returns text
  language sql immutable parallel safe
  return case when given is null then '' when octet_length(given) = length(given)
    then lower(btrim(regexp_replace(given, '\s+', ' ', 'g')))
    else replace(replace(replace(replace(translate(lower(btrim(regexp_replace(regexp_replace(normalize(given, NFKD),
      '[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06ed\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u202a-\u202e\u2060-\u2069\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\ufeff]+', '', 'g'),
      '\s+', ' ', 'g'))), 'øłđħıς', 'oldhiσ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th') end;

-- Deleted is who has the class DELETED, and who is gone from Airtable whatever the class. Lists are ordered by the moments
-- kept here: none may be missing.
create or replace function keep_deletion() returns trigger language plpgsql as $$
begin
  if new.classification = 'DELETED' then
    new.deleted_at := coalesce(new.deleted_at, now());
  elsif tg_op = 'UPDATE' and old.classification = 'DELETED' then
    new.deleted_at := null;
  end if;
  new.classified_at := case when new.classification is not null then coalesce(new.classified_at, now()) end;
  new.rated_at := case when new.lead_rating is not null then coalesce(new.rated_at, now()) end;
  return new;
end
$$;
drop trigger keep_deletion on leads;
create trigger keep_deletion before insert or update of classification, classified_at, deleted_at, lead_rating, rated_at on leads
  for each row execute function keep_deletion();

create index leads_by_name on leads (company_id, lower(full_name collate "nl-x-icu"), id) where deleted_at is null;
create index leads_by_rating on leads (company_id, coalesce(lead_rating, -1), id) where deleted_at is null;
create index leads_by_class on leads (company_id, classification) where deleted_at is null;
create index leads_deleted on leads (company_id, deleted_at desc, id desc) where deleted_at is not null;

create index invitations_connected_with on invitations (company_id, connected_with, accepted_at desc, id desc)
  where accepted_at is not null;

-- What leads are found by, beside them: another class or rating of a lead then leaves the index of its words alone.
create table lead_search (
  company_id uuid not null,
  lead_id uuid not null,
  name text collate "C" not null,
  -- Name, e-mail address and company, with a sign between them that nobody can type.
  text text collate "C" not null,
  -- The same as words, with a blank in front of each.
  words text collate "C" not null,
  primary key (company_id, lead_id),
  foreign key (company_id, lead_id) references leads (company_id, id) on delete cascade
) with (fillfactor = 90);
call protect_tenant_table('lead_search');

create function as_words(given text) returns text
  language sql immutable strict parallel safe
  return ' ' || translate(given, E'\x1f-.@_/&,()''+:;"', repeat(' ', 16));

-- Every two and three letters that follow each other, and with a blank in front every two that begin a word, as one
-- number with the company in it: what the index holds of one company is not mixed with what it holds of others.
create function search_grams(company uuid, given text) returns bigint[]
  language sql immutable strict parallel safe
  return (
    select coalesce(array_agg(distinct hashtextextended(gram, uuid_hash_extended(company, 0))), '{}') from (
      select substr(given, at, size) as gram
      from generate_series(2, 3) as size, generate_series(1, length(given) - size + 1) as at
      union all
      select ' ' || left(word, 2) from unnest(string_to_array(as_words(given), ' ')) as word where length(word) > 1
    ) as grams);

-- Those that a text must have to contain what is sought.
create function sought_grams(company uuid, sought text) returns bigint[]
  language sql immutable strict parallel safe
  return (
    select array_agg(hashtextextended(substr(sought, at, size), uuid_hash_extended(company, 0)))
    from (select least(length(sought), 3) as size) as sizes, generate_series(1, length(sought) - size + 1) as at);

create index lead_search_names on lead_search (company_id, name, lead_id);
-- Without the list of pending entries: it grows with every change, and a search would have to read it all.
create index lead_search_grams on lead_search using gin (search_grams(company_id, text)) with (fastupdate = off);

create function keep_lead_search() returns trigger language plpgsql as $$
declare
  found_name text := left(searchable(new.full_name), 500);
  found_text text := concat_ws(E'\x1f', found_name, left(searchable(new.email), 500), left(searchable(new.company), 500));
begin
  if new.deleted_at is not null then
    delete from lead_search where company_id = new.company_id and lead_id = new.id;
    return null;
  end if;
  insert into lead_search (company_id, lead_id, name, text, words)
  values (new.company_id, new.id, found_name, found_text, as_words(found_text))
  on conflict (company_id, lead_id) do update set name = excluded.name, text = excluded.text, words = excluded.words;
  return null;
end
$$;
create trigger search_new_lead after insert on leads for each row execute function keep_lead_search();
create trigger search_changed_lead after update on leads for each row
  when ((old.full_name, old.email, old.company, old.deleted_at is null) is distinct from
    (new.full_name, new.email, new.company, new.deleted_at is null))
  execute function keep_lead_search();

-- 0: the name begins with it. 1: a word does. 2: it is somewhere.
create function match_rank(sought text, name text, words text) returns integer
  language sql immutable parallel safe
  return case when starts_with(name, sought) then 0 when strpos(words, as_words(sought)) > 0 then 1 else 2 end;

-- The best matches of the current company, in order, and how many there are. With the owner's rights, because under
-- row-level security the index cannot be used: whether a text contains another is asked before whose it is. The company
-- is in the key that is looked up, and in every condition; beside a key, in words that bring in no second index.
create function find_leads(term text, most integer) returns table (lead_id uuid, nth bigint, total bigint)
  language plpgsql stable security definer set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  company uuid := current_company();
  sought text := searchable(term);
  -- With more than this, what stands first is sooner found along the alphabet than by sorting all of them.
  many constant integer := 2000;
  best uuid[];
  begins uuid[];
  -- Where a word begins with the first two letters, if those are letters of one word.
  start text := substring(as_words(searchable(term)) from '^ [^ ]{2}');
begin
  if company is null or length(sought) < 2 then
    return;
  end if;
  select count(*) into total from lead_search s
  where search_grams(s.company_id, s.text) @> sought_grams(company, sought) and s.company_id is not distinct from company
    and (length(sought) <= 3 or strpos(s.text, sought) > 0);
  if total <= many then
    return query
      select s.lead_id, row_number() over (order by match_rank(sought, s.name, s.words), s.name, s.lead_id), find_leads.total
      from lead_search s
      where search_grams(s.company_id, s.text) @> sought_grams(company, sought) and s.company_id is not distinct from company
        and strpos(s.text, sought) > 0
      order by 2 limit most;
    return;
  end if;
  best := array(
    select s.lead_id from lead_search s where s.company_id = company and starts_with(s.name, sought)
    order by s.name, s.lead_id limit most);
  if cardinality(best) < most then
    begins := array(
      select near.lead_id from (
        select * from lead_search s where s.company_id = company order by s.name, s.lead_id limit many) near
      where match_rank(sought, near.name, near.words) = 1
      order by near.name, near.lead_id limit most - cardinality(best));
    if cardinality(best) + cardinality(begins) < most then
      begins := array(
        select s.lead_id from lead_search s
        where search_grams(s.company_id, s.text) @> (sought_grams(company, sought) || sought_grams(company, start))
          and s.company_id is not distinct from company and strpos(s.text, sought) > 0
          and match_rank(sought, s.name, s.words) = 1
        order by s.name, s.lead_id limit most - cardinality(best));
    end if;
    best := best || begins;
  end if;
  if cardinality(best) < most then
    best := best || array(
      select s.lead_id from lead_search s
      where s.company_id = company and strpos(s.text, sought) > 0 and match_rank(sought, s.name, s.words) = 2
      order by s.name, s.lead_id limit most - cardinality(best));
  end if;
  return query select one.id, one.nth, find_leads.total from unnest(best) with ordinality as one (id, nth);
end
$$;
revoke execute on function find_leads from public;
grant execute on function find_leads to usa_tenant;
create policy owner on lead_search to current_user using (true) with check (true);

-- A profile is the same person's however the address was copied: with or without www, a language, a slash or a trailer.
create function profile_key(address text) returns text
  language sql immutable strict parallel safe
  return nullif(regexp_replace(regexp_replace(lower(btrim(address)), '^https?://((www|[a-z]{2})\.)?', ''), '[?#].*$|/+$', '', 'g'), '');
drop index leads_linkedin;
create index leads_profile on leads (company_id, profile_key(linkedin_url)) where linkedin_url is not null;

-- Who has asked to be forgotten, as hashes: enough to know them again, not to know who they are.
create table erased_people (
  company_id uuid not null references companies (id) on delete cascade,
  hash bytea not null,
  erased_at timestamptz not null,
  primary key (company_id, hash)
);
call protect_tenant_table('erased_people');

create function person_hashes(company uuid, provider_id text, email text, linkedin_url text) returns bytea[]
  language sql immutable parallel safe
  return array(
    select sha256(convert_to(concat_ws(' ', company, kind, value), 'UTF8'))
    from (values ('provider', nullif(btrim(provider_id), '')), ('email', nullif(lower(btrim(email)), '')),
      ('profile', profile_key(linkedin_url))) as known (kind, value)
    where value is not null);

create function is_erased(company uuid, provider_id text, email text, linkedin_url text) returns boolean
  language sql stable
  return exists (select from erased_people e where e.company_id = company) and exists (
    select from erased_people e
    where e.company_id = company and e.hash = any(person_hashes(company, provider_id, email, linkedin_url)));

-- What is left of a person who was erased: a row without anything of them, so that whatever points to it still can.
alter table leads add column erased boolean not null default false;
create function forget_erased_lead() returns trigger language plpgsql as $$
begin
  if not new.erased and not is_erased(new.company_id, new.provider_id, new.email, new.linkedin_url) then
    return new;
  end if;
  new.erased := true;
  new.classification := 'DELETED';
  new.deleted_at := coalesce(new.deleted_at, now());
  new.full_name := '';
  new.provider_id := null;
  new.linkedin_url := null;
  new.title := null;
  new.company := null;
  new.website := null;
  new.employees := null;
  new.email := null;
  new.location := null;
  new.industry := null;
  new.hubspot_id := null;
  new.profile_picture_url := null;
  new.lead_rating := null;
  new.motivation := null;
  new.person_profile := null;
  new.html_report := null;
  return new;
end
$$;
create trigger forget_erased before insert or update on leads for each row execute function forget_erased_lead();

create function forget_erased_message() returns trigger language plpgsql as $$
begin
  if exists (select from leads l where l.company_id = new.company_id and l.id = new.lead_id and l.erased) then
    new.content := '';
    new.feedback := null;
    new.motivation_rating := null;
  end if;
  return new;
end
$$;
create trigger forget_erased before insert or update on messages for each row
  when (new.lead_id is not null) execute function forget_erased_message();

create function forget_erased_queue_item() returns trigger language plpgsql as $$
begin
  if exists (select from leads l where l.company_id = new.company_id and l.id = new.lead_id and l.erased) then
    new.text := '';
  end if;
  return new;
end
$$;
create trigger forget_erased before insert or update on queue_items for each row
  when (new.lead_id is not null) execute function forget_erased_queue_item();

-- The log is append-only for every role. Of somebody who was erased it keeps who did what and when, and no more.
create function forget_in_log(subjects text[]) returns void
  language sql security definer set search_path = public, pg_temp
  begin atomic
    update audit_log set subject_name = null, before = null, after = null
    where company_id = current_company() and subject_id = any(subjects);
  end;
revoke execute on function forget_in_log from public;
grant execute on function forget_in_log to usa_tenant;

-- A file with leads on its way in.
create table lead_imports (
  company_id uuid not null references companies (id) on delete cascade,
  id uuid not null default new_id(),
  file_name text not null,
  -- As text, however it came; gone once it has been read to the end.
  content text,
  delimiter text not null,
  columns jsonb not null,
  total integer not null,
  -- Per field of a lead, the column it comes from.
  mapping jsonb,
  status text not null default 'uploaded' check (status in ('uploaded', 'queued', 'running', 'done', 'failed')),
  done integer not null default 0,
  added integer not null default 0,
  duplicates integer not null default 0,
  refused integer not null default 0,
  -- The first of the rows that were not taken over, each with the reason.
  problems jsonb not null default '[]',
  uploaded_by text not null,
  uploaded_by_id uuid not null,
  uploaded_at timestamptz not null,
  finished_at timestamptz,
  primary key (company_id, id)
);
create index lead_imports_recent on lead_imports (company_id, uploaded_at desc);
call protect_tenant_table('lead_imports');
