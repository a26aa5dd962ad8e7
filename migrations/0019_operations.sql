-- Backups read every table and write none. They have a role of their own, because row-level security holds the owner too,
-- and the owner's rights are those of the functions that run with them.
do $$
declare
  taking text := case when current_setting('server_version_num')::int >= 160000 then 'SET' else 'MEMBER' end;
begin
  begin
    create role usa_backup nologin nosuperuser nocreatedb nocreaterole nobypassrls;
  exception when duplicate_object or unique_violation then
    null;
  end;
  if not pg_has_role(current_user, 'usa_backup', taking) then
    grant usa_backup to current_user;
  end if;
end
$$;

create procedure let_backups_read(name text) language plpgsql as $$
begin
  execute format('create policy backup on %I for select to usa_backup using (true)', name);
  execute format('grant select on %I to usa_backup', name);
end
$$;

do $$
declare
  name text;
begin
  for name in select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') loop
    call let_backups_read(name);
  end loop;
end
$$;

create or replace procedure protect_tenant_table(name text) language plpgsql as $$
begin
  execute format('alter table %I enable row level security', name);
  execute format('alter table %I force row level security', name);
  execute format('create policy tenant on %I to usa_tenant using (company_id = (select current_company()))
    with check (company_id = (select current_company()))', name);
  execute format('grant select, insert, update, delete on %I to usa_tenant', name);
  call let_backups_read(name);
end
$$;

-- What monitoring counts over all companies: how much and how old, and nothing of what it says.
create policy monitoring on airtable_outbox for select to usa_platform using (true);
grant select (company_id, created_at, parked_at) on airtable_outbox to usa_platform;
create policy monitoring on tallies for select to usa_platform using (true);
grant select (company_id, subject, status, amount) on tallies to usa_platform;
