import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { ChangeEvent } from "#contract/system.ts";
import type { Database } from "#platform/database/database.ts";
import { missingMigrations } from "#platform/database/migrate.ts";
import type { EventStream } from "#platform/http/handlers.ts";
import type { Platform } from "#platform/platform.ts";
import { findSession, type SessionPerson } from "#platform/sessions.ts";

/** Reachable, and every migration this version knows has run. */
export const isReady = async ({ platform }: Database): Promise<boolean> =>
  (await missingMigrations(platform)).length === 0;

const packageFile = join(import.meta.dirname, "../../../../package.json");

export const VERSION = z.object({ version: z.string() }).parse(JSON.parse(readFileSync(packageFile, "utf8"))).version;

const SESSION_CHECK_MS = 60_000;

interface EventSubscriber {
  user: SessionPerson;
  companyId: string;
  token: string;
  /** How long ago what the screen shows may have been read. */
  age: number;
}

/** What changes in the follower's company. It outlives its request, so each event first asks whether the session still stands. */
export const openChangeStream = (
  { database, clock, events, log }: Pick<Platform, "database" | "clock" | "events" | "log">,
  { user, companyId, token, age }: EventSubscriber,
): EventStream => ({
  open: (send, close) => {
    const stands = async (): Promise<boolean> => {
      const session = await findSession({ db: database.platform }, "main", token, clock.now());
      return session?.person.companyId === user.companyId;
    };
    const pass = async (event?: ChangeEvent): Promise<void> => {
      try {
        if (!(await stands())) return close();
        if (event) send(event);
      } catch (error) {
        log.warn({ err: error }, "could not check the session behind an event stream");
        // Tells nothing, and makes the screen ask for itself.
        if (event) send({ topic: "everything" } satisfies ChangeEvent);
      }
    };
    // One after the other: events keep their order.
    let last = Promise.resolve();
    const follow = (event?: ChangeEvent) => {
      last = last.then(() => pass(event));
    };
    const check = setInterval(follow, SESSION_CHECK_MS);
    const unsubscribe = events.subscribe(companyId, follow);
    // Between reading and listening nobody told the screen anything.
    if (age > 0 && events.changedWithin(companyId, age)) follow({ topic: "everything" });
    return () => {
      clearInterval(check);
      unsubscribe();
    };
  },
});
