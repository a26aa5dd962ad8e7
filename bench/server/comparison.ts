import { PASSWORD } from "#testing/factories.ts";
import { type ProductProcess, startProcess } from "#testing/product-process.ts";
import type { Tenant } from "../dataset/fill.ts";
import type { LoadedDatabase } from "../dataset/load.ts";
import { startProduct } from "../product.ts";
import { type Call, Connection, signIn } from "./connection.ts";

/** Two databases with the same kind of rows, one a fifth the size of the other. */
export interface ComparedDatabases {
  large: LoadedDatabase;
  small: LoadedDatabase;
}

/** Keep-alive connections to a server that is already running. */
export interface ConnectionPool {
  readonly connections: readonly Connection[];
  close(): void;
}

export const openConnections = (baseUrl: string, count: number, cookie?: string): ConnectionPool => {
  const connections = Array.from({ length: count }, () => new Connection(baseUrl, cookie));
  const close = () => {
    for (const connection of connections) connection.close();
  };
  return { connections, close };
};

const sendBatch = async (connection: Connection, calls: readonly Call[]): Promise<void> => {
  for (const call of calls) {
    const { status, body } = await connection.send(call);
    if (status !== 200)
      throw new Error(`${call.method} ${call.path} answered ${status}: ${body.toString().slice(0, 300)}`);
  }
};

/** A batch is the calls of one `nextBatch`: usually one, for a whole screen all calls that the screen makes. */
export interface TimeSlice {
  batchesPerSecond: number;
  batchLatenciesMs: number[];
}

/** Sends batches on all connections, back to back, for `ms` milliseconds, and waits for requests in flight. */
export const runTimeSlice = async (
  connections: readonly Connection[],
  ms: number,
  nextBatch: () => readonly Call[],
): Promise<TimeSlice> => {
  const batchLatenciesMs: number[] = [];
  const start = performance.now();
  const run = async (connection: Connection) => {
    while (performance.now() - start < ms) {
      const startedAt = performance.now();
      await sendBatch(connection, nextBatch());
      batchLatenciesMs.push(performance.now() - startedAt);
    }
  };
  await Promise.all(connections.map(run));
  return { batchesPerSecond: (batchLatenciesMs.length * 1000) / (performance.now() - start), batchLatenciesMs };
};

/** Unchanged since the first published figures, so that they stay comparable. */
export const CONNECTIONS = 8;

/** The product and the bare server, each in its own process. */
export interface Comparison {
  productProcess: ProductProcess;
  bareConnections: ConnectionPool;
  /** Connections to the product on one of the two databases, signed in as the tenant's user. */
  openProductConnections(size: "large" | "small", tenant: Tenant): Promise<ConnectionPool>;
  close(): Promise<void>;
}

export const openComparison = async (dataDir: string, { large, small }: ComparedDatabases): Promise<Comparison> => {
  const startHttpServer = ({ url }: LoadedDatabase) => startProduct("web", dataDir, { DATABASE_URL: url });
  // The first start fills the compile cache, which is written at exit; later starts use less memory.
  await (await startHttpServer(small)).stop();
  const productProcess = await startHttpServer(large);
  const productProcessOnSmall = await startHttpServer(small);
  const bareProcess = await startProcess("bench/server/bare/server.ts", { DATABASE_URL: large.url });
  const bareConnections = openConnections(bareProcess.url, CONNECTIONS);
  const poolsByCompany = new Map<string, ConnectionPool>();
  return {
    productProcess,
    bareConnections,
    openProductConnections: async (size, { companyId, username }) => {
      const { url } = size === "large" ? productProcess : productProcessOnSmall;
      const pool =
        poolsByCompany.get(companyId) ?? openConnections(url, CONNECTIONS, await signIn(url, username, PASSWORD));
      poolsByCompany.set(companyId, pool);
      return pool;
    },
    close: async () => {
      for (const pool of [bareConnections, ...poolsByCompany.values()]) pool.close();
      await Promise.all([productProcess.stop(), productProcessOnSmall.stop(), bareProcess.stop()]);
    },
  };
};
