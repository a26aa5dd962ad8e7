import { expect } from "vitest";
import type { TestServer } from "./test-server.ts";

// Of pg-boss only the job table: pg-boss keeps updating its other tables.
const TABLE_NAMES = `
  select format('%I.%I', n.nspname, c.relname) as name
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where (n.nspname = 'public' and c.relkind in ('r', 'p')) or (n.nspname = 'pgboss' and c.relname = 'job')
  order by 1`;

// Every write gives its row a new xmin, so comparing xmin replaces comparing values.
const selectRowVersions = (table: string) => `
  select '${table}' as name, format('%s rows, %s', count(*), sum(xmin::text::numeric)) as state from ${table}`;

const LEFT_OUT: Record<string, string> = {
  // Every request may update when its session or API key was last used.
  "public.sessions": "last_seen_at",
  "public.api_keys": "last_used_at",
  // An export ends after its response.
  "public.export_slots": "expires_at",
};
const selectHashWithout = (column: string, table: string) => `
  select '${table}' as name, md5(string_agg((to_jsonb(t) - '${column}')::text, ',' order by id)) as state from ${table} t`;

/** A function, so that PostgreSQL plans the query over all tables once. */
const createFingerprintFunction = async (server: TestServer): Promise<void> => {
  const tables = await server.query<{ name: string }>(TABLE_NAMES);
  const selectState = (table: string) => {
    const column = LEFT_OUT[table];
    return column ? selectHashWithout(column, table) : selectRowVersions(table);
  };
  const query = tables.map(({ name }) => selectState(name)).join(" union all ");
  await server.query("create schema if not exists testing");
  await server.query(`
    create or replace function testing.fingerprint() returns table (name text, state text) language plpgsql
    as $function$ begin return query ${query}; end $function$`);
};

const functionCreated = new WeakMap<TestServer, Promise<void>>();

/** The state of every table: equal states before and after mean that nothing was written. */
export const fingerprint = async (server: TestServer): Promise<Record<string, string>> => {
  if (!functionCreated.has(server)) functionCreated.set(server, createFingerprintFunction(server));
  await functionCreated.get(server);
  const found = await server.query<{ name: string; state: string }>("select * from testing.fingerprint()");
  return Object.fromEntries(found.map(({ name, state }) => [name, state]));
};

/** A worker stores that a job has ended after what the job did, such as a mail, can be seen. */
export const untilJobsEnded = ({ query }: Pick<TestServer, "query">): Promise<void> =>
  expect
    .poll(() =>
      // A notification becomes a job that starts a second later.
      query("select name from pgboss.job where state < 'completed' and start_after <= now() + interval '10 seconds'"),
    )
    .toEqual([]);

/** The tables with a row of the company that contains this text in any column. */
export const findTablesContaining = async (
  { query }: Pick<TestServer, "query">,
  companyId: string,
  text: string,
): Promise<string[]> => {
  const tables = await query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname",
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await query(
      `select from ${name} t where strpos(lower(t::text), lower($1)) > 0 and strpos(t::text, $2) > 0 limit 1`,
      [text, companyId],
    );
    if (rows.length > 0) found.push(name);
  }
  return found;
};
