import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { openDatabase } from "#platform/database/database.ts";
import { startEmbeddedPostgres } from "#platform/database/embedded/embedded-postgres.ts";
import { ensureDatabase, migrate } from "#platform/database/migrate.ts";
import { migrateJobs } from "#platform/jobs/migrate-jobs.ts";
import { removeData } from "#scripts/throwaway-database.ts";
import { allJobs } from "#server/all-jobs.ts";
import { printProgress } from "../suite.ts";
import { checkDerivedTables } from "./check-derived-tables.ts";
import { type BenchCompany, type Dataset, DEFAULT_DATASET, fill, makeBenchCompanies } from "./fill.ts";

/** A PostgreSQL server to measure on. The embedded one has the product's durability settings (fsync on), which tests do not. */
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

const SELECT_DATASET_LABEL = `
  select shobj_description(oid, 'pg_database') as loaded, not exists (select from companies) as "isEmpty"
  from pg_database where datname = current_database()`;
const SELECT_COMPANIES = `
  select l.company_id as "companyId", l.leads, (select min(username) from users u where u.company_id = l.company_id) as username
  from (select company_id, count(*)::int as leads from leads group by company_id) l order by l.leads desc`;

/** Throws for a database with other rows. The label is written last: without it, what is there is not complete. */
export const isLoaded = async (client: pg.Client, datasetLabel: string): Promise<boolean> => {
  const { rows } = await client.query<{ loaded: string | null; isEmpty: boolean }>(SELECT_DATASET_LABEL);
  const { loaded = null, isEmpty = true } = rows[0] ?? {};
  if (loaded === null && !isEmpty)
    throw new Error(
      "the database has rows of an interrupted load, or of something else: drop it, or choose another folder",
    );
  if (loaded !== null && loaded !== datasetLabel)
    throw new Error(`the database contains "${loaded}", not "${datasetLabel}"`);
  return loaded === datasetLabel;
};

/** Fields that are left out are those of DEFAULT_DATASET. */
interface DatasetOptions extends Partial<Omit<Dataset, "leadsPerCompany">>, Pick<Dataset, "leadsPerCompany"> {
  /** Part of the name of its database. */
  name?: string;
}

/** Loads the dataset, unless an earlier run did. */
const loadInto = (url: string, options: DatasetOptions): Promise<BenchCompany[]> =>
  withClient(url, async (client) => {
    const dataset = { ...DEFAULT_DATASET, ...options };
    const leads = dataset.leadsPerCompany.reduce((sum, count) => sum + count, 0);
    const datasetLabel = `bench of ${leads} leads`;
    if (!(await isLoaded(client, datasetLabel))) {
      const database = openDatabase({ url, connections: 2, onError: () => undefined });
      const companies = await makeBenchCompanies(database, dataset.leadsPerCompany);
      await database.close();
      const onProgress = (step: string) => printProgress(`${leads} leads: ${step}`);
      await fill(client, companies, dataset, onProgress);
      onProgress("check");
      await checkDerivedTables(client, companies.slice(0, 3));
      const { rows: named } = await client.query<{ name: string }>("select quote_ident(current_database()) as name");
      await client.query(`comment on database ${named[0]?.name} is '${datasetLabel}'`);
    }
    return (await client.query<BenchCompany>(SELECT_COMPANIES)).rows;
  });

export interface LoadedDatabase {
  url: string;
  /** The largest first. */
  companies: readonly BenchCompany[];
}

/** The databases of a suite: loads, closes and removes them. */
export interface BenchData {
  dataDir: string;
  /** DATABASE_URL was set. */
  isExternal: boolean;
  /** A database with these rows. */
  load(dataset: DatasetOptions): Promise<LoadedDatabase>;
  /** Stops the embedded server. */
  close(): Promise<void>;
  /** Deletes the data, unless a folder was given. */
  remove(): Promise<void>;
}

/** On the embedded server: the product's default name, so that the product can be started on this folder. */
const DATABASE_NAMES = { external: "usa_bench", embedded: "ultimate_sales_agent" };

/** `folder`: where the embedded server stores its data for the next run. Without it: a temporary folder. */
export const openBenchData = async (folder?: string): Promise<BenchData> => {
  const externalUrl = process.env["DATABASE_URL"];
  const dataDir = folder ?? (await mkdtemp(join(tmpdir(), "usa-bench-")));
  const server = await openDatabaseServer(dataDir, externalUrl);
  const prefix = externalUrl ? DATABASE_NAMES.external : DATABASE_NAMES.embedded;
  const databases: string[] = [];
  return {
    dataDir,
    isExternal: externalUrl !== undefined,
    load: async (dataset) => {
      const database = dataset.name ? `${prefix}_${dataset.name}` : prefix;
      databases.push(database);
      const url = await openBenchDatabase(server, database);
      return { url, companies: await loadInto(url, dataset) };
    },
    close: server.stop,
    remove: async () => {
      if (folder) return;
      await removeData(dataDir);
      for (const database of externalUrl ? databases : [])
        await withClient(server.urlOf("postgres"), (client) => client.query(`drop database ${database} with (force)`));
    },
  };
};
