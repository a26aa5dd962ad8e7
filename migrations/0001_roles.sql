-- The roles the processes work under. None can log in, owns a table or may pass row-level security by: the login of
-- DATABASE_URL owns the schema, runs the migrations, and each connection takes one of these roles when it opens.
-- Roles belong to the whole server, so another database of the same server may have made them a moment ago.
do $$
declare
  name text;
  -- From version 16 on, who makes a role may give it to others but does not thereby take it.
  taking text := case when current_setting('server_version_num')::int >= 160000 then 'SET' else 'MEMBER' end;
begin
  foreach name in array array['usa_tenant', 'usa_platform', 'usa_worker'] loop
    begin
      execute format('create role %I nologin nosuperuser nocreatedb nocreaterole nobypassrls', name);
    exception when duplicate_object or unique_violation then
      null;
    end;
    if not pg_has_role(current_user, name, taking) then
      execute format('grant %I to current_user', name);
    end if;
  end loop;
end
$$;

-- An empty setting is what a connection has after a transaction-local one ended: it must see nothing.
create function current_company() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('app.company_id', true), '')::uuid;
