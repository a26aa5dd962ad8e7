import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { type Db, DEADLOCK_DETECTED, hasErrorCode } from "./db.ts";
import { sql } from "./sql.ts";

const MIGRATION_LOCK = 5_318_008_001;
const MIGRATIONS = join(import.meta.dirname, "../../../../migrations");

interface Migration {
  name: string;
  text: string;
  checksum: string;
}

type AppliedMigration = Omit<Migration, "text">;

const readNames = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();

const readMigrations = async (folder: string): Promise<Migration[]> =>
  Promise.all(
    (await readNames(folder)).map(async (name) => {
      const text = await readFile(join(folder, name), "utf8");
      return { name, text, checksum: createHash("sha256").update(text).digest("hex") };
    }),
  );

const LOCK_NOT_AVAILABLE = "55P03";
const LOCK_RETRY_MS = 3_000;
/** A backup of a large database holds its tables for long. */
const LOCK_PATIENCE_MS = 30 * 60_000;

/**
 * In one transaction. Returns false if it had to wait for a table in use: it gives up early, because all other queries on that table
 * would wait behind it. A deadlock with a query of the version that still runs counts as a table in use.
 */
const tryMigration = async (client: pg.Client, { name, text, checksum }: Migration): Promise<boolean> => {
  await client.query("begin");
  try {
    await client.query("set local lock_timeout = '2s'");
    await client.query(text);
    await client.query("insert into schema_migrations (name, checksum) values ($1, $2)", [name, checksum]);
    await client.query("commit");
    return true;
  } catch (error) {
    await client.query("rollback");
    if (hasErrorCode(error, LOCK_NOT_AVAILABLE, DEADLOCK_DETECTED)) return false;
    throw new Error(`Migratie ${name} is niet gelukt: ${(error as Error).message}`, { cause: error });
  }
};

const applyMigration = async (client: pg.Client, migration: Migration): Promise<void> => {
  for (const deadline = performance.now() + LOCK_PATIENCE_MS; !(await tryMigration(client, migration)); ) {
    if (performance.now() > deadline)
      throw new Error(
        `Migratie ${migration.name} wacht al een half uur op een tabel die in gebruik is, bijvoorbeeld door een reservekopie. Start opnieuw als die klaar is.`,
      );
    await sleep(LOCK_RETRY_MS);
  }
};

/**
 * An applied migration that this version does not have, although it has later ones: the schema was built from other
 * migrations. Names after our last one are those of a newer version.
 */
const findForeignMigration = (applied: readonly string[], known: readonly string[]): string | undefined => {
  const last = known.at(-1) ?? "";
  return applied.find((name) => name < last && !known.includes(name));
};

/** An applied migration whose file no longer describes the schema. */
const findChangedMigration = (
  applied: readonly AppliedMigration[],
  checksums: ReadonlyMap<string, string>,
): string | undefined =>
  applied.find(({ name, checksum }) => checksums.has(name) && checksums.get(name) !== checksum)?.name;

/** The migrations a database has had; none when it is empty. */
export const appliedMigrations = async (client: pg.ClientBase): Promise<AppliedMigration[]> => {
  const { rows } = await client.query<{ exists: boolean }>(
    "select to_regclass('public.schema_migrations') is not null as exists",
  );
  if (!rows[0]?.exists) return [];
  return (await client.query<AppliedMigration>("select name, checksum from schema_migrations order by name")).rows;
};

const WAY_OUT =
  "Er is niets aan veranderd. Start met een lege gegevensmap of database (zet DATA_DIR of DATABASE_URL op een andere), of gebruik de versie waarmee zij is gemaakt.";

/** A database that this version cannot upgrade is refused before anything is changed. */
const requireUpgradable = (applied: readonly AppliedMigration[], migrations: readonly Migration[]): void => {
  const checksums = new Map(migrations.map(({ name, checksum }) => [name, checksum]));
  const foreign = findForeignMigration(
    applied.map(({ name }) => name),
    [...checksums.keys()],
  );
  if (foreign) {
    throw new Error(
      `Deze database is gemaakt door een proefversie van voor de eerste uitgave (${foreign}) en kan niet worden bijgewerkt. ${WAY_OUT}`,
    );
  }
  const changed = findChangedMigration(applied, checksums);
  if (changed) {
    throw new Error(
      `Migratie ${changed} is veranderd nadat zij was uitgevoerd. De database kan daarom niet worden bijgewerkt. ${WAY_OUT}`,
    );
  }
};

/** Applies the missing migrations in order, under an advisory lock: any number of processes may start at once. */
export const migrate = async (
  url: string,
  { folder = MIGRATIONS, upTo }: { folder?: string; upTo?: string } = {},
): Promise<string[]> => {
  const migrations = await readMigrations(folder);
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    const done = await appliedMigrations(client);
    requireUpgradable(done, migrations);
    await client.query(`create table if not exists schema_migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`);
    const doneNames = new Set(done.map(({ name }) => name));
    const missing = migrations.filter(({ name }) => !doneNames.has(name) && (!upTo || name <= upTo));
    for (const migration of missing) await applyMigration(client, migration);
    return missing.map(({ name }) => name);
  } finally {
    await client.end();
  }
};

/** How the migrations of another database differ from ours: the first of a newer version, and the first that was changed. */
export const compareMigrations = async (
  applied: readonly AppliedMigration[],
): Promise<{ unknown: string | undefined; changed: string | undefined }> => {
  const checksums = new Map((await readMigrations(MIGRATIONS)).map(({ name, checksum }) => [name, checksum]));
  const names = applied.map(({ name }) => name);
  const foreign = findForeignMigration(names, [...checksums.keys()]);
  const unknown = foreign ? undefined : names.find((name) => !checksums.has(name));
  return { unknown, changed: foreign ?? findChangedMigration(applied, checksums) };
};

const knownNames = new Map<string, Promise<readonly string[]>>();

/**
 * Read once: probes ask for them every few seconds. While a new version is installed, its files replace those of the version that
 * still runs, which does not need them.
 */
const readNamesOnce = (folder: string): Promise<readonly string[]> => {
  const names = knownNames.get(folder) ?? readNames(folder);
  knownNames.set(folder, names);
  names.catch(() => knownNames.delete(folder));
  return names;
};

/** The migrations of this version that the database has not had. */
export const missingMigrations = async (db: Db, folder: string = MIGRATIONS): Promise<string[]> => {
  const names = await readNamesOnce(folder);
  const done = new Set(
    (await db.rows<{ name: string }>(sql`select name from schema_migrations`)).map(({ name }) => name),
  );
  return names.filter((name) => !done.has(name));
};

/** Another process that starts at the same time was first. */
const DUPLICATE_DATABASE = new Set<unknown>(["42P04", "23505"]);

/** Creates the database if the server does not have it. */
export const ensureDatabase = async (serverUrl: string, name: string): Promise<void> => {
  const client = new pg.Client({ connectionString: serverUrl });
  client.on("error", () => undefined);
  await client.connect();
  try {
    const found = await client.query("select 1 from pg_database where datname = $1", [name]);
    if (!found.rowCount) await client.query(`create database ${pg.escapeIdentifier(name)}`);
  } catch (error) {
    if (!DUPLICATE_DATABASE.has((error as pg.DatabaseError).code)) throw error;
  } finally {
    await client.end();
  }
};
