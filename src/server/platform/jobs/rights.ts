import { SCHEMA } from "./boss.ts";

/**
 * Who may do what with the queues. Workers read and settle jobs. Everyone else only adds them: the id and the moment of
 * the job one just added are all that can be read back. A company's scope adds jobs in its own name alone, and does not
 * even see the settings that hold other companies' keys.
 * Row-level security is not forced here: the owner upgrades the tables, and no process works as the owner.
 */
export const RIGHTS = `
grant usage on schema ${SCHEMA} to usa_worker, usa_platform, usa_tenant;
grant select, insert, update, delete on all tables in schema ${SCHEMA} to usa_worker;
grant usage on all sequences in schema ${SCHEMA} to usa_worker;

grant select on ${SCHEMA}.version, ${SCHEMA}.queue to usa_platform;
grant select (name, policy, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds, retention_seconds,
  deletion_seconds, dead_letter, heartbeat_seconds) on ${SCHEMA}.queue to usa_tenant;
grant insert, select (id, start_after) on ${SCHEMA}.job_common to usa_platform, usa_tenant;

do $$
begin
  -- Only the first time: it waits for every transaction that uses the table, and makes the next ones wait.
  if not (select relrowsecurity from pg_class where oid = '${SCHEMA}.job_common'::regclass) then
    alter table ${SCHEMA}.job_common enable row level security;
    create policy worker on ${SCHEMA}.job_common to usa_worker using (true) with check (true);
    create policy platform on ${SCHEMA}.job_common to usa_platform using (true) with check (true);
    create policy tenant on ${SCHEMA}.job_common to usa_tenant
      using (data ->> 'companyId' = (select public.current_company())::text)
      with check (data ->> 'companyId' = (select public.current_company())::text);
  end if;
end
$$;
`;
