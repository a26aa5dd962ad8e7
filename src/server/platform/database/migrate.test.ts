import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from "#testing/test-database.ts";
import { openTestDatabase } from "#testing/test-server.ts";
import { migrate, missingMigrations } from "./migrate.ts";
import { sql } from "./sql.ts";

let database: TestDatabase;
let folder: string;
beforeEach(async () => {
  database = await createEmptyDatabase();
  folder = await mkdtemp(join(tmpdir(), "usa-migrations-"));
  await write("0001_first.sql", "create table first (id int primary key);");
  await write("0002_second.sql", "create table second (id int primary key references first);");
});
afterEach(async () => {
  await rm(folder, { recursive: true });
  await database.drop();
});

const write = (name: string, text: string) => writeFile(join(folder, name), text);

const migrateInChildProcess = async (): Promise<string[]> => {
  const script = `import { migrate } from ${JSON.stringify(join(import.meta.dirname, "migrate.ts"))};
    process.stdout.write(JSON.stringify(await migrate(process.env.DATABASE_URL)));`;
  const env = { ...process.env, DATABASE_URL: database.url };
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script], { env });
  return JSON.parse(stdout) as string[];
};

test("of two processes that start at once one migrates, and the other finds it done", async () => {
  const [one, other] = await Promise.all([migrateInChildProcess(), migrateInChildProcess()]);
  const applied = [...one, ...other];
  expect([one, other]).toContainEqual([]);
  expect(applied.slice(0, 3)).toEqual([
    "0001_roles_and_functions.sql",
    "0002_companies_and_users.sql",
    "0003_audit_log_and_purge.sql",
  ]);
  expect(await database.query("select name from schema_migrations order by name")).toEqual(
    applied.map((name) => ({ name })),
  );
});

test("missing migrations are applied in order, once", async () => {
  expect(await migrate(database.url, { folder })).toEqual(["0001_first.sql", "0002_second.sql"]);
  expect(await migrate(database.url, { folder })).toEqual([]);
  await write("0003_third.sql", "drop table second;");
  expect(await migrate(database.url, { folder })).toEqual(["0003_third.sql"]);
});

const untilWaitingFor = (table: string) =>
  expect
    .poll(() => database.query("select from pg_locks where relation = $1::regclass and not granted", [table]))
    .toHaveLength(1);

test("a migration that waits for a table in use lets other queries go first, and is done afterwards", async () => {
  await migrate(database.url, { folder });
  const reader = new pg.Client({ connectionString: database.url });
  await reader.connect();
  await reader.query("begin");
  await reader.query("select * from first");
  await write("0003_third.sql", "alter table first add column name text;");
  const migrating = migrate(database.url, { folder });
  await untilWaitingFor("first");
  await database.query("select * from first");
  await reader.query("rollback");
  await reader.end();
  expect(await migrating).toEqual(["0003_third.sql"]);
});

test("a migration that deadlocks with a query of the running version is tried again", async () => {
  await migrate(database.url, { folder });
  const running = new pg.Client({ connectionString: database.url });
  await running.connect();
  await running.query("begin");
  await running.query("lock table second in row exclusive mode");
  await write("0003_third.sql", "alter table first add column name text; alter table second add column name text;");
  const migrating = migrate(database.url, { folder });
  await untilWaitingFor("second");
  // The migration has waited longer than this query, so PostgreSQL ends the migration and not the query.
  await running.query("insert into first (id) values (1)");
  await running.query("commit");
  await running.end();
  expect(await migrating).toEqual(["0003_third.sql"]);
});

test("a migration that was changed after it ran stops the start", async () => {
  await migrate(database.url, { folder });
  await write("0001_first.sql", "create table first (id bigint primary key);");
  await write("0003_third.sql", "create table third (id int);");
  await expect(migrate(database.url, { folder })).rejects.toThrow(
    "Migratie 0001_first.sql is veranderd nadat zij was uitgevoerd. De database kan daarom niet worden bijgewerkt. Er is niets aan veranderd. Start met een lege gegevensmap",
  );
  expect(await database.query("select name from schema_migrations where name like '0003%'")).toEqual([]);
});

test("a database that was built from other migrations is refused, and left as it is", async () => {
  const old = await mkdtemp(join(tmpdir(), "usa-migrations-"));
  try {
    await writeFile(join(old, "0001_roles_and_functions.sql"), "create table built_before (id int);");
    await writeFile(join(old, "0003_audit.sql"), "create table audited (id int);");
    await migrate(database.url, { folder: old });
    await expect(migrate(database.url)).rejects.toThrow(
      "Deze database is gemaakt door een proefversie van voor de eerste uitgave (0003_audit.sql) en kan niet worden bijgewerkt. Er is niets aan veranderd. Start met een lege gegevensmap",
    );
    expect(await database.query("select name from schema_migrations order by name")).toHaveLength(2);
  } finally {
    await rm(old, { recursive: true });
  }
});

test("a database of a newer version is not refused: processes of both versions run during an update", async () => {
  await migrate(database.url, { folder });
  await write("0003_third.sql", "create table third (id int);");
  await migrate(database.url, { folder });
  await rm(join(folder, "0003_third.sql"));
  expect(await migrate(database.url, { folder })).toEqual([]);
});

test("a failed migration is rolled back and can be retried", async () => {
  await write("0003_third.sql", "create table third (id int); select 1 / 0;");
  await expect(migrate(database.url, { folder })).rejects.toThrow("Migratie 0003_third.sql is niet gelukt");
  await write("0003_third.sql", "create table third (id int);");
  expect(await migrate(database.url, { folder })).toEqual(["0003_third.sql"]);
});

test("a process reads the names of its migrations once, and does not report those of a newer version beside it as missing", async () => {
  const migrated = await createTestDatabase();
  const opened = openTestDatabase(migrated.url);
  const missing = () => missingMigrations(opened.platform, folder);
  const names = await missing();
  expect(names.length).toBeGreaterThan(0);
  await write("0009_newer_version.sql", "select 1;");
  expect(await missing()).toEqual(names);
  await opened.close();
  await migrated.drop();
});

test("missing migrations are detected, and the application's role cannot change the list of applied ones", async () => {
  const migrated = await createTestDatabase();
  const opened = openTestDatabase(migrated.url);
  expect(await missingMigrations(opened.platform)).toEqual([]);
  await migrated.query("delete from schema_migrations where name = '0003_audit_log_and_purge.sql'");
  expect(await missingMigrations(opened.platform)).toEqual(["0003_audit_log_and_purge.sql"]);
  await expect(opened.platform.run(sql`delete from schema_migrations`)).rejects.toThrow("permission denied");
  await opened.close();
  await migrated.drop();
});
