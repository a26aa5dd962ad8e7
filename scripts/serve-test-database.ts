import pg from "pg";
import { startThrowawayDatabase } from "./throwaway-database.ts";

const LEFTOVERS = "select datname from pg_database where datname ~ '^usa_(test_|template)'";

/** An existing PostgreSQL server: the tests create their databases on it and remove them. */
export async function openExternalDatabase(url: string): Promise<{ url: string; stop: () => Promise<void> }> {
  await withClient(url, async (client) => {
    const { rows } = await client.query("select rolsuper from pg_roles where rolname = current_user");
    if (!rows[0]?.rolsuper)
      throw new Error("De tests maken eigen databases en rollen: DATABASE_URL moet van een superuser zijn.");
    await removeLeftovers(client);
  });
  return { url, stop: () => withClient(url, removeLeftovers) };
}

// Databases of earlier runs may have other migrations. Those that another run is using cannot be dropped.
async function removeLeftovers(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ datname: string }>(LEFTOVERS);
  for (const { datname } of rows) await client.query(`drop database if exists ${datname}`).catch(() => undefined);
}

async function withClient(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on("error", () => undefined);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
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
