import { PASSWORD } from "#testing/factories.ts";
import { type ProductProcess, startPart } from "#testing/product-process.ts";
import type { Tenant } from "../dataset/fill.ts";
import type { PreparedData } from "../dataset/load.ts";
import { startProductProcess } from "../product.ts";
import { type Call, Connection, signIn } from "./connection.ts";

/** Something that is asked: a server over its own kept-alive connections. */
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

const runCase = async (connection: Connection, calls: readonly Call[]): Promise<void> => {
  for (const call of calls) {
    const { status, body } = await connection.ask(call);
    if (status !== 200)
      throw new Error(`${call.method} ${call.path} answered ${status}: ${body.toString().slice(0, 300)}`);
  }
};

export interface TimeSlice {
  perSecond: number;
  times: number[];
}

/** For so long what `next` says, as quickly as the connections get answers. What is under way at the end is waited for. */
export const runTimeSlice = async (
  connections: readonly Connection[],
  ms: number,
  next: () => readonly Call[],
): Promise<TimeSlice> => {
  const times: number[] = [];
  const start = performance.now();
  const work = async (connection: Connection) => {
    while (performance.now() - start < ms) {
      const begun = performance.now();
      await runCase(connection, next());
      times.push(performance.now() - begun);
    }
  };
  await Promise.all(connections.map(work));
  return { perSecond: (times.length * 1000) / (performance.now() - start), times };
};

/** As many as the figures were first measured with. */
export const CONNECTIONS = 8;

/** The servers that are held against each other, each as a process of its own. */
export interface Comparison {
  product: ProductProcess;
  bare: ServerUnderTest;
  /** The product on one of the two databases, as somebody of that company. */
  ours(size: "large" | "small", tenant: Tenant): Promise<ServerUnderTest>;
  close(): Promise<void>;
}

export const openComparison = async ({ large, small, dataDir }: PreparedData): Promise<Comparison> => {
  // The first start of a version compiles it, which is kept when it ends; every later one is smaller.
  await (await startProductProcess("web", dataDir, { databaseUrl: small.url })).stop();
  const product = await startProductProcess("web", dataDir, { databaseUrl: large.url });
  const other = await startProductProcess("web", dataDir, { databaseUrl: small.url });
  const bareServer = await startPart("bench/bare/server.ts", { DATABASE_URL: large.url });
  const bare = openServerUnderTest(bareServer.url, CONNECTIONS);
  const sides = new Map<string, ServerUnderTest>();
  return {
    product,
    bare,
    ours: async (size, { companyId, username }) => {
      const { url } = size === "large" ? product : other;
      const side = sides.get(companyId) ?? openServerUnderTest(url, CONNECTIONS, await signIn(url, username, PASSWORD));
      sides.set(companyId, side);
      return side;
    },
    close: async () => {
      for (const side of [bare, ...sides.values()]) side.close();
      await Promise.all([product.stop(), other.stop(), bareServer.stop()]);
    },
  };
};
