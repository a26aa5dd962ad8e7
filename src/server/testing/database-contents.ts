import type { TestServer } from "./test-server.ts";

// Of pg-boss only the job table: pg-boss keeps updating its other tables.
const TABLE_NAMES = `
  select format('%I.%I', n.nspname, c.relname) as name
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where (n.nspname = 'public' and c.relkind in ('r', 'p')) or (n.nspname = 'pgboss' and c.relname = 'job')
  order by 1`;

// Every write gives its row a new xmin, so the rows themselves need not be read.
const versionsOf = (table: string) => `
  select '${table}' as name, format('%s rows, %s', count(*), sum(xmin::text::numeric)) as content from ${table}`;

// Every request may update last_seen_at of its session.
const SESSIONS = `
  select 'public.sessions' as name, md5(string_agg((to_jsonb(s) - 'last_seen_at')::text, ',' order by id)) as content
  from sessions s`;

const fingerprintQueries = new WeakMap<TestServer, string>();

const buildFingerprintQuery = async (server: TestServer): Promise<string> => {
  const tables = await server.query<{ name: string }>(TABLE_NAMES);
  const others = tables.filter(({ name }) => name !== "public.sessions");
  const query = [...others.map(({ name }) => versionsOf(name)), SESSIONS].join(" union all ");
  fingerprintQueries.set(server, query);
  return query;
};

/** The state of every table: equal states before and after mean that nothing was written. */
export const fingerprint = async (server: TestServer): Promise<Record<string, string>> => {
  const query = fingerprintQueries.get(server) ?? (await buildFingerprintQuery(server));
  const found = await server.query<{ name: string; content: string }>(query);
  return Object.fromEntries(found.map(({ name, content }) => [name, content]));
};

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
