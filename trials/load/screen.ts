import { get, type IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Balancer } from "./balancer.ts";
import type { Desk } from "./person.ts";

export interface Heard {
  /** How often a screen was told of a change. */
  events: number;
  /** How often one found its server again, or another. */
  opened: number;
}

const open = (url: string, cookie: string, signal: AbortSignal): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    get(`${url}/api/events`, { headers: { cookie }, agent: false, signal }, resolve).on("error", reject);
  });

const follow = async (stream: IncomingMessage, heard: Heard): Promise<void> => {
  if (stream.statusCode !== 200) return void stream.destroy();
  heard.opened += 1;
  for await (const chunk of stream.setEncoding("utf8")) heard.events += String(chunk).split("data: ").length - 1;
};

/** A screen that somebody leaves open: it hears what changes, and when its server goes it turns to the next. */
export const keepScreenOpen = async (
  balancer: Balancer,
  { cookie }: Desk,
  heard: Heard,
  signal: AbortSignal,
): Promise<void> => {
  while (!signal.aborted) {
    const ended = async () => follow(await open(balancer.next(), cookie, signal), heard);
    await ended().catch(() => undefined);
    await sleep(500, undefined, { signal }).catch(() => undefined);
  }
};
