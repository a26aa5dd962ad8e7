import { PASSWORD } from "#testing/factories.ts";
import { type ProductProcess, startPart } from "#testing/product-process.ts";
import type { Tenant } from "../dataset/fill.ts";
import type { LoadedDatabase } from "../dataset/load.ts";
import { startProduct } from "../product.ts";
import { type Call, Connection, signIn } from "./connection.ts";

/** Two databases with the same kind of rows, one a fifth the size of the other. */
export interface ComparedDatabases {
  large: LoadedDatabase;
  small: LoadedDatabase;
}

/** A server under test, with its keep-alive connections. */
export interface ServerUnderTest {
  readonly connections: readonly Connection[];
  close(): void;
}

export const openServerUnderTest = (base: string, count: number, cookie?: string): ServerUnderTest => {
  const connections = Array.from({ length: count }, () => new Connection(base, cookie));
  const close = () => {
    for (const connection of connections) connection.close();
  };
  return { connections, close };
};

const sendCalls = async (connection: Connection, calls: readonly Call[]): Promise<void> => {
  for (const call of calls) {
    const { status, body } = await connection.send(call);
    if (status !== 200)
      throw new Error(`${call.method} ${call.path} answered ${status}: ${body.toString().slice(0, 300)}`);
  }
};

export interface TimeSlice {
  requestsPerSecond: number;
  latenciesMs: number[];
}

/** Sends the calls of `next` on all connections, back to back, for `ms` milliseconds, and waits for requests in flight. */
export const runTimeSlice = async (
  connections: readonly Connection[],
  ms: number,
  next: () => readonly Call[],
): Promise<TimeSlice> => {
  const latenciesMs: number[] = [];
  const start = performance.now();
  const run = async (connection: Connection) => {
    while (performance.now() - start < ms) {
      const startedAt = performance.now();
      await sendCalls(connection, next());
      latenciesMs.push(performance.now() - startedAt);
    }
  };
  await Promise.all(connections.map(run));
  return { requestsPerSecond: (latenciesMs.length * 1000) / (performance.now() - start), latenciesMs };
};

/** Unchanged since the first published figures, so that they stay comparable. */
export const CONNECTIONS = 8;

/** The servers that are compared, each in its own process. */
export interface Comparison {
  product: ProductProcess;
  bare: ServerUnderTest;
  /** Connections to the product on one of the two databases, signed in as the tenant's user. */
  openAs(size: "large" | "small", tenant: Tenant): Promise<ServerUnderTest>;
  close(): Promise<void>;
}

export const openComparison = async (dataDir: string, { large, small }: ComparedDatabases): Promise<Comparison> => {
  const startWeb = ({ url }: LoadedDatabase) => startProduct("web", dataDir, { DATABASE_URL: url });
  // The first start fills the compile cache, which is written at exit; later starts use less memory.
  await (await startWeb(small)).stop();
  const product = await startWeb(large);
  const productOnSmall = await startWeb(small);
  const bareServer = await startPart("bench/server/bare/server.ts", { DATABASE_URL: large.url });
  const bare = openServerUnderTest(bareServer.url, CONNECTIONS);
  const serversByCompany = new Map<string, ServerUnderTest>();
  return {
    product,
    bare,
    openAs: async (size, { companyId, username }) => {
      const { url } = size === "large" ? product : productOnSmall;
      const server =
        serversByCompany.get(companyId) ?? openServerUnderTest(url, CONNECTIONS, await signIn(url, username, PASSWORD));
      serversByCompany.set(companyId, server);
      return server;
    },
    close: async () => {
      for (const server of [bare, ...serversByCompany.values()]) server.close();
      await Promise.all([product.stop(), productOnSmall.stop(), bareServer.stop()]);
    },
  };
};
