-- Erases a person from every table, by the declarations that 0001 stores as comments on tables and columns.

-- The ids of a person's rows, and the texts that identify the person, in lower case: name, e-mail address and profile.
create type person_rows as (
  leads uuid[], messages uuid[], adjustments uuid[], queue_items uuid[], meetings uuid[], tasks uuid[], identifiers text[]);

-- Whole words only: "Jan de Vries" is not in "Arjan de Vries", jan@zon.nl not in arjan@zon.nl, and linkedin.com/in/jan not in
-- linkedin.com/in/jansen. The search for the plain text comes first, because a file of an import has megabytes.
create function mentions_person(input text, identifiers text[]) returns boolean
  language sql immutable parallel safe
  return exists (
    select from unnest(identifiers) as identifier
    where strpos(lower(input collate "nl-x-icu"), identifier) > 0 and lower(input collate "nl-x-icu") ~ (
      case when strpos(identifier, '@') > 0 then '(?<![[:alnum:]][._%+-]?)'
        when strpos(identifier, '/') > 0 then '(?<![[:alnum:]])' else '(?<![[:alnum:]]-?)' end
      || regexp_replace(identifier, '[][\\.^$*+?(){}|]', '\\\&', 'g') || '(?![[:alnum:]]|[-._%][[:alnum:]])'));

-- The person's rows, with the table names that the Airtable sync uses.
create function synced_rows(person person_rows) returns table (table_name text, local_id uuid)
  language sql immutable parallel safe as $$
    select 'leads', unnest((person).leads)
    union all select 'messages', unnest((person).messages)
    union all select 'adjustments', unnest((person).adjustments)
    union all select 'queue', unnest((person).queue_items)
    union all select 'meetings', unnest((person).meetings)
  $$;

-- The replacement of each cleared column of a table: the JSON value in its comment 'erased to …'.
create function replacement_values(table_id regclass) returns jsonb
  language sql stable set search_path = public, pg_temp
  return (
    select jsonb_object_agg(a.attname, substring(d.description from '^erased to (.*)$')::jsonb)
    from pg_description d join pg_attribute a on a.attrelid = d.objoid and a.attnum = d.objsubid
    where d.classoid = 'pg_class'::regclass and d.objoid = table_id and d.description like 'erased to %');

-- Deletes or clears the person's rows of one table. Its comment says which, and has the condition that selects the rows.
create procedure erase_from_table(table_id regclass, person_json jsonb, erased_at timestamptz)
  language plpgsql set search_path = public, pg_temp as $$
declare
  declaration text[] := regexp_match(obj_description(table_id, 'pg_class'), '^erasure: (delete|clear) rows where (.*)$');
  assignments text;
begin
  if declaration[1] = 'delete' then
    execute format('delete from %s using jsonb_populate_record(null::person_rows, $1) as person
      where company_id = current_company() and (%s)', table_id, declaration[2]) using person_json;
    return;
  end if;
  select string_agg(format('%I = %L', key, value), ', ') into assignments from jsonb_each_text(replacement_values(table_id));
  if assignments is null then
    return;
  end if;
  if exists (select from pg_attribute where attrelid = table_id and attname = 'updated_at') then
    assignments := assignments || ', updated_at = $2';
  end if;
  execute format('update %s set %s from jsonb_populate_record(null::person_rows, $1) as person
    where company_id = current_company() and (%s)', table_id, assignments, declaration[2]) using person_json, erased_at;
end
$$;

-- The rows that an erasure would delete or clear, by table, for a person who asks for their data. Not those that may be about other
-- people too: the file of an import, and an action on several leads that can still be undone. The search text repeats the lead.
create function personal_rows(person_json jsonb) returns jsonb
  language plpgsql stable set search_path = public, pg_temp as $$
declare
  table_id regclass;
  condition text;
  found_rows jsonb;
  all_rows jsonb := '{}';
begin
  for table_id, condition in
    select c.oid, substring(obj_description(c.oid, 'pg_class') from '^erasure: (?:delete|clear) rows where (.*)$') from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and obj_description(c.oid, 'pg_class') ~ '^erasure: (delete|clear) rows'
      and c.relname not in ('lead_imports', 'undoable_actions', 'lead_search')
    order by c.oid
  loop
    execute format('select coalesce(jsonb_agg(r.data order by coalesce(r.data ->> ''at'', r.data ->> ''created_at'',
        r.data ->> ''made_at'', r.data ->> ''changed_at'', r.data ->> ''started_at'')), ''[]'')
      from (select to_jsonb(t) - ''company_id'' as data from %s t, jsonb_populate_record(null::person_rows, $1) as person
        where company_id = current_company() and (%s)) r', table_id, condition) using person_json into found_rows;
    all_rows := all_rows || jsonb_build_object(table_id::text, found_rows);
  end loop;
  return all_rows;
end
$$;

-- Security definer, because the audit log is append-only for every role. It filters by the current company.
create function erase_from_audit_log(person_json jsonb, erased_at timestamptz) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  call erase_from_table('audit_log', person_json, erased_at);
end
$$;
revoke execute on function erase_from_audit_log from public;
grant execute on function erase_from_audit_log to usa_tenant;

-- Tables in the order of their creation (oid), so leads come before messages and queue_items: from then on the triggers
-- enforce_erasure below clear every row of that lead that is written.
create function erase_person(person_json jsonb, erased_at timestamptz) returns void
  language plpgsql set search_path = public, pg_temp as $$
declare
  table_id regclass;
begin
  for table_id in
    select c.oid from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and obj_description(c.oid, 'pg_class') ~ '^erasure: (delete|clear) rows'
    order by c.oid
  loop
    if table_id = 'audit_log'::regclass then
      perform erase_from_audit_log(person_json, erased_at);
    else
      call erase_from_table(table_id, person_json, erased_at);
    end if;
  end loop;
end
$$;

-- A lead that arrives again after the erasure, or is changed, is stored without its personal data.
create function clear_erased_lead() returns trigger language plpgsql as $$
begin
  if not new.erased and not is_erased(new.company_id, new.provider_id, new.email, new.linkedin_url) then
    return new;
  end if;
  new := jsonb_populate_record(new, replacement_values('leads'));
  new.deleted_at := coalesce(new.deleted_at, now());
  return new;
end
$$;
-- Triggers run in the order of their names: this one before set_lead_timestamps, which sets its times by the cleared
-- classification and rating.
create trigger enforce_erasure before insert or update on leads for each row execute function clear_erased_lead();

-- For tables with a lead_id.
create function clear_row_of_erased_lead() returns trigger language plpgsql as $$
begin
  if exists (select from leads l where l.company_id = new.company_id and l.id = new.lead_id and l.erased) then
    new := jsonb_populate_record(new, replacement_values(tg_relid));
  end if;
  return new;
end
$$;
create trigger enforce_erasure before insert or update on messages for each row
  when (new.lead_id is not null) execute function clear_row_of_erased_lead();
create trigger enforce_erasure before insert or update on queue_items for each row
  when (new.lead_id is not null) execute function clear_row_of_erased_lead();

-- The values of a record are details of the person: those of an erased lead that arrives again are not stored either. Most rows
-- are written without any, and are not checked.
create function clear_airtable_record_of_erased_lead() returns trigger language plpgsql as $$
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
  when (new.table_name = 'leads' and (new.base_values <> '{}' or new.unconfirmed <> '{}' or new.unreported <> '{}'))
  execute function clear_airtable_record_of_erased_lead();
