import type { TestServer } from "./test-server.ts";

// The queue's own bookkeeping moves by itself; what waits in it is ours.
const TABLE_NAMES = `
  select format('%I.%I', n.nspname, c.relname) as name
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where (n.nspname = 'public' and c.relkind in ('r', 'p')) or (n.nspname = 'pgboss' and c.relname = 'job')
  order by 1`;

// A request may note that its session was used.
const contentOf = (table: string) => `
  select '${table}' as name,
    md5(coalesce(string_agg((to_jsonb(t) - 'last_seen_at')::text, ',' order by to_jsonb(t)::text), '')) as content
  from ${table} t`;

const fingerprintQueries = new WeakMap<TestServer, string>();

const buildFingerprintQuery = async (server: TestServer): Promise<string> => {
  const tables = await server.query<{ name: string }>(TABLE_NAMES);
  const query = tables.map(({ name }) => contentOf(name)).join(" union all ");
  fingerprintQueries.set(server, query);
  return query;
};

/** What every table holds, in short: equal before and after means that nothing was written. */
export const fingerprint = async (server: TestServer): Promise<Record<string, string>> => {
  const query = fingerprintQueries.get(server) ?? (await buildFingerprintQuery(server));
  const found = await server.query<{ name: string; content: string }>(query);
  return Object.fromEntries(found.map(({ name, content }) => [name, content]));
};

/** Every table of the database that has this text in it anywhere, in a row of the company. */
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
