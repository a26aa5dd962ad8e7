import type { Config } from "#platform/config.ts";
import { startEmbeddedPostgres } from "#platform/database/embedded/embedded-postgres.ts";
import { ensureDatabase, migrate } from "#platform/database/migrate.ts";
import { migrateJobs } from "#platform/jobs/migrate-jobs.ts";
import type { Logger } from "#platform/log.ts";
import { allJobs } from "./all-jobs.ts";

export interface RunningDatabase {
  url: string;
  stop(): Promise<void>;
}

const DATABASE = "ultimate_sales_agent";

/** Starts the embedded server, and creates its database if it is missing; with DATABASE_URL, that server is used as it is. */
export const startUnmigratedDatabase = async (
  { databaseUrl, dataDir }: Config,
  log: Logger,
): Promise<RunningDatabase> => {
  if (databaseUrl) return { url: databaseUrl, stop: () => Promise.resolve() };
  const server = await startEmbeddedPostgres({ dataDir, log: (line) => log.info(line) });
  try {
    await ensureDatabase(server.connectionString(), DATABASE);
  } catch (error) {
    await server.stop();
    throw error;
  }
  return { url: server.connectionString(DATABASE), stop: () => server.stop() };
};

/** Starts and migrates the configured database. */
export const startDatabase = async (config: Config, log: Logger): Promise<RunningDatabase> => {
  const database = await startUnmigratedDatabase(config, log);
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
