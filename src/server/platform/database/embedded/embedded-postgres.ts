import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { ensureCluster } from "./cluster.ts";
import { prepareClusterLocation } from "./cluster-location.ts";
import { connectionStringOf, connectOrStart, releaseLease, stopServer } from "./server-process.ts";

export type EmbeddedPostgres = {
  /** For the superuser; the server keeps this address for as long as the data folder stays where it is. */
  connectionString(database?: string): string;
  /** Ends our use. The server itself stops with its last user. */
  stop(): Promise<void>;
};

type Options = {
  dataDir: string;
  /** Gets what an operator should know, a line at a time. */
  log?: (line: string) => void;
  /** Trades safety after a power cut for speed: for databases that are thrown away. */
  fast?: boolean;
};

/**
 * PostgreSQL without an installation: the real server, reachable by this user only, with its data in `dataDir`.
 * A server that outlived an earlier process is taken over; one that dies is started again.
 */
export async function startEmbeddedPostgres({
  dataDir,
  log = () => undefined,
  fast = false,
}: Options): Promise<EmbeddedPostgres> {
  const home = await prepareClusterLocation(dataDir, log);
  await ensureCluster(home, fast);
  let stopping: Promise<void> | undefined;
  let lease: Promise<pg.Client | undefined> = hold();
  await lease;

  async function hold(): Promise<pg.Client> {
    const client = await connectOrStart(home, fast);
    client.once("end", () => {
      if (!stopping) lease = recover();
    });
    return client;
  }

  async function recover(): Promise<pg.Client | undefined> {
    for (let wait = 0; !stopping; wait = 1000) {
      await sleep(wait);
      log("De database is weggevallen en wordt opnieuw gestart.");
      try {
        return await hold();
      } catch (error) {
        log((error as Error).message);
      }
    }
    return undefined;
  }

  async function release(): Promise<void> {
    const client = await lease;
    if (!client || (await releaseLease(client))) await stopServer(home);
    await client?.end();
  }

  return {
    connectionString: (database = "postgres") => connectionStringOf(home, database),
    stop: () => {
      stopping ??= release();
      return stopping;
    },
  };
}
