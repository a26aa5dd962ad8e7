import { get, type IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Balancer } from "./balancer.ts";
import type { TestUser } from "./simulated-user.ts";

export interface ReceivedEvents {
  /** Number of events received. */
  events: number;
  /** Number of event streams opened, including reconnects. */
  opened: number;
}

const openEventStream = (url: string, cookie: string, signal: AbortSignal): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    get(`${url}/api/events`, { headers: { cookie }, agent: false, signal }, resolve).on("error", reject);
  });

const readEvents = async (stream: IncomingMessage, received: ReceivedEvents): Promise<void> => {
  if (stream.statusCode !== 200) return void stream.destroy();
  received.opened += 1;
  for await (const chunk of stream.setEncoding("utf8")) received.events += String(chunk).split("data: ").length - 1;
};

/** Keeps an event stream open, as an open screen does, and reconnects to the next server when it ends. */
export const listenForEvents = async (
  balancer: Balancer,
  { cookie }: TestUser,
  received: ReceivedEvents,
  signal: AbortSignal,
): Promise<void> => {
  while (!signal.aborted) {
    const connectAndRead = async () => readEvents(await openEventStream(balancer.next(), cookie, signal), received);
    await connectAndRead().catch(() => undefined);
    await sleep(500, undefined, { signal }).catch(() => undefined);
  }
};
