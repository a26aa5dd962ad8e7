import { get, type IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Balancer } from "./balancer.ts";
import type { TestUser } from "./simulated-user.ts";

export interface ReceivedEvents {
  /** How often a screen was told of a change. */
  events: number;
  /** How often one found its server again, or another. */
  opened: number;
}

const openEventStream = (url: string, cookie: string, signal: AbortSignal): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    get(`${url}/api/events`, { headers: { cookie }, agent: false, signal }, resolve).on("error", reject);
  });

const readEvents = async (stream: IncomingMessage, heard: ReceivedEvents): Promise<void> => {
  if (stream.statusCode !== 200) return void stream.destroy();
  heard.opened += 1;
  for await (const chunk of stream.setEncoding("utf8")) heard.events += String(chunk).split("data: ").length - 1;
};

/** A screen that somebody leaves open: it hears what changes, and when its server goes it turns to the next. */
export const listenForEvents = async (
  balancer: Balancer,
  { cookie }: TestUser,
  heard: ReceivedEvents,
  signal: AbortSignal,
): Promise<void> => {
  while (!signal.aborted) {
    const ended = async () => readEvents(await openEventStream(balancer.next(), cookie, signal), heard);
    await ended().catch(() => undefined);
    await sleep(500, undefined, { signal }).catch(() => undefined);
  }
};
