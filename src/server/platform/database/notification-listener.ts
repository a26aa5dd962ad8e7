import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Logger } from "../log.ts";
import { startSession } from "./session-settings.ts";

interface ListenerOptions {
  url: string;
  channel: string;
  log: Logger;
  /** Called at every (re)connect: notifications sent before it were missed. */
  onListening(): void;
  onNotification(payload: string): void;
}

const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 5_000;
const KEEPALIVE_MS = 20_000;

// LISTEN needs no right to any table, so the connection has the role with the fewest rights.
const setListenerRole = startSession("usa_tenant");

const openClient = (url: string): pg.Client =>
  new pg.Client({
    connectionString: url,
    application_name: "usa_events",
    connectionTimeoutMillis: 10_000,
    query_timeout: 10_000,
    keepAlive: true,
  });

/** Listens on one channel until the connection fails or is stopped; then it throws the reason. */
const listenUntilFailure = async (
  { url, channel, onListening, onNotification }: ListenerOptions,
  stop: AbortSignal,
): Promise<never> => {
  const client = openClient(url);
  const { promise: failed, reject: fail } = Promise.withResolvers<never>();
  failed.catch(() => undefined);
  stop.onabort = () => fail(stop.reason);
  client.on("error", fail);
  client.on("end", () => fail(new Error("The connection has ended")));
  client.on("notification", ({ payload }) => payload && onNotification(payload));
  // A connection that died without closing is only noticed by using it.
  const keepalive = setInterval(() => void client.query("select 1").catch(fail), KEEPALIVE_MS);
  try {
    await Promise.race([client.connect(), failed]);
    await Promise.race([setListenerRole(client), failed]);
    await Promise.race([client.query(`listen ${client.escapeIdentifier(channel)}`), failed]);
    onListening();
    return await failed;
  } finally {
    clearInterval(keepalive);
    await Promise.race([client.end().catch(() => undefined), sleep(1_000, undefined, { ref: false })]);
  }
};

/** Listens on one channel until closed; reconnects with exponential backoff. */
export const listenWithReconnect = (options: ListenerOptions): { close(): Promise<void> } => {
  const stop = new AbortController();
  let failures = 0;
  const onListening = () => {
    if (failures > 0) options.log.info("listening for notifications again");
    failures = 0;
    options.onListening();
  };
  const run = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      try {
        await listenUntilFailure({ ...options, onListening }, stop.signal);
      } catch (error) {
        if (stop.signal.aborted) return;
        if (failures === 0) options.log.warn({ err: error }, "notifications are not received: the connection is lost");
        const wait = Math.min(FIRST_RETRY_MS * 2 ** failures++, LONGEST_RETRY_MS);
        // Spread, so that the processes do not all reconnect to a restarted database at one moment.
        await sleep(wait * (0.5 + Math.random() / 2), undefined, { signal: stop.signal }).catch(() => undefined);
      }
    }
  };
  const running = run();
  return {
    close: () => {
      stop.abort();
      return running;
    },
  };
};
