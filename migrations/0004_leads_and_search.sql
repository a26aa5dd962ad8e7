-- The keys by which leads are recognised as the same person. A value that cannot identify anybody has no key: people who all have
-- "n.v.t." as their address are not one person.

-- The same profile has the same key, with or without scheme, www, language subdomain, trailing slash and query string. The pages of
-- companies and old addresses that name the person in the query string have none.
create function profile_key(address text) returns text
  language sql immutable strict parallel safe
  return substring(regexp_replace(regexp_replace(lower(btrim(address)),
    '^(https?://)?((www|m|[a-z]{2})\.)?', ''), '/*([?#].*)?$', '')
    from '^linkedin\.com/(?:in|pub|sales/(?:lead|people)|(?:recruiter|talent)/profile)/[^/]*[^/ ._-].*$');

create function email_key(address text) returns text
  language sql immutable strict parallel safe
  return substring(lower(btrim(address)) from '^.*[^@[:space:]]@[^@[:space:]].*$');

-- What people fill in when they have no value.
create function is_placeholder(input text) returns boolean
  language sql immutable parallel safe
  return lower(btrim(coalesce(input, '')))
    ~ '^([^[:alnum:]]*|n[./ ]?v[./ ]?t\.?|#?n[./ ]?a\.?|x+|0+|geen|leeg|onbekend|unknown|none|null|undefined|test)$';

-- For an erasure: the key of an address that one person has. Colleagues share the mailbox of their company.
create function personal_email_key(address text) returns text
  language sql immutable strict parallel safe
  return case when not is_placeholder(split_part(email_key(address), '@', 1)) and split_part(email_key(address), '@', 1) not in (
    'info', 'contact', 'sales', 'verkoop', 'marketing', 'office', 'kantoor', 'receptie', 'administratie', 'admin', 'mail', 'email', 'post',
    'hello', 'hallo', 'support', 'service', 'klantenservice', 'hr', 'jobs', 'no-reply', 'noreply') then email_key(address) end;

-- The rule of mayBeContacted in src/contract/classification.ts for queries, which also leave out deleted leads; a test compares the two.
-- PostgreSQL inlines it, so that the partial indexes on leads that are not deleted can be used.
create function may_be_contacted(classification text, deleted_at timestamptz, erased boolean) returns boolean
  language sql immutable parallel safe
  return deleted_at is null and not erased
    and coalesce(classification, '') not in ('DO NOT CONNECT', 'NOT INTERESTED', 'NOT RELEVANT', 'DELETED');

create table leads (
  company_id uuid not null references companies (id) on delete cascade,
  id uuid not null default new_id(),
  provider_id text,
  full_name text not null default '',
  linkedin_url text,
  date_added timestamptz not null default now(),
  title text,
  company text,
  website text,
  employees text,
  email text,
  phone text,
  location text,
  industry text,
  hubspot_id text,
  contract_owner text,
  lead_allocated text,
  profile_picture_url text,
  lead_rating smallint check (lead_rating between 0 and 10),
  rated_at timestamptz,
  classification text check (classification in ('COLD', 'NOT INTERESTED', 'NOT RELEVANT', 'CONNECTED', 'DO NOT CONNECT',
    'INTERESTED', 'HOT', 'CLIENT', 'DELETED')),
  classified_at timestamptz,
  motivation text,
  person_profile text,
  html_report text,
  -- A user has accepted the writer's rating: it stays while Airtable has none (keep_accepted_rating in 0009), or still has the rating
  -- that it had when the user accepted.
  rating_accepted boolean not null default false,
  -- Airtable's rating when the record was last read. Null after a new one of Airtable has replaced an accepted rating: lead_rating is
  -- then Airtable's.
  airtable_rating smallint,
  -- lead_allocated was chosen here: keep_allocation keeps it where Airtable has no value.
  allocated_here boolean not null default false,
  has_report boolean generated always as (html_report is not null) stored,
  -- Deleted leads are only in the list of deleted leads. They can be restored for 30 days.
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The lead with which a duplicate was merged. The duplicate stays as a deleted lead with its own details: the Airtable sync finds
  -- it by its record, and meetings by its e-mail address.
  merged_into uuid,
  -- The person was erased: the row is empty and remains for the rows that refer to it.
  erased boolean not null default false,
  -- Stored keys instead of index expressions: under row-level security a query can use an expression index only if its
  -- functions are leakproof, and lower() is not.
  email_key text generated always as (email_key(email)) stored,
  profile_key text generated always as (profile_key(linkedin_url)) stored,
  name_sort_key text collate "nl-x-icu" not null generated always as (lower(full_name collate "nl-x-icu")) stored,
  rating_sort_key smallint not null generated always as (coalesce(lead_rating, (-1)::smallint)) stored,
  -- Truncated, because index entries have a maximum size.
  owner_key text generated always as (left(contract_owner, 200)) stored,
  industry_key text generated always as (left(industry, 200)) stored,
  primary key (company_id, id),
  foreign key (company_id, merged_into) references leads (company_id, id) on delete set null (merged_into)
) with (fillfactor = 85);
create index leads_recent on leads (company_id, date_added desc, id desc) where deleted_at is null;
create index leads_provider on leads (company_id, provider_id);
create index leads_hot on leads (company_id, classified_at desc, id desc) where deleted_at is null and classification = 'HOT';
create index leads_rated on leads (company_id, rated_at desc, id desc) where deleted_at is null and rated_at is not null;
create index leads_email_key on leads (company_id, email_key) where email_key is not null;
create index leads_profile on leads (company_id, profile_key) where profile_key is not null;
create index leads_by_name on leads (company_id, name_sort_key, id) where deleted_at is null;
create index leads_by_rating on leads (company_id, rating_sort_key, id) where deleted_at is null;
create index leads_by_classification on leads (company_id, classification) where deleted_at is null;
-- Without the sort key: equal entries are stored once, so that these indexes are small. A rare value is looked up and sorted;
-- for a frequent one the planner reads the index of the sort order and skips the other leads.
create index leads_by_owner on leads (company_id, owner_key) where deleted_at is null;
create index leads_by_industry on leads (company_id, industry_key) where deleted_at is null;
create index leads_clients on leads (company_id, classified_at) where classification = 'CLIENT';
create index leads_merged on leads (company_id, merged_into) where merged_into is not null;
create index leads_deleted on leads (company_id, deleted_at desc, id desc) where deleted_at is not null;
call protect_tenant_table('leads');
call clear_rows_on_erasure('leads', 'id = any (person.leads)',
  replacement_values => '{"erased": true, "classification": "DELETED", "full_name": "", "provider_id": null,
    "linkedin_url": null, "title": null, "company": null, "website": null, "employees": null, "email": null,
    "phone": null, "location": null, "industry": null, "hubspot_id": null, "profile_picture_url": null,
    "lead_rating": null, "motivation": null, "person_profile": null, "html_report": null, "rating_accepted": false,
    "airtable_rating": null}',
  kept_columns => '{date_added, contract_owner, lead_allocated, allocated_here, rated_at, classified_at, deleted_at, created_at, updated_at,
    merged_into}');

-- A lead is deleted when it is classified as DELETED, or when its record was deleted in Airtable. Lists are ordered by
-- classified_at and rated_at, so these are set whenever there is a classification or a rating.
create function set_lead_timestamps() returns trigger language plpgsql as $$
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
create trigger set_lead_timestamps
  before insert or update of classification, classified_at, deleted_at, lead_rating, rated_at on leads
  for each row execute function set_lead_timestamps();

-- "Allocate Leads" is not written to Airtable: without this the sync would overwrite its choice with null. A value of Airtable's own
-- replaces it (decision 0024).
create function keep_allocation() returns trigger language plpgsql as $$
begin
  if coalesce(btrim(new.lead_allocated), '') = '' then
    new.lead_allocated := old.lead_allocated;
  elsif new.lead_allocated is distinct from old.lead_allocated then
    new.allocated_here := false;
  end if;
  return new;
end
$$;
create trigger keep_allocation before update of lead_allocated on leads for each row
  when (old.allocated_here and new.allocated_here) execute function keep_allocation();

-- A duplicate that gets another class in Airtable is a lead of its own again.
create function unmerge_restored_lead() returns trigger language plpgsql as $$
begin
  if new.deleted_at is null then
    new.merged_into := null;
  end if;
  return new;
end
$$;
-- Triggers run in the order of their names: this one after set_lead_timestamps.
create trigger unmerge_restored_lead before update on leads for each row
  when (old.merged_into is not null) execute function unmerge_restored_lead();

create table classification_changes (
  company_id uuid not null,
  id uuid not null default new_id(),
  lead_id uuid not null,
  old_value text,
  new_value text,
  changed_at timestamptz not null,
  changed_by text not null,
  primary key (company_id, id),
  foreign key (company_id, lead_id) references leads (company_id, id) on delete cascade
);
create index classification_changes_lead on classification_changes (company_id, lead_id, changed_at desc);
call protect_tenant_table('classification_changes');
call delete_rows_on_erasure('classification_changes', 'lead_id = any (person.leads)');

-- A text as it is searched: lower case, without accents, invisible characters and repeated spaces, so that "jose" finds
-- "José". Letters without a decomposition (ø, ß, æ) get their plain spelling. Most texts are ASCII and skip all of that.
create function normalize_for_search(input text) returns text
  language sql immutable parallel safe
  return case when input is null then '' when octet_length(input) = length(input)
    then lower(btrim(regexp_replace(input, '\s+', ' ', 'g')))
    else replace(replace(replace(replace(translate(lower(btrim(regexp_replace(regexp_replace(normalize(input, NFKD),
      '[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06ed\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u202a-\u202e\u2060-\u2069\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\ufeff]+', '', 'g'),
      '\s+', ' ', 'g'))), 'øłđħıς', 'oldhiσ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th') end;

-- The search texts have their own table, so that a change of a lead's classification or rating does not update the n-gram
-- index. Triggers maintain it. It has no foreign key to leads: during a large first import the cached plan of the
-- foreign-key check was made while the table was empty, which is a sequential scan for every row.
create table lead_search (
  company_id uuid not null,
  lead_id uuid not null,
  name text collate "C" not null,
  -- Name, e-mail address and company, separated by a character that cannot be typed (U+001F).
  text text collate "C" not null,
  -- The same text as words, each with a space before it.
  words text collate "C" not null,
  primary key (company_id, lead_id)
) with (fillfactor = 90);
call protect_tenant_table('lead_search');
call delete_rows_on_erasure('lead_search', 'lead_id = any (person.leads)');
-- find_leads runs as the owner.
create policy owner on lead_search to current_user using (true) with check (true);

-- Replaces separators by spaces, and puts a space before the text.
create function split_into_words(input text) returns text
  language sql immutable strict parallel safe
  return ' ' || translate(input, E'\x1f-.@_/&,()''+:;"', repeat(' ', 16));

-- All bigrams and trigrams of a text, and the first two letters of each word with a space before them. Each is hashed
-- together with the company, so that companies have different index entries.
create function search_ngrams(company uuid, input text) returns bigint[]
  language sql immutable strict parallel safe
  return (
    select coalesce(array_agg(distinct hashtextextended(gram, uuid_hash_extended(company, 0))), '{}') from (
      select substr(input, start, size) as gram
      from generate_series(2, 3) as size, generate_series(1, length(input) - size + 1) as start
      union all
      select ' ' || left(word, 2) from unnest(string_to_array(split_into_words(input), ' ')) as word where length(word) > 1
    ) as grams);

-- The n-grams that every text with this term has. Adjacent instead of overlapping trigrams: a third as many for a long
-- term, and the queries check each match against the text anyway.
create function term_ngrams(company uuid, term text) returns bigint[]
  language sql immutable strict parallel safe
  return (
    select array_agg(hashtextextended(substr(term, least(start, length(term) - size + 1), size), uuid_hash_extended(company, 0)))
    from (select least(length(term), 3) as size) as sizes, generate_series(1, length(term), size) as start);

create index lead_search_names on lead_search (company_id, name, lead_id);
-- A first synchronisation inserts tens of thousands of leads. The pending list (fastupdate) halves the time of an insert;
-- it is limited to 256 kB, because every search reads all of it.
create index lead_search_ngrams on lead_search using gin (search_ngrams(company_id, text))
  with (fastupdate = on, gin_pending_list_limit = 256);

create function update_lead_search() returns trigger language plpgsql as $$
declare
  search_name text := left(normalize_for_search(new.full_name), 500);
  search_text text := concat_ws(E'\x1f', search_name, left(normalize_for_search(new.email), 500),
    left(normalize_for_search(new.company), 500));
begin
  if new.deleted_at is not null then
    delete from lead_search where company_id = new.company_id and lead_id = new.id;
    return null;
  end if;
  insert into lead_search (company_id, lead_id, name, text, words)
  values (new.company_id, new.id, search_name, search_text, split_into_words(search_text))
  on conflict (company_id, lead_id) do update set name = excluded.name, text = excluded.text, words = excluded.words;
  return null;
end
$$;
create trigger add_to_search after insert on leads for each row execute function update_lead_search();
create trigger update_in_search after update on leads for each row
  when ((old.full_name, old.email, old.company, old.deleted_at is null) is distinct from
    (new.full_name, new.email, new.company, new.deleted_at is null))
  execute function update_lead_search();

create function delete_lead_search() returns trigger language plpgsql as $$
begin
  delete from lead_search where company_id = old.company_id and lead_id = old.id;
  return null;
end
$$;
create trigger delete_from_search after delete on leads for each row execute function delete_lead_search();

-- 0: the name starts with the term. 1: a word starts with it. 2: the term is elsewhere in the text.
create function match_rank(term text, name text, words text) returns integer
  language sql immutable parallel safe
  return case when starts_with(name, term) then 0 when strpos(words, split_into_words(term)) > 0 then 1 else 2 end;

-- For a term of two letters: true if a cheap scan along the primary key finds more than max_ranked matches. False, without
-- that scan, if fewer than a third of the first 100 leads match: then the n-gram index finds all matches faster.
create function is_frequent_term(company uuid, term text, max_ranked integer) returns boolean
  language plpgsql stable set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
declare
  sample_size constant integer := 100;
  -- If a third of the leads match, this many leads have more than max_ranked matches.
  scan_limit integer := 4 * max_ranked;
begin
  if (
    select count(*) from (
      select s.text from lead_search s where s.company_id = company order by s.lead_id limit sample_size) sample
    where strpos(sample.text, term) > 0) * 3 < sample_size then
    return false;
  end if;
  return (
    select count(*) from (
      select from (
        select s.text from lead_search s where s.company_id = company order by s.lead_id limit scan_limit) scanned
      where strpos(scanned.text, term) > 0 limit max_ranked + 1) matches) > max_ranked;
end
$$;
revoke execute on function is_frequent_term from public;

-- The first matches of a term that very many leads contain: by rank, then by name, read in index order without sorting
-- all matches. force_custom_plan: only if the planner sees the term, starts_with becomes a range scan of lead_search_names.
create function find_leads_by_frequent_term(company uuid, term text, max_rows integer) returns uuid[]
  language plpgsql stable set search_path = public, pg_temp set plan_cache_mode = force_custom_plan set jit = off as $$
declare
  scan_limit integer;
  matches uuid[];
  word_matches uuid[];
  -- The first two letters of the term with a space before them, if both belong to one word.
  word_start text := substring(split_into_words(term) from '^ [^ ]{2}');
begin
  matches := array(
    select s.lead_id from lead_search s where s.company_id = company and starts_with(s.name, term)
    order by s.name, s.lead_id limit max_rows);
  if cardinality(matches) < max_rows then
    -- A first scan of 600 names; a longer one only if that found at least a twentieth of max_rows.
    foreach scan_limit in array array[600, 6000] loop
      word_matches := array(
        select scanned.lead_id from (
          select * from lead_search s where s.company_id = company order by s.name, s.lead_id limit scan_limit) scanned
        where strpos(scanned.text, term) > 0 and match_rank(term, scanned.name, scanned.words) = 1
        order by scanned.name, scanned.lead_id limit max_rows - cardinality(matches));
      exit when cardinality(word_matches) < max_rows / 20 or cardinality(matches) + cardinality(word_matches) >= max_rows;
    end loop;
    if cardinality(matches) + cardinality(word_matches) < max_rows then
      word_matches := array(
        select s.lead_id from lead_search s
        where search_ngrams(s.company_id, s.text) @> (term_ngrams(company, term) || term_ngrams(company, word_start))
          and s.company_id is not distinct from company and strpos(s.text, term) > 0
          and match_rank(term, s.name, s.words) = 1
        order by s.name, s.lead_id limit max_rows - cardinality(matches));
    end if;
    matches := matches || word_matches;
  end if;
  if cardinality(matches) < max_rows then
    matches := matches || array(
      select s.lead_id from lead_search s
      where s.company_id = company and strpos(s.text, term) > 0 and match_rank(term, s.name, s.words) = 2
      order by s.name, s.lead_id limit max_rows - cardinality(matches));
  end if;
  return matches;
end
$$;
revoke execute on function find_leads_by_frequent_term from public;

-- The best matches of the current company in order, and how many there are (counted up to 5,000).
-- Security definer: under row-level security the n-gram index cannot be used, because its operator is not leakproof. Every
-- query filters by the company. Next to the n-gram condition this filter is written as "is not distinct from", so that the
-- planner uses the n-gram index only and does not combine it with a second one.
-- force_generic_plan: for a rare term the plan is always one lookup in the n-gram index, and planning takes longer than that.
create function find_leads(term text, max_rows integer) returns table (lead_id uuid, match_number bigint, total bigint)
  language plpgsql stable security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan
  set jit = off as $$
declare
  company uuid := current_company();
  search_term text := normalize_for_search(term);
  term_words text := split_into_words(search_term);
  ngrams bigint[];
  matches uuid[];
  -- Beyond this many matches, reading along the index of names is faster than sorting them.
  max_ranked integer := greatest(5000, max_rows);
begin
  if company is null or length(search_term) < 2 then
    return;
  end if;
  if length(search_term) = 2 and is_frequent_term(company, search_term, max_ranked) then
    total := max_ranked + 1;
  else
    ngrams := term_ngrams(company, search_term);
    with candidates as materialized (
      select s.lead_id, s.name, s.words
      from lead_search s
      where search_ngrams(s.company_id, s.text) @> ngrams and s.company_id is not distinct from company
        and (length(search_term) <= 3 or strpos(s.text, search_term) > 0)
      limit max_ranked + 1),
    counted as materialized (select count(*) as total from candidates)
    select counted.total, array(
      select candidates.lead_id from candidates where counted.total <= max_ranked
      order by case when starts_with(candidates.name, search_term) then 0
          when strpos(candidates.words, term_words) > 0 then 1 else 2 end,
        candidates.name, candidates.lead_id limit max_rows)
    from counted
    into total, matches;
  end if;
  if total > max_ranked then
    matches := find_leads_by_frequent_term(company, search_term, max_rows);
  end if;
  return query select match.id, match.number, find_leads.total from unnest(matches) with ordinality as match (id, number);
end
$$;
revoke execute on function find_leads from public;
grant execute on function find_leads to usa_tenant;

-- All leads of the current company that contain a term; null if there are more than max_rows. Security definer, as find_leads.
create function find_lead_ids(term text, max_rows integer) returns uuid[]
  language plpgsql stable security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan
  set jit = off as $$
declare
  company uuid := current_company();
  search_term text := normalize_for_search(term);
  ngrams bigint[];
  matches uuid[];
begin
  if company is null or length(search_term) < 2 then
    return '{}';
  end if;
  if length(search_term) = 2 and is_frequent_term(company, search_term, max_rows) then
    return null;
  end if;
  ngrams := term_ngrams(company, search_term);
  matches := array(
    select s.lead_id from lead_search s
    where search_ngrams(s.company_id, s.text) @> ngrams and s.company_id is not distinct from company
      and (length(search_term) <= 3 or strpos(s.text, search_term) > 0)
    limit max_rows + 1);
  return case when cardinality(matches) <= max_rows then matches end;
end
$$;
revoke execute on function find_lead_ids from public;
grant execute on function find_lead_ids to usa_tenant;

-- Hashes of persons who were erased on request: a returning person is recognised without storing who it is.
create table erased_people (
  company_id uuid not null references companies (id) on delete cascade,
  hash bytea not null,
  erased_at timestamptz not null,
  primary key (company_id, hash)
);
call protect_tenant_table('erased_people');
call keep_rows_on_erasure('erased_people', 'a hash does not identify a person');

-- For an erasure: whether the company has leads of different people with this address, such as team@, by its key. Different names are
-- not enough, as one person may be spelled in two ways; nor are a profile and a page of Sales Navigator, or the ids of these.
create function is_shared_mailbox(of_company uuid, address text) returns boolean
  language sql stable
  return exists (
    select from leads a join leads b on b.company_id = a.company_id and b.email_key = a.email_key
    where a.company_id = of_company and a.email_key = address and coalesce(a.merged_into, a.id) <> coalesce(b.merged_into, b.id)
      and strpos(a.name_sort_key, b.name_sort_key) = 0 and strpos(b.name_sort_key, a.name_sort_key) = 0
      and (a.profile_key like 'linkedin.com/in/%' and b.profile_key like 'linkedin.com/in/%' and a.profile_key <> b.profile_key
        or not is_placeholder(a.provider_id) and left(a.provider_id, 4) = left(b.provider_id, 4) and a.provider_id <> b.provider_id));

create function person_hashes(company uuid, provider_id text, email text, linkedin_url text) returns bytea[]
  language sql immutable parallel safe
  return array(
    select sha256(convert_to(concat_ws(' ', company, kind, value), 'UTF8'))
    from (values ('provider', case when not is_placeholder(provider_id) then btrim(provider_id) end),
      ('email', personal_email_key(email)), ('profile', profile_key(linkedin_url))) as known (kind, value)
    where value is not null);

create function is_erased(company uuid, provider_id text, email text, linkedin_url text) returns boolean
  language sql stable
  return exists (select from erased_people e where e.company_id = company) and exists (
    select from erased_people e
    where e.company_id = company and e.hash = any(person_hashes(company, provider_id, email, linkedin_url)));

-- Which of these people the company already has as a lead (a merged duplicate is the lead that was kept), has deleted, or has erased; `person_index` is the index
-- in the input array. Security definer: under row-level security no index is used to look up a value that a function
-- computes, unless that function is leakproof, so that each of 50,000 people would be compared with all leads. Every query
-- filters by the company. The planner settings force index scans, because a table that grows during an import has no
-- statistics yet.
create function find_known_people(people jsonb)
  returns table (person_index integer, kind text, lead_id uuid, full_name text, deleted_at timestamptz)
  language sql stable security definer set search_path = public, pg_temp
  set plan_cache_mode = force_custom_plan set jit = off
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
  begin atomic
    select person.index, known.kind, known.id, known.full_name, known.deleted_at
    from jsonb_to_recordset(people) as person (index integer, email text, "linkedInUrl" text)
    cross join lateral (
      select * from (
        select 'erased' as kind, null::uuid as id, '' as full_name, null::timestamptz as deleted_at
        where is_erased(current_company(), null, person.email, person."linkedInUrl")
        union all
        select case when k.deleted_at is null then 'existing' else 'deleted' end, k.id, k.full_name, k.deleted_at
        from leads l join leads k on k.company_id = l.company_id and k.id = coalesce(l.merged_into, l.id)
        where l.company_id = current_company() and l.email_key = nullif(lower(btrim(person.email)), '') and not l.erased
        union all
        select case when k.deleted_at is null then 'existing' else 'deleted' end, k.id, k.full_name, k.deleted_at
        from leads l join leads k on k.company_id = l.company_id and k.id = coalesce(l.merged_into, l.id)
        where l.company_id = current_company() and l.profile_key = profile_key(person."linkedInUrl") and not l.erased
      ) found order by found.kind = 'existing' desc, found.deleted_at desc limit 1) known
    order by person.index;
  end;
revoke execute on function find_known_people from public;
grant execute on function find_known_people to usa_tenant;
create policy owner on leads to current_user using (true) with check (true);
create policy owner on erased_people to current_user using (true) with check (true);

-- Other leads of the current company that seem to be the same person, with the strongest reason. Security definer for
-- the same reason as find_known_people: the normalised name is computed.
create function find_duplicates(lead uuid) returns table (lead_id uuid, reason text)
  language sql stable security definer set search_path = public, pg_temp
  set plan_cache_mode = force_custom_plan set jit = off
  begin atomic
    select distinct on (found.id) found.id, found.reason
    from leads l cross join lateral (
      select d.id, 1 as rank, 'linkedin' as reason from leads d
      where d.company_id = l.company_id and d.provider_id = l.provider_id and not is_placeholder(l.provider_id)
      union all
      select d.id, 1, 'linkedin' from leads d
      where d.company_id = l.company_id and d.profile_key = l.profile_key
      union all
      select d.id, 2, 'email' from leads d where d.company_id = l.company_id and d.email_key = l.email_key
      union all
      select d.id, 3, 'name' from lead_search s join leads d on d.company_id = s.company_id and d.id = s.lead_id
      where s.company_id = l.company_id and s.name = left(nullif(normalize_for_search(l.full_name), ''), 500)
        and normalize_for_search(d.company) = nullif(normalize_for_search(l.company), '')
    ) found
    join leads other on other.company_id = l.company_id and other.id = found.id and other.deleted_at is null
    where l.company_id = current_company() and l.id = lead and found.id <> l.id
    order by found.id, found.rank
    limit 20;
  end;
revoke execute on function find_duplicates from public;
grant execute on function find_duplicates to usa_tenant;

-- All leads of the current company that belong to the same person as this lead, itself included: those with the same key, those with the
-- same name behind a shared mailbox, those merged with it, and in turn the leads of each of these. Security definer, because under
-- row-level security a computed key cannot use the index, and all leads of the company would be read.
create function find_leads_of_person(lead uuid) returns setof uuid
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    with recursive person (id) as (
      select l.id from leads l where l.company_id = current_company() and l.id = lead and not l.erased
      union
      select found.id from person join leads l on l.company_id = current_company() and l.id = person.id cross join lateral (
        select d.id, d.erased from leads d
        where d.company_id = l.company_id and d.provider_id = l.provider_id and not is_placeholder(l.provider_id)
        union all
        select d.id, d.erased from leads d where d.company_id = l.company_id and d.email_key = personal_email_key(l.email)
          and not is_shared_mailbox(l.company_id, l.email_key)
        union all
        -- Behind a mailbox of several people, a whole name tells who it is; a first name does not.
        select d.id, d.erased from leads d where d.company_id = l.company_id and d.email_key = l.email_key
          and l.name_sort_key ~ '\S\s+\S' and btrim(d.name_sort_key) = btrim(l.name_sort_key)
          and not is_placeholder(split_part(l.email_key, '@', 1))
        union all
        select d.id, d.erased from leads d where d.company_id = l.company_id and d.profile_key = l.profile_key
        union all
        select d.id, d.erased from leads d where d.company_id = l.company_id and d.merged_into = l.id
        union all
        select d.id, d.erased from leads d where d.company_id = l.company_id and d.id = l.merged_into
      ) found where not found.erased)
    select person.id from person;
  end;
revoke execute on function find_leads_of_person from public;
grant execute on function find_leads_of_person to usa_tenant;

-- The e-mail addresses by which meetings find a lead: its own, and those of the duplicates that were merged into it. Use it in a
-- subselect, so that it is evaluated once and not for every meeting.
create function emails_of_lead(of_company uuid, lead uuid) returns text[]
  language sql stable parallel safe
  return array(select l.email_key from leads l
    where l.company_id = of_company and lead in (l.id, l.merged_into) and l.email_key is not null);

-- Gives the rows of a lead to another lead, in every table with a foreign key to leads, also those of later migrations. A row
-- that the other lead has already, such as the same tag, is not moved.
create function move_rows_of_lead(from_lead uuid, to_lead uuid) returns void language plpgsql as $$
declare
  company uuid := current_company();
  reference record;
  place tid;
begin
  for reference in
    select c.conrelid::regclass as name, a.attname as lead_column
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[2]
    where c.contype = 'f' and c.confrelid = 'leads'::regclass and cardinality(c.conkey) = 2
    order by c.conrelid
  loop
    -- Locked: an update by somebody else would move the row to another place.
    for place in execute format('select ctid from %s where company_id = $1 and %I = $2 for update', reference.name,
      reference.lead_column) using company, from_lead
    loop
      begin
        execute format('update %s set %I = $1 where ctid = $2 and company_id = $3', reference.name, reference.lead_column)
          using to_lead, place, company;
      exception when unique_violation then
        null;
      end;
    end loop;
  end loop;
end
$$;

-- A user's saved filters, order and columns of All Leads.
create table lead_views (
  company_id uuid not null references companies (id) on delete cascade,
  id uuid not null default new_id(),
  name text not null,
  -- Null: its user was deleted. A shared view then remains, and company admins may change it.
  user_id uuid references users (id) on delete set null,
  is_shared boolean not null default false,
  -- As leadViewSettings in src/contract/lead-views.ts.
  settings jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (company_id, id)
);
create index lead_views_user on lead_views (company_id, user_id);
call protect_tenant_table('lead_views');
-- A view may search for the person, or be named after them.
call delete_rows_on_erasure('lead_views', $$mentions_person(name || ' ' || settings::text, person.identifiers)$$);

create table lead_notes (
  company_id uuid not null references companies (id) on delete cascade,
  id uuid not null default new_id(),
  lead_id uuid not null,
  text text not null,
  author text not null,
  -- Null: the user was deleted, or the product wrote it.
  author_id uuid references users (id) on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, lead_id) references leads (company_id, id) on delete cascade
);
create index lead_notes_lead on lead_notes (company_id, lead_id, created_at desc);
call protect_tenant_table('lead_notes');
call delete_rows_on_erasure('lead_notes', 'lead_id = any (person.leads)');

create table lead_tags (
  company_id uuid not null references companies (id) on delete cascade,
  lead_id uuid not null,
  tag text not null,
  primary key (company_id, lead_id, tag),
  foreign key (company_id, lead_id) references leads (company_id, id) on delete cascade
);
create index lead_tags_tag on lead_tags (company_id, tag, lead_id);
call protect_tenant_table('lead_tags');
call delete_rows_on_erasure('lead_tags', 'lead_id = any (person.leads)');

-- Imports of CSV files with leads.
create table lead_imports (
  company_id uuid not null references companies (id) on delete cascade,
  id uuid not null default new_id(),
  file_name text not null,
  delimiter text not null,
  columns jsonb not null,
  total_rows integer not null,
  -- For each field of a lead, the column of the file.
  mapping jsonb,
  status text not null default 'uploaded'
    check (status in ('uploaded', 'queued', 'running', 'done', 'failed', 'stopped')),
  processed_rows integer not null default 0,
  added_rows integer not null default 0,
  duplicate_rows integer not null default 0,
  rejected_rows integer not null default 0,
  uploaded_by text not null,
  uploaded_by_id uuid not null,
  uploaded_at timestamptz not null,
  -- Until it is started, the user who uploaded it.
  started_by text not null,
  started_by_id uuid not null,
  finished_at timestamptz,
  -- The content in UTF-8, until the import ends.
  file bytea,
  -- The last row of the file that was processed, and the byte at which the next one starts.
  row_number integer not null default 0,
  next_row_offset bigint not null default 0,
  failed_attempts integer not null default 0,
  -- Why it stopped, as a text for the screen.
  problem text,
  primary key (company_id, id)
);
-- Uncompressed, so that a chunk of the file can be read without decompressing everything before it.
alter table lead_imports alter column file set storage external;
create index lead_imports_recent on lead_imports (company_id, uploaded_at desc);
call protect_tenant_table('lead_imports');
-- Erasing a person deletes the unfinished imports whose file mentions them (a finished import has no file). A running
-- import stops; the leads it has added remain.
call delete_rows_on_erasure('lead_imports',
  $$file is not null and mentions_person(convert_from(file, 'UTF8'), person.identifiers)$$);

-- The rows of a file that were skipped.
create table lead_import_skipped_rows (
  company_id uuid not null,
  import_id uuid not null,
  row_number integer not null,
  kind text not null check (kind in ('duplicate', 'rejected')),
  -- Name or e-mail address, as in the file.
  person_label text not null,
  reason text not null,
  -- The existing lead, for a duplicate.
  lead_id uuid,
  primary key (company_id, import_id, row_number),
  foreign key (company_id, import_id) references lead_imports (company_id, id) on delete cascade
);
create index lead_import_skipped_rows_lead on lead_import_skipped_rows (company_id, lead_id) where lead_id is not null;
call protect_tenant_table('lead_import_skipped_rows');
call delete_rows_on_erasure('lead_import_skipped_rows',
  'lead_id = any (person.leads) or lower(btrim(person_label)) = any (person.identifiers)');
