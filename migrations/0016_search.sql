-- What is rare is found in one look at the index, and needs no count of its own. What is common is counted as before.
create or replace function find_leads(term text, most integer) returns table (lead_id uuid, nth bigint, total bigint)
  language plpgsql stable security definer set search_path = public, pg_temp set plan_cache_mode = force_custom_plan
  set jit = off as $$
declare
  company uuid := current_company();
  sought text := searchable(term);
  grams bigint[];
  -- With more than this, what stands first is sooner found along the alphabet than by sorting all of them.
  many constant integer := 2000;
  few lead_search[];
  best uuid[];
  begins uuid[];
  -- Where a word begins with the first two letters, if those are letters of one word.
  start text := substring(as_words(searchable(term)) from '^ [^ ]{2}');
begin
  if company is null or length(sought) < 2 then
    return;
  end if;
  grams := sought_grams(company, sought);
  few := array(
    select s from lead_search s
    where search_grams(s.company_id, s.text) @> grams and s.company_id is not distinct from company
      and strpos(s.text, sought) > 0
    limit many + 1);
  total := cardinality(few);
  if total <= many then
    return query
      select s.lead_id, row_number() over (order by match_rank(sought, s.name, s.words), s.name, s.lead_id), find_leads.total
      from unnest(few) s order by 2 limit most;
    return;
  end if;
  select count(*) into total from lead_search s
  where search_grams(s.company_id, s.text) @> grams and s.company_id is not distinct from company
    and (length(sought) <= 3 or strpos(s.text, sought) > 0);
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
        where search_grams(s.company_id, s.text) @> (grams || sought_grams(company, start))
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
