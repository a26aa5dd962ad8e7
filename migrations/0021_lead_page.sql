-- Notes, tags and merges of leads.

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

-- The lead with which a duplicate was merged. The duplicate stays as a deleted lead with its own details: the Airtable sync finds
-- it by its record, and meetings by its e-mail address.
alter table leads add column merged_into uuid,
  add foreign key (company_id, merged_into) references leads (company_id, id) on delete set null (merged_into);
comment on column leads.merged_into is 'not erased';
create index leads_merged on leads (company_id, merged_into) where merged_into is not null;

-- A duplicate that gets another class in Airtable is a lead of its own again.
create function unmerge_restored_lead() returns trigger language plpgsql as $$
begin
  if new.deleted_at is null then
    new.merged_into := null;
  end if;
  return new;
end
$$;
-- After set_lead_timestamps, by its name.
create trigger unmerge_restored_lead before update on leads for each row
  when (old.merged_into is not null) execute function unmerge_restored_lead();

-- Other leads of the current company that seem to be the same person, with the strongest reason. Security definer, because under
-- row-level security expression indexes cannot be used.
create function find_duplicates(lead uuid) returns table (lead_id uuid, reason text)
  language sql stable security definer set search_path = public, pg_temp
  set plan_cache_mode = force_custom_plan set jit = off
  begin atomic
    select distinct on (found.id) found.id, found.reason
    from leads l cross join lateral (
      select d.id, 1 as rank, 'linkedin' as reason from leads d
      where d.company_id = l.company_id and d.provider_id = nullif(l.provider_id, '')
      union all
      select d.id, 1, 'linkedin' from leads d
      where d.company_id = l.company_id and d.linkedin_url is not null and profile_key(d.linkedin_url) = profile_key(l.linkedin_url)
      union all
      select d.id, 2, 'email' from leads d where d.company_id = l.company_id and d.email_key = nullif(l.email_key, '')
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

-- Gives every row that refers to a lead to another lead, whatever table a later migration adds. A row of which the other lead has
-- one already, such as the same tag, stays where it is.
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
    for place in execute format('select ctid from %s where company_id = $1 and %I = $2', reference.name, reference.lead_column)
      using company, from_lead
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
