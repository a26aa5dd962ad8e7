-- What is common: the first by the alphabet of each rank, without sorting all of them. Planned for each text anew, because
-- only then the index of names can be entered where the text stands.
create function find_common_leads(company uuid, sought text, most integer) returns uuid[]
  language plpgsql stable set search_path = public, pg_temp set plan_cache_mode = force_custom_plan set jit = off as $$
declare
  near constant integer := 2000;
  best uuid[];
  begins uuid[];
  -- Where a word begins with the first two letters, if those are letters of one word.
  start text := substring(as_words(sought) from '^ [^ ]{2}');
begin
  best := array(
    select s.lead_id from lead_search s where s.company_id = company and starts_with(s.name, sought)
    order by s.name, s.lead_id limit most);
  if cardinality(best) < most then
    begins := array(
      select first.lead_id from (
        select * from lead_search s where s.company_id = company order by s.name, s.lead_id limit near) first
      where match_rank(sought, first.name, first.words) = 1
      order by first.name, first.lead_id limit most - cardinality(best));
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
  return best;
end
$$;
revoke execute on function find_common_leads from public;

create function count_matches(company uuid, sought text, grams bigint[]) returns bigint
  language plpgsql stable set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
begin
  return (
    select count(*) from lead_search s
    where search_grams(s.company_id, s.text) @> grams and s.company_id is not distinct from company
      and (length(sought) <= 3 or strpos(s.text, sought) > 0));
end
$$;
revoke execute on function count_matches from public;

-- What is rare is found in one look at the index of letters, whatever the text: planning that once saves more than half of
-- the time it takes. Two letters stand in most names, and are counted before anything else; more letters mostly do not.
create or replace function find_leads(term text, most integer) returns table (lead_id uuid, nth bigint, total bigint)
  language plpgsql stable security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan
  set jit = off as $$
declare
  company uuid := current_company();
  sought text := searchable(term);
  grams bigint[];
  -- With more than this, what stands first is sooner found along the alphabet than by sorting all of them.
  many integer := case when length(sought) = 2 then 2000 else 10000 end;
  best uuid[];
begin
  if company is null or length(sought) < 2 then
    return;
  end if;
  grams := sought_grams(company, sought);
  total := case when length(sought) = 2 then count_matches(company, sought, grams) else 0 end;
  if total <= many then
    select count(*), array_agg(few.lead_id order by few.rank, few.name, few.lead_id) into total, best from (
      select s.lead_id, s.name, match_rank(sought, s.name, s.words) as rank from lead_search s
      where search_grams(s.company_id, s.text) @> grams and s.company_id is not distinct from company
        and strpos(s.text, sought) > 0
      limit many + 1) few;
  end if;
  if total > many then
    total := case when length(sought) = 2 then total else count_matches(company, sought, grams) end;
    best := find_common_leads(company, sought, most);
  end if;
  return query
    select one.id, one.nth, find_leads.total from unnest(best[:most]) with ordinality as one (id, nth);
end
$$;

-- Every row of a list says how it stands with Airtable. Nearly all are settled: what is not is found in an index of little
-- else, by its row, however many there are.
drop index airtable_records_open;
create index airtable_records_open on airtable_records (company_id, table_name, local_id) include (state)
  where state <> 'synced';

-- What leads are sorted by, in columns: under row-level security a page cannot begin in the middle of an index that looks at
-- what a function makes of a value, and would read everything before it.
alter table leads
  add column name_order text collate "nl-x-icu" not null generated always as (lower(full_name collate "nl-x-icu")) stored,
  add column rating_order smallint not null generated always as (coalesce(lead_rating, (-1)::smallint)) stored;
drop index leads_by_name, leads_by_rating;
create index leads_by_name on leads (company_id, name_order, id) where deleted_at is null;
create index leads_by_rating on leads (company_id, rating_order, id) where deleted_at is null;
