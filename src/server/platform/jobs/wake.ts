import type { PgBoss } from "pg-boss";
import { keepListening } from "../events/listening.ts";
import type { Logger } from "../log.ts";

export interface Wakeup {
  close(): Promise<void>;
}

interface Needs {
  url: string;
  log: Logger;
  boss: PgBoss;
  name: string;
  channel: string;
}

// Every worker hears every call: the first of a second makes the job, and it starts when that second is over.
const MOMENT_SECONDS = 1;

const readPayload = (text: string): object | undefined => {
  try {
    const payload: unknown = JSON.parse(text);
    return typeof payload === "object" && payload !== null ? payload : undefined;
  } catch {
    return undefined;
  }
};

/** Enqueues a job whenever it is called for by NOTIFY. A call that nobody hears is lost: something else must come by too. */
export const wakeOnNotify = ({ url, log, boss, name, channel }: Needs): Wakeup => {
  const enqueue = async (text: string): Promise<void> => {
    const payload = readPayload(text);
    if (!payload) return log.warn({ channel }, "heard a call for a job that is none");
    await boss.send(name, payload, {
      startAfter: MOMENT_SECONDS,
      singletonSeconds: MOMENT_SECONDS,
      singletonKey: text,
    });
  };
  return keepListening({
    url,
    channel,
    log,
    onListening: () => undefined,
    onMessage: (text) =>
      void enqueue(text).catch((error: unknown) => log.warn({ err: error, job: name }, "a job could not be enqueued")),
  });
};
