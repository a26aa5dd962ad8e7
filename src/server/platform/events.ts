import { z } from "zod";
import { type ChangeEvent, changeEvent } from "../../contract/system.ts";
import type { Db } from "./database/database.ts";
import { planOnce, sql } from "./database/sql.ts";
import { keepListening } from "./events/listening.ts";
import type { Logger } from "./log.ts";

type Listener = (event: ChangeEvent) => void;

export interface Events {
  subscribe(companyId: string, listener: Listener): () => void;
  /** Inside a transaction's `db` they are heard after the commit, and never after a rollback. */
  publish(db: Db, companyId: string, ...events: ChangeEvent[]): Promise<void>;
  close(): Promise<void>;
}

const CHANNEL = "change_events";
const EVERYTHING: ChangeEvent = { topic: "everything" };
// PostgreSQL carries at most 8000 bytes.
const LONGEST_ID = 1_000;

const message = z.object({ companyId: z.string(), event: changeEvent });

const shortened = ({ topic, id }: ChangeEvent): ChangeEvent =>
  id && id.length <= LONGEST_ID ? { topic, id } : { topic };

// A company's scope speaks for itself alone; the platform's, which has no company, for any.
const publish = async (db: Db, companyId: string, ...events: ChangeEvent[]): Promise<void> => {
  const payloads = events.map((event) => JSON.stringify({ companyId, event: shortened(event) }));
  const sent = await db.run(
    planOnce(sql`
      select pg_notify(${CHANNEL}, payload) from unnest(${payloads}::text[]) as payload
      where coalesce(current_company()::text, ${companyId}) = ${companyId}`),
  );
  if (sent < events.length) throw new Error("A company's scope cannot publish for another company");
};

const readMessage = (payload: string): z.infer<typeof message> | undefined => {
  try {
    return message.parse(JSON.parse(payload));
  } catch {
    return undefined;
  }
};

/** What changed, told to every process over one connection each. */
export const createEvents = ({ url, log }: { url: string; log: Logger }): Events => {
  const companies = new Map<string, Set<Listener>>();

  const tell = (listeners: Iterable<Listener>, event: ChangeEvent): void => {
    for (const listener of listeners) {
      try {
        listener(event);
      } catch (error) {
        log.warn({ err: error, topic: event.topic }, "a listener could not take an event");
      }
    }
  };

  const listening = keepListening({
    url,
    channel: CHANNEL,
    log,
    onListening: () => {
      for (const listeners of companies.values()) tell(listeners, EVERYTHING);
    },
    onMessage: (payload) => {
      const found = readMessage(payload);
      if (!found) return log.warn("heard an event that is none");
      tell(companies.get(found.companyId) ?? [], found.event);
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
    publish,
    close: () => listening.close(),
  };
};
