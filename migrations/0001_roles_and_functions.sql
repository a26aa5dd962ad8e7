-- The database roles of the processes. None of them can log in, owns a table or bypasses row-level security: the login
-- of DATABASE_URL owns the schema and runs the migrations, and each connection does SET ROLE to one of these when it
-- opens. Backups have a role of their own that can read every table and write none.
-- Roles are shared by all databases of a server, so another database may have created them a moment ago.
do $$
declare
  role_name text;
  -- From PostgreSQL 16 on, creating a role does not imply the right to SET ROLE to it.
  required_right text := case when current_setting('server_version_num')::int >= 160000 then 'SET' else 'MEMBER' end;
begin
  foreach role_name in array array['usa_tenant', 'usa_platform', 'usa_worker', 'usa_backup'] loop
    begin
      execute format('create role %I nologin nosuperuser nocreatedb nocreaterole nobypassrls', role_name);
    exception when duplicate_object or unique_violation then
      null;
    end;
    if not pg_has_role(current_user, role_name, required_right) then
      execute format('grant %I to current_user', role_name);
    end if;
  end loop;
end
$$;

-- The company of the current transaction. A transaction-local setting is an empty string after its transaction: that
-- must match no company.
create function current_company() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('app.company_id', true), '')::uuid;

-- A UUID version 7: ids that grow with time keep the indexes dense. Built in from PostgreSQL 18 on.
create function new_id() returns uuid
  language sql volatile parallel safe
  return encode(
    set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
      placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1),
    'hex')::uuid;

create procedure grant_backup_read(table_name text) language plpgsql as $$
begin
  execute format('create policy backup on %I for select to usa_backup using (true)', table_name);
  execute format('grant select on %I to usa_backup', table_name);
end
$$;

create procedure force_row_level_security(table_name text) language plpgsql as $$
begin
  execute format('alter table %I enable row level security', table_name);
  execute format('alter table %I force row level security', table_name);
  call grant_backup_read(table_name);
end
$$;

-- For tables with a company_id: a company sees and writes its own rows only.
create procedure protect_tenant_table(table_name text) language plpgsql as $$
begin
  call force_row_level_security(table_name);
  execute format('create policy tenant on %I to usa_tenant using (company_id = (select current_company()))
    with check (company_id = (select current_company()))', table_name);
  execute format('grant select, insert, update, delete on %I to usa_tenant', table_name);
end
$$;

-- For tables that span companies: the tenant role has no access unless a migration grants it.
create procedure protect_platform_table(table_name text) language plpgsql as $$
begin
  call force_row_level_security(table_name);
  execute format('create policy platform on %I to usa_platform using (true) with check (true)', table_name);
  execute format('grant select, insert, update, delete on %I to usa_platform', table_name);
end
$$;

-- Erasure: each table declares right after its definition what happens to its rows when a lead asks to be erased. The
-- declarations are stored as comments in the catalogue, and erase_person (0008) builds its statements from them. A table
-- without one, or a column without one in a table whose rows remain, fails src/server/testing/schema-rules.test.ts.
--   keep rows    the table has no personal data of leads; the reason explains that
--   delete rows  the person's rows are deleted
--   clear rows   the person's rows remain, so that the company's figures do not change; replacement_values are the new
--                values of the columns with personal data
-- The condition selects the rows of a person; `person` has the type person_rows (0008). A later migration that adds a
-- column comments on it: 'erased to null' (or another JSON value), or 'not erased'.
create procedure keep_rows_on_erasure(table_name text, reason text) language plpgsql as $$
declare
  column_name text;
begin
  execute format('comment on table %I is %L', table_name, 'erasure: keep rows, ' || reason);
  for column_name in
    select attname from pg_attribute where attrelid = table_name::regclass and attnum > 0 and not attisdropped
  loop
    execute format('comment on column %I.%I is %L', table_name, column_name, 'not erased');
  end loop;
end
$$;

create procedure delete_rows_on_erasure(table_name text, condition text) language plpgsql as $$
begin
  execute format('comment on table %I is %L', table_name, 'erasure: delete rows where ' || condition);
end
$$;

create procedure clear_rows_on_erasure(table_name text, condition text, replacement_values jsonb, kept_columns text[])
  language plpgsql as $$
declare
  declared record;
begin
  execute format('comment on table %I is %L', table_name, 'erasure: clear rows where ' || condition);
  for declared in
    select key as column_name, 'erased to ' || value::text as declaration from jsonb_each(replacement_values)
    union all select unnest(kept_columns), 'not erased'
  loop
    execute format('comment on column %I.%I is %L', table_name, declared.column_name, declared.declaration);
  end loop;
end
$$;

grant select on schema_migrations to usa_tenant, usa_platform, usa_worker;
call grant_backup_read('schema_migrations');
call keep_rows_on_erasure('schema_migrations', 'it records the version of the schema');
