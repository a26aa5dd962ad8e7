import { get, type IncomingMessage } from "node:http";
import type { ChangeEvent } from "#contract/system.ts";
import type { TestClient } from "./test-client.ts";
import type { TestServer } from "./test-server.ts";

const WAIT_MS = 30_000;

export interface EventReader {
  status: number;
  headers: IncomingMessage["headers"];
  /** All events so far. */
  received: ChangeEvent[];
  next(): Promise<ChangeEvent>;
  /** Resolves when the server ends the stream. */
  ended(): Promise<void>;
  close(): void;
}

const withTimeout = <T>(promise: Promise<T>, what: string): Promise<T> => {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`${what} did not come`)), WAIT_MS);
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
};

const connect = (server: TestServer, client: TestClient, query: string): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const headers = { cookie: client.cookieHeader("/api/events") };
    get(`${server.url}/api/events${query}`, { headers, agent: false }, resolve).on("error", reject);
  });

/** Opens the event stream as a screen does. */
export const openEvents = async (server: TestServer, client: TestClient, query = ""): Promise<EventReader> => {
  const stream = await connect(server, client, query);
  const received: ChangeEvent[] = [];
  const waiting: ((event: ChangeEvent) => void)[] = [];
  let taken = 0;
  let text = "";
  stream.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
    const blocks = text.split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      if (!block.startsWith("data: ")) continue;
      const event = JSON.parse(block.slice(6)) as ChangeEvent;
      received.push(event);
      if (waiting.length > 0) taken += 1;
      waiting.shift()?.(event);
    }
  });
  const ended = new Promise<void>((resolve) => stream.on("close", resolve).on("error", () => resolve()));
  return {
    status: stream.statusCode ?? 0,
    headers: stream.headers,
    received,
    next: () => {
      const here = received[taken];
      if (here) taken += 1;
      return here ? Promise.resolve(here) : withTimeout(new Promise((resolve) => waiting.push(resolve)), "an event");
    },
    ended: () => withTimeout(ended, "the end of the stream"),
    close: () => stream.destroy(),
  };
};
