import { type Call, Connection } from "./connection.ts";

/** Something that is asked: a server over its own kept-alive connections. */
export interface Side {
  readonly connections: readonly Connection[];
  close(): void;
}

export const openSide = (base: string, count: number, cookie?: string): Side => {
  const connections = Array.from({ length: count }, () => new Connection(base, cookie));
  const close = () => {
    for (const connection of connections) connection.close();
  };
  return { connections, close };
};

const perform = async (connection: Connection, calls: readonly Call[]): Promise<void> => {
  for (const call of calls) {
    const { status, body } = await connection.ask(call);
    if (status !== 200)
      throw new Error(`${call.method} ${call.path} answered ${status}: ${body.toString().slice(0, 300)}`);
  }
};

export interface Slice {
  perSecond: number;
  times: number[];
}

/** For so long what `next` says, as quickly as the connections get answers. What is under way at the end is waited for. */
export const runSlice = async (
  connections: readonly Connection[],
  ms: number,
  next: () => readonly Call[],
): Promise<Slice> => {
  const times: number[] = [];
  const start = performance.now();
  const work = async (connection: Connection) => {
    while (performance.now() - start < ms) {
      const begun = performance.now();
      await perform(connection, next());
      times.push(performance.now() - begun);
    }
  };
  await Promise.all(connections.map(work));
  return { perSecond: (times.length * 1000) / (performance.now() - start), times };
};
