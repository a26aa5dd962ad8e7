import pg from "pg";
import { startThrowawayDatabase } from "./throwaway-database.ts";

const FIND_LEFTOVER_DATABASES = "select datname from pg_database where datname ~ '^usa_(test_|template)'";
/** Every run holds it shared, so that a run which gets it exclusively is the only one. */
const RUN_LOCK = 5_318_008_003;

/** An existing PostgreSQL server: the tests create their databases on it and remove them. */
async function openExternalDatabase(url: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on("error", () => undefined);
  await client.connect();
  const { rows } = await client.query("select rolsuper from pg_roles where rolname = current_user");
  if (!rows[0]?.rolsuper)
    throw new Error("De tests maken eigen databases en rollen: DATABASE_URL moet van een superuser zijn.");
  await removeLeftovers(client);
  await client.query("select pg_advisory_lock_shared($1)", [RUN_LOCK]);
  return {
    url,
    stop: async () => {
      await client.query("select pg_advisory_unlock_shared($1)", [RUN_LOCK]);
      await removeLeftovers(client);
      await client.end();
    },
  };
}

/** Databases of earlier runs may have other migrations. During another run the last one to end removes them. */
async function removeLeftovers(client: pg.Client): Promise<void> {
  const { rows: locks } = await client.query("select pg_try_advisory_lock($1) as acquired", [RUN_LOCK]);
  if (!locks[0]?.acquired) return;
  const { rows } = await client.query<{ datname: string }>(FIND_LEFTOVER_DATABASES);
  for (const { datname } of rows) await client.query(`drop database if exists ${datname}`).catch(() => undefined);
  await client.query("select pg_advisory_unlock($1)", [RUN_LOCK]);
}

function fail(error: Error): never {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}

// A process of its own, so that it cleans up even when the test run is killed.
const externalUrl = process.env["TEST_DATABASE_URL"];
const database = await (externalUrl ? openExternalDatabase(externalUrl) : startThrowawayDatabase()).catch(fail);
const shutDown = () => void database.stop().then(() => process.exit(0), fail);
process.once("SIGTERM", shutDown);
process.once("disconnect", shutDown);
process.send?.({ ready: true, url: database.url });
