-- The same as before, but what hardly anybody's words begin with is not looked for among thousands.
create or replace function find_common_leads(company uuid, sought text, most integer) returns uuid[]
  language plpgsql stable set search_path = public, pg_temp set plan_cache_mode = force_custom_plan set jit = off as $$
declare
  near integer;
  best uuid[];
  begins uuid[];
  -- Where a word begins with the first two letters, if those are letters of one word.
  start text := substring(as_words(sought) from '^ [^ ]{2}');
begin
  best := array(
    select s.lead_id from lead_search s where s.company_id = company and starts_with(s.name, sought)
    order by s.name, s.lead_id limit most);
  if cardinality(best) < most then
    -- One first look, and further on only where that shows some.
    foreach near in array array[600, 6000] loop
      begins := array(
        select first.lead_id from (
          select * from lead_search s where s.company_id = company order by s.name, s.lead_id limit near) first
        where match_rank(sought, first.name, first.words) = 1
        order by first.name, first.lead_id limit most - cardinality(best));
      exit when cardinality(begins) < most / 20 or cardinality(best) + cardinality(begins) >= most;
    end loop;
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

-- The same as before, but when there are more than anybody wants to know of, these are counted and not ranked.
create or replace function find_leads(term text, most integer) returns table (lead_id uuid, nth bigint, total bigint)
  language plpgsql stable security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan
  set jit = off as $$
declare
  company uuid := current_company();
  sought text := searchable(term);
  spoken text := as_words(sought);
  grams bigint[];
  best uuid[];
  -- With more than this, what stands first is sooner found along the alphabet than by sorting all of them: they are not sorted.
  many integer := greatest(5000, most);
begin
  if company is null or length(sought) < 2 then
    return;
  end if;
  if length(sought) = 2 and is_common(company, sought, many) then
    total := many + 1;
  else
    grams := sought_grams(company, sought);
    with few as materialized (
      select s.lead_id, s.name, s.words
      from lead_search s
      where search_grams(s.company_id, s.text) @> grams and s.company_id is not distinct from company
        and (length(sought) <= 3 or strpos(s.text, sought) > 0)
      limit many + 1),
    size as materialized (select count(*) as found from few)
    select size.found, array(
      select few.lead_id from few where size.found <= many
      order by case when starts_with(few.name, sought) then 0 when strpos(few.words, spoken) > 0 then 1 else 2 end,
        few.name, few.lead_id limit most)
    from size
    into total, best;
  end if;
  if total > many then
    best := find_common_leads(company, sought, most);
  end if;
  return query select one.id, one.nth, find_leads.total from unnest(best) with ordinality as one (id, nth);
end
$$;
