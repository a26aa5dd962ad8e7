import type pg from "pg";

/** Tables that span companies, each with the reason. Every other table must belong to a tenant. */
export const PLATFORM_TABLES: Record<string, string> = {
  companies: "is the list of tenants itself",
  users: "people sign in before their company is known, and platform admins may have none",
  sign_in_names: "names are unique over the platform",
  sessions: "are looked up by token, before the company is known",
  sign_in_challenges: "are looked up by token, before the company is known",
  password_resets: "are looked up by token, before the company is known",
  email_changes: "are looked up by token, before the company is known",
  known_devices: "are looked up by token, before the company is known",
  export_slots: "are counted for users, and for companies of API keys",
  reset_requests: "are counted for addresses that may belong to nobody",
  sign_in_turns: "are taken for names that may belong to nobody",
  sign_in_failures: "are counted for names and addresses that may belong to nobody",
  recovery_codes: "belong to a person, who may have no company",
  sso_connections: "are looked up before the company is known",
  sso_identities: "belong to a person and are looked up at sign-in",
  sso_domains: "a domain belongs to one company of the platform",
  sso_sign_ins: "are looked up by token, before the company is known",
  linkedin_bindings: "an account on LinkedIn belongs to one company of the platform",
  linkedin_connection_attempts: "are looked up by token, before the company is known",
  linkedin_hooks: "are looked up by token, before the company is known",
  platform_settings: "are the platform's own",
  airtable_rate_limits: "two companies may share a base, and its limit",
  schema_migrations: "says what the database is, and holds no data",
};

/** Functions that run with the owner's rights, each with the reason. */
export const OWNER_FUNCTIONS: Record<string, string> = {
  update_sign_in_names: "a user's new name is compared with the names of all users",
  purge_company: "is the one way a line leaves the audit log",
  find_leads: "the n-gram index cannot be used under row-level security; it filters by the current company itself",
  find_lead_ids: "the n-gram index cannot be used under row-level security; it filters by the current company itself",
  find_duplicates:
    "under row-level security no index is used to look up a computed name; it filters by the current company itself",
  find_known_people:
    "under row-level security no index is used to look up a computed key; it filters by the current company itself",
  find_leads_of_person:
    "under row-level security no index is used to look up a computed key; it filters by the current company itself",
  erase_from_audit_log: "an erased person leaves the append-only log, of the current company only",
};

// Our tables, and the first column of each of their keys and foreign keys.
const CATALOGUE_QUERY = `
with tables as (
  select c.oid, c.relname::text as name, c.relrowsecurity and c.relforcerowsecurity as forced,
    exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped)
      and not c.relname = any ($1) as tenant
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
), keys as (
  select t.name || '.' || i.indexrelid::regclass as name, t.tenant,
    (select a.attname from pg_attribute a where a.attrelid = i.indrelid and a.attnum = i.indkey[0]) as first_column
  from pg_index i join tables t on t.oid = i.indrelid where i.indisunique
), links as (
  select t.name || '.' || f.conname as name,
    (select a.attname from pg_attribute a where a.attrelid = f.conrelid and a.attnum = f.conkey[1]) as first_column,
    (select a.attname from pg_attribute a where a.attrelid = f.confrelid and a.attnum = f.confkey[1]) as first_target
  from pg_constraint f join tables t on t.oid = f.conrelid join tables r on r.oid = f.confrelid
  where f.contype = 'f' and t.tenant and r.tenant
), policies as (
  select p.tablename::text as table_name, p.tablename || '.' || p.policyname as name, p.roles::text[] as roles,
    coalesce(p.qual, '') as sees, coalesce(p.with_check, p.qual, '') as writes, t.tenant
  from pg_policies p join tables t on t.name = p.tablename where p.schemaname = 'public'
)`;

/** Each rule with a query that finds its violations. */
const RULES: Record<string, string> = {
  "has no company_id and is no known platform table": `
    select name from tables where not tenant and not name = any ($1)`,
  "does not force row-level security": `
    select name from tables where not forced and name <> 'schema_migrations'`,
  "has no primary key": `
    select name from tables t where not exists (select 1 from pg_index i where i.indrelid = t.oid and i.indisprimary)`,
  "has no policy for the tenant's role": `
    select name from tables t where tenant
      and not exists (select 1 from policies p where p.table_name = t.name and 'usa_tenant' = any (p.roles))`,
  "cannot be read by backups": `
    select name from tables t where not has_table_privilege('usa_backup', t.oid, 'select')
      or not exists (select 1 from policies p where p.table_name = t.name and 'usa_backup' = any (p.roles))`,
  "lets backups write": `
    select name from tables t where has_table_privilege('usa_backup', t.oid, 'insert, update, delete, truncate')`,
  "lets a tenant see or write more than its own company": `
    select name from policies where 'usa_tenant' = any (roles)
      and not (sees like '%current_company()%' and writes like '%current_company()%'
        and (not tenant or (sees like '%company_id%' and writes like '%company_id%')))`,
  "is a policy for all roles": `select name from policies where 'public' = any (roles)`,
  "is a key that does not begin with company_id": `
    select name from keys where tenant and first_column is distinct from 'company_id'`,
  "is a foreign key between tenant tables that does not begin with company_id": `
    select name from links where first_column is distinct from 'company_id' or first_target is distinct from 'company_id'`,
  "is a view that bypasses row-level security": `
    select c.relname::text as name from pg_class c where c.relnamespace = 'public'::regnamespace
      and (c.relkind = 'm' or (c.relkind = 'v' and not coalesce('security_invoker=true' = any (c.reloptions), false)))`,
  "is a function with the owner's rights and no listed reason": `
    select p.proname::text as name from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prosecdef
      and not p.proname = any ($2)`,
  "is a function with the owner's rights and no fixed search_path": `
    select p.proname::text as name from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prosecdef
      and not coalesce(array_to_string(p.proconfig, ',') like '%search_path=%', false)`,
  "is a role of the app that may bypass row-level security, log in or create roles": `
    select rolname::text as name from pg_roles where rolname like 'usa\\_%'
      and (rolsuper or rolbypassrls or rolcanlogin or rolcreaterole or rolcreatedb or rolreplication)`,
  "is a role of the app that has another role's rights": `
    select r.rolname::text as name from pg_auth_members m join pg_roles r on r.oid = m.member where r.rolname like 'usa\\_%'`,
  "is owned by a role of the app": `
    select c.oid::regclass::text as name from pg_class c join pg_roles r on r.oid = c.relowner where r.rolname like 'usa\\_%'`,
};

/** Everything in the schema that breaks one of the rules above. */
export const findViolations = async (client: pg.ClientBase): Promise<string[]> => {
  const found: string[] = [];
  for (const [rule, query] of Object.entries(RULES)) {
    const lists = [Object.keys(PLATFORM_TABLES), Object.keys(OWNER_FUNCTIONS)];
    // The CTE uses both parameters, because PostgreSQL rejects a query that leaves one unused.
    const { rows } = await client.query<{ name: string }>(
      `${CATALOGUE_QUERY}, lists as (select $1::text[], $2::text[]) ${query} order by 1`,
      lists,
    );
    found.push(...rows.map(({ name }) => `${name} ${rule}`));
  }
  return found;
};

/** The tables without an erasure declaration, and the columns without one in tables whose rows survive an erasure. */
export const findMissingErasureDeclarations = async (client: pg.ClientBase): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(`
    with tables as (
      select oid, relname::text as name, coalesce(obj_description(oid, 'pg_class'), '') as declaration
      from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
    )
    select name from tables where declaration !~ '^erasure: (keep rows, |(delete|clear) rows where ).+'
    union all
    select t.name || '.' || a.attname from tables t join pg_attribute a on a.attrelid = t.oid
    where t.declaration ~ '^erasure: (keep|clear) rows' and a.attnum > 0 and not a.attisdropped
      -- A generated column is computed from columns that have a declaration.
      and a.attgenerated = ''
      and not exists (select from pg_index i where i.indrelid = t.oid and i.indisprimary and a.attnum = any (i.indkey))
      and coalesce(col_description(t.oid, a.attnum), '') !~ '^(erased to .+|not erased)$'
    order by 1`);
  return rows.map(({ name }) => name);
};
