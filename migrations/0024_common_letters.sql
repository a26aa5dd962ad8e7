-- Two letters that stand in a third of all names are so common that whoever is looked at first shows it: more than anybody wants
-- to know of are counted in a few thousand of them, sooner than the index of letters can name them all.
create function is_common(company uuid, sought text, many integer) returns boolean
  language plpgsql stable set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
declare
  sample constant integer := 100;
  -- With one in three there are enough among so many.
  near integer := 4 * many;
begin
  if (
    select count(*) from (
      select s.text from lead_search s where s.company_id = company order by s.lead_id limit sample) first
    where strpos(first.text, sought) > 0) * 3 < sample then
    return false;
  end if;
  return (
    select count(*) from (
      select from (
        select s.text from lead_search s where s.company_id = company order by s.lead_id limit near) first
      where strpos(first.text, sought) > 0 limit many + 1) found) > many;
end
$$;
revoke execute on function is_common from public;

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
  if length(sought) = 2 and is_common(company, sought, many) then
    total := many + 1;
  else
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
  end if;
  if total > many then
    best := find_common_leads(company, sought, most);
  end if;
  return query select one.id, one.nth, find_leads.total from unnest(best) with ordinality as one (id, nth);
end
$$;
