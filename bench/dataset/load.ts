import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { openDatabase } from "#platform/database/database.ts";
import { startEmbeddedPostgres } from "#platform/database/embedded/embedded-postgres.ts";
import { ensureDatabase, migrate } from "#platform/database/migrate.ts";
import { migrateJobs } from "#platform/jobs/migrate-jobs.ts";
import { allJobs } from "#server/all-jobs.ts";
import { removeData } from "../../scripts/throwaway-database.ts";
import type { Options } from "../options.ts";
import { checkDerived } from "./check.ts";
import { fill, makeTenants, type Tenant } from "./fill.ts";

/** A PostgreSQL server to measure on, as the product runs it: nothing of its safety is traded for speed. */
interface Place {
  urlOf(name: string): string;
  stop(): Promise<void>;
}

const openPlace = async (dataDir: string, given: string | undefined): Promise<Place> => {
  if (given) {
    const urlOf = (name: string) => Object.assign(new URL(given), { pathname: `/${name}` }).href;
    return { urlOf, stop: () => Promise.resolve() };
  }
  const server = await startEmbeddedPostgres({ dataDir });
  return { urlOf: (name) => server.connectionString(name), stop: () => server.stop() };
};

/** The database of this name, made and migrated. */
const openBenchDatabase = async ({ urlOf }: Place, name: string): Promise<string> => {
  await ensureDatabase(urlOf("postgres"), name);
  const url = urlOf(name);
  await migrate(url);
  await migrateJobs(url, allJobs);
  return url;
};

export const connected = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

/** For every lead: as many messages queued or sent, a tenth as many to review, a twentieth as many meetings. */
const AMOUNTS = { queue: 1, messages: 0.1, meetings: 0.05, invitations: 0.3 };

const LOADED =
  "select shobj_description(oid, 'pg_database') as loaded from pg_database where datname = current_database()";
const TENANTS = `
  select l.company_id as "companyId", l.leads, (select min(username) from users u where u.company_id = l.company_id) as username
  from (select company_id, count(*)::int as leads from leads group by company_id) l order by l.leads desc`;

const isLoaded = async (client: pg.Client, note: string): Promise<boolean> => {
  const { rows } = await client.query<{ loaded: string | null }>(LOADED);
  if (rows[0]?.loaded && rows[0].loaded !== note)
    throw new Error(`this folder holds "${rows[0].loaded}", not "${note}"`);
  return rows[0]?.loaded === note;
};

/** The database with this many leads: loaded now, or found as an earlier run left it. */
const load = (url: string, rows: number, tell: (step: string) => void): Promise<Tenant[]> =>
  connected(url, async (client) => {
    const note = `bench of ${rows} leads`;
    if (!(await isLoaded(client, note))) {
      const database = openDatabase({ url, connections: 2, onError: () => undefined });
      const tenants = await makeTenants(database, rows);
      await database.close();
      await fill(client, tenants, AMOUNTS, tell);
      tell("check");
      await checkDerived(client, tenants.slice(0, 3));
      const { rows: named } = await client.query<{ name: string }>("select quote_ident(current_database()) as name");
      await client.query(`comment on database ${named[0]?.name} is '${note}'`);
    }
    return (await client.query<Tenant>(TENANTS)).rows;
  });

interface Loaded {
  url: string;
  tenants: readonly Tenant[];
}

export interface PreparedData {
  dataDir: string;
  /** Whether the server is somebody's own. */
  given: boolean;
  large: Loaded;
  small: Loaded;
  close(): Promise<void>;
  /** Nothing stays behind but what was asked to be kept. */
  remove(): Promise<void>;
}

/** On the embedded server the name that the product gives its own, so that it can be started on it. */
const NAMES = { given: "usa_bench", embedded: "ultimate_sales_agent" };

/** Two databases with the same kind of rows, one of a fifth of the other. */
export const prepareData = async (options: Options, tell: (step: string) => void): Promise<PreparedData> => {
  const given = process.env["DATABASE_URL"];
  const dataDir = options.data ?? (await mkdtemp(join(tmpdir(), "usa-bench-")));
  const place = await openPlace(dataDir, given);
  const name = given ? NAMES.given : NAMES.embedded;
  const prepare = async (database: string, rows: number): Promise<Loaded> => {
    const url = await openBenchDatabase(place, database);
    return { url, tenants: await load(url, rows, (step) => tell(`${rows} leads: ${step}`)) };
  };
  const small = await prepare(`${name}_small`, Math.round(options.rows / 5));
  const large = await prepare(name, options.rows);
  return {
    dataDir,
    given: given !== undefined,
    large,
    small,
    close: place.stop,
    remove: async () => {
      if (options.data) return;
      await removeData(dataDir);
      for (const database of given ? [name, `${name}_small`] : [])
        await connected(place.urlOf("postgres"), (client) => client.query(`drop database ${database} with (force)`));
    },
  };
};
