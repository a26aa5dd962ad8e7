import { PASSWORD } from "#testing/account-factories.ts";
import { type ProductProcess, startProcess } from "#testing/product-process.ts";
import type { BenchCompany } from "../dataset/fill.ts";
import type { LoadedDatabase } from "../dataset/load.ts";
import { startProduct } from "../product.ts";
import { type Call, Connection, signIn } from "./connection.ts";

/** Two databases with the same kind of rows, one a fifth the size of the other. */
export interface ComparedDatabases {
  large: LoadedDatabase;
  small: LoadedDatabase;
}

/** Keep-alive connections to a server that is already running. */
export interface OpenConnections {
  readonly connections: readonly Connection[];
  close(): void;
}

export const openConnections = (baseUrl: string, count: number, cookie?: string): OpenConnections => {
  const connections = Array.from({ length: count }, () => new Connection(baseUrl, cookie));
  const close = () => {
    for (const connection of connections) connection.close();
  };
  return { connections, close };
};

const sendRequests = async (connection: Connection, calls: readonly Call[]): Promise<void> => {
  for (const call of calls) {
    const { status, body } = await connection.send(call);
    if (status !== 200)
      throw new Error(`${call.method} ${call.path} answered ${status}: ${body.toString().slice(0, 300)}`);
  }
};

/**
 * Measured in one time slice. A request group is what one call of `nextRequests` returns: usually one request, for a whole
 * screen all its requests.
 */
export interface Throughput {
  requestGroupsPerSecond: number;
  groupLatenciesMs: number[];
}

/** Sends request groups on all connections, back to back, for `ms` milliseconds, and waits for requests in flight. */
export const runTimeSlice = async (
  connections: readonly Connection[],
  ms: number,
  nextRequests: () => readonly Call[],
): Promise<Throughput> => {
  const groupLatenciesMs: number[] = [];
  const start = performance.now();
  const run = async (connection: Connection) => {
    while (performance.now() - start < ms) {
      const startedAt = performance.now();
      await sendRequests(connection, nextRequests());
      groupLatenciesMs.push(performance.now() - startedAt);
    }
  };
  await Promise.all(connections.map(run));
  return { requestGroupsPerSecond: (groupLatenciesMs.length * 1000) / (performance.now() - start), groupLatenciesMs };
};

/** Unchanged since the first published figures, so that they stay comparable. */
export const CONNECTIONS = 8;

/** Three processes: the product on each of the two databases, and the bare server on the large one. */
export interface Comparison {
  productOnLarge: ProductProcess;
  bareConnections: readonly Connection[];
  /** Signed in as the company's user. Opened once per company. */
  productConnections(size: "large" | "small", company: BenchCompany): Promise<readonly Connection[]>;
  close(): Promise<void>;
}

export const openComparison = async (dataDir: string, { large, small }: ComparedDatabases): Promise<Comparison> => {
  const startHttpServer = ({ url }: LoadedDatabase) => startProduct("web", dataDir, { DATABASE_URL: url });
  // The first start fills the compile cache, which is written at exit; later starts use less memory.
  await (await startHttpServer(small)).stop();
  const productOnLarge = await startHttpServer(large);
  const productOnSmall = await startHttpServer(small);
  const bareProcess = await startProcess("bench/server/bare/server.ts", { DATABASE_URL: large.url });
  const toBare = openConnections(bareProcess.url, CONNECTIONS);
  // By company is enough: the ids of the two databases differ.
  const connectionsByCompany = new Map<string, OpenConnections>();
  return {
    productOnLarge,
    bareConnections: toBare.connections,
    productConnections: async (size, { companyId, username }) => {
      const { url } = size === "large" ? productOnLarge : productOnSmall;
      const opened =
        connectionsByCompany.get(companyId) ?? openConnections(url, CONNECTIONS, await signIn(url, username, PASSWORD));
      connectionsByCompany.set(companyId, opened);
      return opened.connections;
    },
    close: async () => {
      for (const opened of [toBare, ...connectionsByCompany.values()]) opened.close();
      await Promise.all([productOnLarge.stop(), productOnSmall.stop(), bareProcess.stop()]);
    },
  };
};
