import pg from "pg";

/** Any fixed number: everyone who uses the embedded server holds this lock, shared. */
const IN_USE = 8_214_331;

const ABSENT = new Set(["ENOENT", "ECONNREFUSED"]);
const FORBIDDEN = new Set(["EACCES", "28000"]);

export type LeaseAttempt = { client: pg.Client } | { absent: boolean; error: Error };

/**
 * A connection that says "I use this server". It ends with its process, however that ends, so the last user can
 * tell that it is the last, and each can tell that the server went away.
 */
export async function takeLease(connectionString: string): Promise<LeaseAttempt> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000, application_name: "lease" });
  // Without a listener a connection that breaks would end the process; `end` tells us all we need.
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query("SELECT pg_advisory_lock_shared($1)", [IN_USE]);
    return { client };
  } catch (cause) {
    await client.end().catch(() => undefined);
    const error = cause as Error & { code?: string };
    if (FORBIDDEN.has(error.code ?? "")) {
      throw new Error(`De database draait onder een andere gebruiker en weigert deze: ${error.message}`);
    }
    return { absent: ABSENT.has(error.code ?? ""), error };
  }
}

/** Gives the lease up. True when nobody else holds one: then nobody gets one either, until the server has stopped. */
export async function endLease(client: pg.Client): Promise<boolean> {
  try {
    await client.query("SELECT pg_advisory_unlock_shared($1)", [IN_USE]);
    const answer = await client.query<{ last: boolean }>("SELECT pg_try_advisory_lock($1) AS last", [IN_USE]);
    return answer.rows[0]?.last ?? false;
  } catch {
    return true;
  }
}
