import { z } from "zod";
import { type ChangeEvent, changeEvent } from "#contract/system.ts";
import type { Db } from "./database/db.ts";
import { listenWithReconnect } from "./database/notification-listener.ts";
import type { Logger } from "./log.ts";

type Listener = (event: ChangeEvent) => void;

export interface Events {
  subscribe(companyId: string, listener: Listener): () => void;
  /**
   * Whether something changed in the last `ms` milliseconds. Also true when this process began to listen less than `ms` ago: it
   * may have missed a change.
   */
  changedWithin(companyId: string, ms: number): boolean;
  /** With the `db` of a transaction, events are delivered after the commit and never after a rollback. */
  publish(db: Db, companyId: string, ...events: ChangeEvent[]): Promise<void>;
  close(): Promise<void>;
}

const CHANNEL = "change_events";
const EVERYTHING: ChangeEvent = { topic: "everything" };
// The payload of a NOTIFY is limited to 8000 bytes.
const LONGEST_ID = 1_000;

const eventMessage = z.object({ companyId: z.string(), event: changeEvent });

/** Events reach every user of the company, and some meetings are private: which one changed is not told. */
const TOPIC_WITHOUT_ID: ChangeEvent["topic"] = "meetings";

const toPublish = ({ topic, id }: ChangeEvent): ChangeEvent =>
  id && id.length <= LONGEST_ID && topic !== TOPIC_WITHOUT_ID ? { topic, id } : { topic };

const publish: Events["publish"] = (db, companyId, ...events) =>
  db.notify(CHANNEL, companyId, ...events.map((event) => ({ event: toPublish(event) })));

const readMessage = (payload: string): z.infer<typeof eventMessage> | undefined => {
  try {
    return eventMessage.parse(JSON.parse(payload));
  } catch {
    return undefined;
  }
};

/** Delivers change events to every web process by LISTEN/NOTIFY, over one connection per process. */
export const createEvents = ({ url, log }: { url: string; log: Logger }): Events => {
  const companies = new Map<string, Set<Listener>>();
  const changedAt = new Map<string, number>();
  let listeningSince = performance.now();

  const deliver = (listeners: Iterable<Listener>, event: ChangeEvent): void => {
    for (const listener of listeners) {
      try {
        listener(event);
      } catch (error) {
        log.warn({ err: error, topic: event.topic }, "a subscriber of change events threw an error");
      }
    }
  };

  const listening = listenWithReconnect({
    url,
    channel: CHANNEL,
    log,
    onListening: () => {
      listeningSince = performance.now();
      for (const listeners of companies.values()) deliver(listeners, EVERYTHING);
    },
    onNotification: (payload) => {
      const found = readMessage(payload);
      if (!found) return log.warn("ignored a malformed change event");
      changedAt.set(found.companyId, performance.now());
      deliver(companies.get(found.companyId) ?? [], found.event);
    },
  });

  return {
    subscribe: (companyId, listener) => {
      const listeners = companies.get(companyId) ?? new Set();
      companies.set(companyId, listeners.add(listener));
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) companies.delete(companyId);
      };
    },
    changedWithin: (companyId, ms) => Math.max(listeningSince, changedAt.get(companyId) ?? 0) > performance.now() - ms,
    publish,
    close: () => listening.close(),
  };
};
