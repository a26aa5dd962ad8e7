import { createHash, randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { migrate } from "#platform/database/migrate.ts";
import { migrateJobs } from "#platform/jobs/migrate-jobs.ts";
import { allJobs } from "#server/all-jobs.ts";

const MIGRATIONS = join(import.meta.dirname, "../../../migrations");

/** One template per version of the migrations, so that tests of a changed migration do not use the tables of the original. */
const templateName = (): string => {
  const hash = createHash("sha256");
  for (const name of readdirSync(MIGRATIONS).sort()) hash.update(readFileSync(join(MIGRATIONS, name)));
  return `usa_template_${hash.digest("hex").slice(0, 12)}`;
};

const TEMPLATE = templateName();
const TEMPLATE_LOCK = 5_318_008_002;
// The product's login owns its database and is no superuser: a superuser bypasses row-level security, which would hide mistakes.
const OWNER = "product_login";
const MAKE_OWNER = `
  do $$
  declare
    name text;
  begin
    if not exists (select 1 from pg_roles where rolname = '${OWNER}') then
      create role ${OWNER} login createrole password '${OWNER}';
    end if;
    for name in select rolname from pg_roles where rolname in ('usa_tenant', 'usa_platform', 'usa_worker', 'usa_backup') loop
      execute format('grant %I to ${OWNER}', name);
    end loop;
  end
  $$`;

const serverUrl = (): string => {
  const url = process.env["TEST_DATABASE_URL"];
  if (!url) throw new Error("TEST_DATABASE_URL is not set: run the tests with npm test or vitest");
  return url;
};

const ownerUrl = (name: string): string => {
  const url = new URL(serverUrl());
  url.pathname = `/${name}`;
  url.username = OWNER;
  url.password = OWNER;
  return url.href;
};

/** The same database as the server's superuser, who bypasses row-level security. */
export const inspectorUrl = (databaseUrl: string): string => {
  const url = new URL(databaseUrl);
  if (url.username !== OWNER) return databaseUrl;
  const { username, password } = new URL(serverUrl());
  Object.assign(url, { username, password });
  return url.href;
};

const connected = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

/** Migrated once per test run: the first test file creates it, the others wait for the lock. */
const ensureTemplate = async (client: pg.Client): Promise<void> => {
  await client.query("select pg_advisory_lock($1)", [TEMPLATE_LOCK]);
  try {
    const found = await client.query("select 1 from pg_database where datname = $1", [TEMPLATE]);
    if (found.rowCount) return;
    await client.query(MAKE_OWNER);
    const building = `${TEMPLATE}_building`;
    await client.query(`drop database if exists ${building} with (force)`);
    await client.query(`create database ${building} owner ${OWNER}`);
    await migrate(ownerUrl(building));
    await migrateJobs(ownerUrl(building), allJobs);
    await client.query(`alter database ${building} rename to ${TEMPLATE}`);
  } finally {
    await client.query("select pg_advisory_unlock($1)", [TEMPLATE_LOCK]);
  }
};

export interface TestDatabase {
  /** As the product connects: its login owns the database and is no superuser. */
  url: string;
  /** Runs as the superuser. */
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
  drop(): Promise<void>;
}

const create = async (template: string): Promise<TestDatabase> => {
  const name = `usa_test_${randomBytes(6).toString("hex")}`;
  await connected(serverUrl(), async (client) => {
    await ensureTemplate(client);
    await client.query(`create database ${name} owner ${OWNER} ${template}`);
  });
  const url = ownerUrl(name);
  return {
    url,
    query: <Row>(text: string, values: unknown[] = []) =>
      connected(inspectorUrl(url), async (client) => (await client.query(text, values)).rows as Row[]),
    drop: async () => {
      await connected(serverUrl(), (client) => client.query(`drop database if exists ${name} with (force)`));
    },
  };
};

/** A migrated database without data. `file_copy` is twice as fast as writing each page to the WAL. */
export const createTestDatabase = (): Promise<TestDatabase> => create(`template ${TEMPLATE} strategy file_copy`);

/** A database without migrations. */
export const createEmptyDatabase = (): Promise<TestDatabase> => create("");
