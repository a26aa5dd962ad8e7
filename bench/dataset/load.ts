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
import { checkDerivedTables } from "./check-derived-tables.ts";
import { fill, makeTenants, type Tenant } from "./fill.ts";

/** A PostgreSQL server to measure on, with the product's durability settings (fsync on), unlike the throwaway test server. */
interface DatabaseServer {
  urlOf(name: string): string;
  stop(): Promise<void>;
}

const openDatabaseServer = async (dataDir: string, externalUrl: string | undefined): Promise<DatabaseServer> => {
  if (externalUrl) {
    const urlOf = (name: string) => Object.assign(new URL(externalUrl), { pathname: `/${name}` }).href;
    return { urlOf, stop: () => Promise.resolve() };
  }
  const server = await startEmbeddedPostgres({ dataDir });
  return { urlOf: (name) => server.connectionString(name), stop: () => server.stop() };
};

/** Creates and migrates the database. */
const openBenchDatabase = async ({ urlOf }: DatabaseServer, name: string): Promise<string> => {
  await ensureDatabase(urlOf("postgres"), name);
  const url = urlOf(name);
  await migrate(url);
  await migrateJobs(url, allJobs);
  return url;
};

export const withClient = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

const ROWS_PER_LEAD = { queue: 1, messages: 0.1, meetings: 0.05, invitations: 0.3 };

const SELECT_DATASET_LABEL =
  "select shobj_description(oid, 'pg_database') as loaded from pg_database where datname = current_database()";
const SELECT_TENANTS = `
  select l.company_id as "companyId", l.leads, (select min(username) from users u where u.company_id = l.company_id) as username
  from (select company_id, count(*)::int as leads from leads group by company_id) l order by l.leads desc`;

const isLoaded = async (client: pg.Client, datasetLabel: string): Promise<boolean> => {
  const { rows } = await client.query<{ loaded: string | null }>(SELECT_DATASET_LABEL);
  if (rows[0]?.loaded && rows[0].loaded !== datasetLabel)
    throw new Error(`the database contains "${rows[0].loaded}", not "${datasetLabel}"`);
  return rows[0]?.loaded === datasetLabel;
};

/** Loads the dataset, unless an earlier run did. */
const load = (url: string, rows: number, onProgress: (step: string) => void): Promise<Tenant[]> =>
  withClient(url, async (client) => {
    const datasetLabel = `bench of ${rows} leads`;
    if (!(await isLoaded(client, datasetLabel))) {
      const database = openDatabase({ url, connections: 2, onError: () => undefined });
      const tenants = await makeTenants(database, rows);
      await database.close();
      await fill(client, tenants, ROWS_PER_LEAD, onProgress);
      onProgress("check");
      await checkDerivedTables(client, tenants.slice(0, 3));
      const { rows: named } = await client.query<{ name: string }>("select quote_ident(current_database()) as name");
      await client.query(`comment on database ${named[0]?.name} is '${datasetLabel}'`);
    }
    return (await client.query<Tenant>(SELECT_TENANTS)).rows;
  });

interface LoadedDatabase {
  url: string;
  tenants: readonly Tenant[];
}

export interface PreparedData {
  dataDir: string;
  /** DATABASE_URL was set. */
  isExternal: boolean;
  large: LoadedDatabase;
  small: LoadedDatabase;
  close(): Promise<void>;
  /** Deletes the data, unless --data was given. */
  remove(): Promise<void>;
}

/** On the embedded server: the product's default name, so that the product can be started on this folder. */
const DATABASE_NAMES = { external: "usa_bench", embedded: "ultimate_sales_agent" };

/** Two databases with the same kind of rows, one a fifth the size of the other. */
export const prepareData = async (options: Options, onProgress: (step: string) => void): Promise<PreparedData> => {
  const externalUrl = process.env["DATABASE_URL"];
  const dataDir = options.data ?? (await mkdtemp(join(tmpdir(), "usa-bench-")));
  const server = await openDatabaseServer(dataDir, externalUrl);
  const name = externalUrl ? DATABASE_NAMES.external : DATABASE_NAMES.embedded;
  const prepare = async (database: string, rows: number): Promise<LoadedDatabase> => {
    const url = await openBenchDatabase(server, database);
    return { url, tenants: await load(url, rows, (step) => onProgress(`${rows} leads: ${step}`)) };
  };
  const small = await prepare(`${name}_small`, Math.round(options.rows / 5));
  const large = await prepare(name, options.rows);
  return {
    dataDir,
    isExternal: externalUrl !== undefined,
    large,
    small,
    close: server.stop,
    remove: async () => {
      if (options.data) return;
      await removeData(dataDir);
      for (const database of externalUrl ? [name, `${name}_small`] : [])
        await withClient(server.urlOf("postgres"), (client) => client.query(`drop database ${database} with (force)`));
    },
  };
};
