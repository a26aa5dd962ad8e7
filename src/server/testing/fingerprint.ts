import type { TestServer } from "./test-server.ts";

// The queue's own bookkeeping moves by itself; what waits in it is ours.
const TABLES = `
  select format('%I.%I', n.nspname, c.relname) as name
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where (n.nspname = 'public' and c.relkind in ('r', 'p')) or (n.nspname = 'pgboss' and c.relname = 'job')
  order by 1`;

// A request may note that its session was used.
const contentOf = (table: string) => `
  select '${table}' as name,
    md5(coalesce(string_agg((to_jsonb(t) - 'last_seen_at')::text, ',' order by to_jsonb(t)::text), '')) as content
  from ${table} t`;

const queries = new WeakMap<TestServer, string>();

const queryFor = async (server: TestServer): Promise<string> => {
  const tables = await server.query<{ name: string }>(TABLES);
  const query = tables.map(({ name }) => contentOf(name)).join(" union all ");
  queries.set(server, query);
  return query;
};

/** What every table holds, in short: equal before and after means that nothing was written. */
export const fingerprint = async (server: TestServer): Promise<Record<string, string>> => {
  const query = queries.get(server) ?? (await queryFor(server));
  const found = await server.query<{ name: string; content: string }>(query);
  return Object.fromEntries(found.map(({ name, content }) => [name, content]));
};
