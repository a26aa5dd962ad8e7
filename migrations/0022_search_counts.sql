-- Matches are ranked and counted as far as anybody wants to know: who finds more than five thousand will search for something
-- else. What is sought is made into words once, not for every match.
drop function count_matches;
create or replace function find_leads(term text, most integer) returns table (lead_id uuid, nth bigint, total bigint)
  language plpgsql stable security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan
  set jit = off as $$
declare
  company uuid := current_company();
  sought text := searchable(term);
  spoken text := as_words(sought);
  grams bigint[];
  best uuid[];
  -- With more than this, what stands first is sooner found along the alphabet than by sorting all of them.
  many integer := greatest(5000, most);
begin
  if company is null or length(sought) < 2 then
    return;
  end if;
  grams := sought_grams(company, sought);
  with few as materialized (
    select s.lead_id, s.name,
      case when starts_with(s.name, sought) then 0 when strpos(s.words, spoken) > 0 then 1 else 2 end as rank
    from lead_search s
    where search_grams(s.company_id, s.text) @> grams and s.company_id is not distinct from company
      and (length(sought) <= 3 or strpos(s.text, sought) > 0)
    limit many + 1)
  select (select count(*) from few), array(
    select few.lead_id from few order by few.rank, few.name, few.lead_id limit most)
  into total, best;
  if total > many then
    best := find_common_leads(company, sought, most);
  end if;
  return query select one.id, one.nth, find_leads.total from unnest(best) with ordinality as one (id, nth);
end
$$;

-- The same as before, but along more of the alphabet before it looks elsewhere: a word that one in fifty has is found there.
create or replace function find_common_leads(company uuid, sought text, most integer) returns uuid[]
  language plpgsql stable set search_path = public, pg_temp set plan_cache_mode = force_custom_plan set jit = off as $$
declare
  near constant integer := 6000;
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

-- Every letter in one of them is enough, because what is found is looked at again: a long text needs a third as many.
create or replace function sought_grams(company uuid, sought text) returns bigint[]
  language sql immutable strict parallel safe
  return (
    select array_agg(hashtextextended(substr(sought, least(at, length(sought) - size + 1), size), uuid_hash_extended(company, 0)))
    from (select least(length(sought), 3) as size) as sizes, generate_series(1, length(sought), size) as at);
