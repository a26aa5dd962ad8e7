import pg from "pg";

const LEFTOVERS = "select datname from pg_database where datname ~ '^usa_(test_|template)'";

/** A PostgreSQL server that somebody brought along: the tests make their databases on it, and leave none behind. */
export async function openGivenDatabase(url: string): Promise<{ url: string; stop: () => Promise<void> }> {
  await connected(url, async (client) => {
    const { rows } = await client.query("select rolsuper from pg_roles where rolname = current_user");
    if (!rows[0]?.rolsuper)
      throw new Error("De tests maken eigen databases en rollen: DATABASE_URL moet van een superuser zijn.");
    await removeLeftovers(client);
  });
  return { url, stop: () => connected(url, removeLeftovers) };
}

// What an earlier run left was made by other migrations; what another run uses at this moment refuses to go.
async function removeLeftovers(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ datname: string }>(LEFTOVERS);
  for (const { datname } of rows) await client.query(`drop database if exists ${datname}`).catch(() => undefined);
}

async function connected(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on("error", () => undefined);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
