import pg from "pg";
import { startEmbeddedPostgres } from "#platform/database/embedded/embedded-postgres.ts";
import { ensureDatabase, migrate } from "#platform/database/migrate.ts";

import { migrateJobs } from "#platform/jobs/migrate-jobs.ts";
import { allJobs } from "#server/all-jobs.ts";

/** A PostgreSQL server to measure on, as the product runs it: nothing of its safety is traded for speed. */
export interface Place {
  urlOf(name: string): string;
  stop(): Promise<void>;
}

export const openPlace = async (dataDir: string, given: string | undefined): Promise<Place> => {
  if (given) {
    const urlOf = (name: string) => Object.assign(new URL(given), { pathname: `/${name}` }).href;
    return { urlOf, stop: () => Promise.resolve() };
  }
  const server = await startEmbeddedPostgres({ dataDir });
  return { urlOf: (name) => server.connectionString(name), stop: () => server.stop() };
};

/** The database of this name, made and migrated. */
export const openBenchDatabase = async ({ urlOf }: Place, name: string): Promise<string> => {
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
