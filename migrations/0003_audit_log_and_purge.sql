-- Who did what, and the values before and after. Append-only: the roles of the product may not update or delete.
-- Platform events belong to no company and carry an id that no company has.
create table audit_log (
  company_id uuid not null,
  id uuid not null default gen_random_uuid(),
  at timestamptz not null,
  actor_id uuid,
  actor_name text not null,
  action text not null,
  subject_type text not null,
  subject_id text,
  before jsonb,
  after jsonb,
  -- The IP address.
  address text,
  -- The subject may no longer exist when the entry is read.
  subject_name text,
  primary key (company_id, id)
);
create index audit_log_recent on audit_log (company_id, at desc, id desc);
create index audit_log_actor on audit_log (company_id, actor_id, at desc, id desc);
create index audit_log_action on audit_log (company_id, action, at desc, id desc);
-- The same three for the platform's view over all companies.
create index audit_log_recent_everywhere on audit_log (at desc, id desc);
create index audit_log_actor_everywhere on audit_log (actor_id, at desc, id desc);
create index audit_log_action_everywhere on audit_log (action, at desc, id desc);
call force_row_level_security('audit_log');
create policy tenant on audit_log to usa_tenant
  using (company_id = (select current_company())) with check (company_id = (select current_company()));
create policy platform on audit_log to usa_platform using (true) with check (true);
grant select, insert on audit_log to usa_tenant, usa_platform;
-- For purge_company and the erasure of persons, which run as the owner.
create policy owner on audit_log to current_user using (true) with check (true);
-- An entry keeps who did what and when. The subject 'list' is an export, whose filter may contain the person's name. A task is named
-- after its meeting; its entries remain when somebody deletes it.
call clear_rows_on_erasure('audit_log',
  $$subject_id = any ((person.leads || person.messages || person.adjustments || person.queue_items || person.meetings
      || person.tasks)::text[])
    or subject_type = 'list' and mentions_person(after::text, person.identifiers)
    or subject_type = 'task' and mentions_person(subject_name, person.identifiers)$$,
  replacement_values => '{"subject_name": null, "before": null, "after": null}',
  kept_columns => '{at, actor_id, actor_name, action, subject_type, subject_id, address}');

-- Deletes up to max_rows rows of the current company from the first table that still has any, and returns how many: one
-- statement for a whole large company would exceed every timeout. The newest table comes first, because foreign keys
-- point to older tables. Runs with the caller's rights, so row-level security confines it to the one company.
create function delete_workspace_rows(max_rows integer) returns integer
  language plpgsql set search_path = public, pg_temp as $$
declare
  table_id regclass;
  deleted integer;
begin
  for table_id in
    select c.oid from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id'
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and has_table_privilege(c.oid, 'delete')
    order by c.oid desc
  loop
    execute format('delete from %s where ctid = any(array(
      select ctid from %s where company_id = current_company() limit $1))', table_id, table_id) using max_rows;
    get diagnostics deleted = row_count;
    if deleted > 0 then
      return deleted;
    end if;
  end loop;
  return 0;
end
$$;

-- Deletes a company that was marked as deleted before a given time, with its audit log. Nothing else deletes entries of
-- the log. At most max_rows entries per call. Returns null if there is no such company, false if entries may remain, true
-- when the company has been deleted.
create function purge_company(company uuid, deleted_before timestamptz, max_rows integer) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  deleted integer;
begin
  perform from companies where id = company and deleted_at < deleted_before for update;
  if not found then
    return null;
  end if;
  delete from audit_log where company_id = company
    and id = any(array(select a.id from audit_log a where a.company_id = company limit max_rows));
  get diagnostics deleted = row_count;
  if deleted = max_rows then
    return false;
  end if;
  delete from companies where id = company;
  return true;
end
$$;
revoke execute on function purge_company from public;
grant execute on function purge_company to usa_platform, usa_worker;
