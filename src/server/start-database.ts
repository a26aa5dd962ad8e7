import pg from "pg";
import { allJobs } from "./features/all-jobs.ts";
import type { Config } from "./platform/config.ts";
import { startEmbeddedPostgres } from "./platform/database/embedded.ts";
import { migrate } from "./platform/database/migrate.ts";
import { migrateJobs } from "./platform/jobs.ts";
import type { Logger } from "./platform/log.ts";

export interface RunningDatabase {
  url: string;
  stop(): Promise<void>;
}

const DATABASE = "ultimate_sales_agent";

const ensureDatabase = async (serverUrl: string): Promise<void> => {
  const client = new pg.Client({ connectionString: serverUrl });
  client.on("error", () => undefined);
  await client.connect();
  try {
    const found = await client.query("select 1 from pg_database where datname = $1", [DATABASE]);
    if (!found.rowCount) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
};

const findDatabase = async ({ databaseUrl, dataDir }: Config, log: Logger): Promise<RunningDatabase> => {
  if (databaseUrl) return { url: databaseUrl, stop: () => Promise.resolve() };
  const server = await startEmbeddedPostgres({ dataDir, log: (line) => log.info(line) });
  await ensureDatabase(server.connectionString());
  return { url: server.connectionString(DATABASE), stop: () => server.stop() };
};

/** The database of the configuration, reachable and migrated. */
export const startDatabase = async (config: Config, log: Logger): Promise<RunningDatabase> => {
  const database = await findDatabase(config, log);
  try {
    const applied = await migrate(database.url);
    if (applied.length) log.info({ applied }, "database migrated");
    await migrateJobs(database.url, allJobs);
    return database;
  } catch (error) {
    await database.stop();
    throw error;
  }
};
