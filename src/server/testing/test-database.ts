import { randomBytes } from "node:crypto";
import pg from "pg";
import { allJobs } from "../all-jobs.ts";
import { migrate } from "../platform/database/migrate.ts";
import { migrateJobs } from "../platform/jobs.ts";

const TEMPLATE = "usa_template";
const TEMPLATE_LOCK = 5_318_008_002;

const serverUrl = (): string => {
  const url = process.env["TEST_DATABASE_URL"];
  if (!url) throw new Error("TEST_DATABASE_URL is not set: run the tests with npm test or vitest");
  return url;
};

const withDatabase = (name: string): string => {
  const url = new URL(serverUrl());
  url.pathname = `/${name}`;
  return url.href;
};

const asServer = async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: serverUrl() });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

/** Migrated once for the whole run; the first test file that comes makes it, the others wait. */
const ensureTemplate = async (client: pg.Client): Promise<void> => {
  await client.query("select pg_advisory_lock($1)", [TEMPLATE_LOCK]);
  try {
    const found = await client.query("select 1 from pg_database where datname = $1", [TEMPLATE]);
    if (found.rowCount) return;
    const building = `${TEMPLATE}_building`;
    await client.query(`drop database if exists ${building} with (force)`);
    await client.query(`create database ${building}`);
    await migrate(withDatabase(building));
    await migrateJobs(withDatabase(building), allJobs);
    await client.query(`alter database ${building} rename to ${TEMPLATE}`);
  } finally {
    await client.query("select pg_advisory_unlock($1)", [TEMPLATE_LOCK]);
  }
};

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/** A database of its own, migrated and empty. */
export const createTestDatabase = async (): Promise<TestDatabase> => {
  const name = `usa_test_${randomBytes(6).toString("hex")}`;
  await asServer(async (client) => {
    await ensureTemplate(client);
    // Copying files is twice as quick as writing each page to the log.
    await client.query(`create database ${name} template ${TEMPLATE} strategy file_copy`);
  });
  return {
    url: withDatabase(name),
    drop: () => asServer(async (client) => void (await client.query(`drop database if exists ${name} with (force)`))),
  };
};
