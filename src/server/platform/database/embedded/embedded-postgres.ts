import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { ensureCluster } from "./cluster.ts";
import { prepareClusterLocation } from "./cluster-location.ts";
import { connectionStringOf, connectOrStart, releaseUsageLock, stopServer } from "./server-process.ts";

export type EmbeddedPostgres = {
  /** For the superuser. It stays the same as long as the data folder is not moved. */
  connectionString(database?: string): string;
  /** Releases our usage lock. The server stops when no process has one any more. */
  stop(): Promise<void>;
};

type Options = {
  dataDir: string;
  /** Receives messages for the operator, one line each. */
  log?: (line: string) => void;
  /** Faster, but a power cut may lose the data. */
  throwaway?: boolean;
};

/**
 * PostgreSQL without an installation: the real server, reachable by this user only, with its data in `dataDir`.
 * It uses a server that an earlier process left running, and restarts one that dies.
 */
export async function startEmbeddedPostgres({
  dataDir,
  log = () => undefined,
  throwaway = false,
}: Options): Promise<EmbeddedPostgres> {
  const location = await prepareClusterLocation(dataDir, log);
  await ensureCluster(location, throwaway);
  let stopping: Promise<void> | undefined;
  let usageLock: Promise<pg.Client | undefined> = acquireUsageLock();
  await usageLock;

  async function acquireUsageLock(): Promise<pg.Client> {
    const client = await connectOrStart(location, throwaway);
    client.once("end", () => {
      if (!stopping) usageLock = recover();
    });
    return client;
  }

  async function recover(): Promise<pg.Client | undefined> {
    for (let wait = 0; ; wait = 1000) {
      await sleep(wait);
      if (stopping) return undefined;
      log("De database is weggevallen en wordt opnieuw gestart.");
      try {
        return await acquireUsageLock();
      } catch (error) {
        log((error as Error).message);
      }
    }
  }

  async function release(): Promise<void> {
    const client = await usageLock;
    if (!client || (await releaseUsageLock(client))) await stopServer(location);
    await client?.end();
  }

  return {
    connectionString: (database = "postgres") => connectionStringOf(location, database),
    stop: () => {
      stopping ??= release();
      return stopping;
    },
  };
}
