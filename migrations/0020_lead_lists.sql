-- Filters, totals and saved views of All Leads.

-- Truncated, because index entries have a maximum size.
alter table leads
  add column owner_key text generated always as (left(contract_owner, 200)) stored,
  add column industry_key text generated always as (left(industry, 200)) stored;
-- Without the sort key: equal entries are stored once, so that these indexes are small. A rare value is looked up and sorted;
-- for a frequent one the planner reads the index of the sort order and skips the other leads.
create index leads_by_owner on leads (company_id, owner_key) where deleted_at is null;
create index leads_by_industry on leads (company_id, industry_key) where deleted_at is null;

-- Leads are counted per class (kind) and contract owner (manager).
alter table counters drop constraint counters_subject_check;
alter table counters add constraint counters_subject_check check (subject in ('messages', 'queue', 'meetings', 'leads'));

create function count_leads() returns trigger language plpgsql as $$
begin
  insert into counters (company_id, subject, kind, status, manager, amount)
    select company_id, 'leads', coalesce(classification, ''), '', owner_key, tg_argv[0]::integer * count(*) from changed
    where deleted_at is null and exists (select from companies c where c.id = company_id)
    group by company_id, classification, owner_key;
  return null;
end
$$;
create trigger count_inserted after insert on leads referencing new table as changed
  for each statement execute function count_leads('1');
create trigger count_deleted after delete on leads referencing old table as changed
  for each statement execute function count_leads('-1');

-- Per row, because a trigger with transition tables has no condition: it would run for every update of a lead.
create function count_updated_lead() returns trigger language plpgsql as $$
begin
  insert into counters (company_id, subject, kind, status, manager, amount)
    select new.company_id, 'leads', coalesce(changed.classification, ''), '', changed.owner_key, changed.sign
    from (values (old.classification, old.owner_key, old.deleted_at, -1), (new.classification, new.owner_key, new.deleted_at, 1))
      as changed (classification, owner_key, deleted_at, sign)
    where changed.deleted_at is null;
  return null;
end
$$;
create trigger count_updated after update on leads for each row
  when ((old.classification, old.owner_key, old.deleted_at is null)
    is distinct from (new.classification, new.owner_key, new.deleted_at is null))
  execute function count_updated_lead();

alter table leads no force row level security;
alter table counters no force row level security;
insert into counters (company_id, subject, kind, status, manager, amount)
  select company_id, 'leads', coalesce(classification, ''), '', owner_key, count(*) from leads
  where deleted_at is null group by company_id, classification, owner_key;
alter table leads force row level security;
alter table counters force row level security;

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
call delete_rows_on_erasure('lead_views', $$contains_any(name || ' ' || settings::text, person.identifiers)$$);

-- Users may edit these details of a lead now (docs/decisions/0020-edited-leads.md). Until now they came from Airtable only, so
-- both sides agree on them.
alter table airtable_records no force row level security;
alter table leads no force row level security;
update airtable_records r set base_values = r.base_values || jsonb_build_object('full_name', l.full_name, 'title', l.title,
  'company', l.company, 'hubspot_id', l.hubspot_id, 'location', l.location, 'industry', l.industry,
  'linkedin_url', l.linkedin_url, 'website', l.website, 'email', l.email, 'phone', l.phone, 'employees', l.employees,
  'contract_owner', l.contract_owner)
from leads l
where r.table_name = 'leads' and r.record_id is not null and l.company_id = r.company_id and l.id = r.local_id and not l.erased;
alter table airtable_records force row level security;
alter table leads force row level security;

-- The base values now hold details of the person: those of an erased lead that arrives again are not stored either.
create function clear_record_of_erased_lead() returns trigger language plpgsql as $$
begin
  if exists (select from leads l where l.company_id = new.company_id and l.id = new.local_id and l.erased) then
    new.base_values := jsonb_strip_nulls(jsonb_build_object('classification', new.base_values -> 'classification'));
    new.unconfirmed := '{}';
    new.unreported := '{}';
  end if;
  return new;
end
$$;
create trigger enforce_erasure before insert or update of base_values, unconfirmed, unreported on airtable_records for each row
  when (new.table_name = 'leads' and new.base_values <> '{}') execute function clear_record_of_erased_lead();
