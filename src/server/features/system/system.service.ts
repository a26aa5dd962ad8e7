import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { ChangeEvent } from "#contract/system.ts";
import type { Database } from "#platform/database/database.ts";
import { missingMigrations } from "#platform/database/migrate.ts";
import type { EventStream } from "#platform/http/handlers.ts";
import type { Platform } from "#platform/platform.ts";
import { findSession, type SignedInUser } from "#platform/sessions.ts";
import { limitKeyOf } from "#platform/user-limits.ts";
import { watchCompany } from "#server/features/airtable/airtable.service.ts";

/** The database is reachable, has connections, can store data and has every migration of this version. */
export const isReady = async ({ platform, isUsable }: Database): Promise<boolean> =>
  isUsable() && (await missingMigrations(platform)).length === 0;

const packageFile = join(import.meta.dirname, "../../../../package.json");

export const VERSION = z.object({ version: z.string() }).parse(JSON.parse(readFileSync(packageFile, "utf8"))).version;

const SESSION_CHECK_MS = 60_000;

interface EventSubscriber {
  user: SignedInUser;
  companyId: string;
  token: string;
  /** Milliseconds since the screen read its data. */
  age: number;
}

/** The changes in a company. The stream outlives its request, so the session is checked before every event. */
export const openChangeStream = (
  { database, clock, events, log, limits }: Pick<Platform, "database" | "clock" | "events" | "log" | "limits">,
  { user, companyId, token, age }: EventSubscriber,
): EventStream => {
  const end = limits.streams.begin(limitKeyOf(user));
  const open: EventStream["open"] = (send, close) => {
    const isSessionValid = async (): Promise<boolean> => {
      const session = await findSession({ db: database.platform }, "main", token, clock.now());
      return session?.user.companyId === user.companyId;
    };
    const sendIfSignedIn = async (event?: ChangeEvent): Promise<void> => {
      try {
        if (!(await isSessionValid())) return close();
        if (event) send(event);
      } catch (error) {
        log.warn({ err: error }, "could not check the session behind an event stream");
        // Reveals nothing, and makes the screen reload its data.
        if (event) send({ topic: "everything" } satisfies ChangeEvent);
      }
    };
    // One after the other, so that events keep their order.
    let lastSend = Promise.resolve();
    const enqueue = (event?: ChangeEvent) => {
      lastSend = lastSend.then(() => sendIfSignedIn(event));
    };
    const watch = () =>
      void watchCompany({ database }, companyId).catch((error: unknown) =>
        log.warn({ err: error }, "could not store that a screen is open"),
      );
    watch();
    const check = setInterval(() => {
      enqueue();
      watch();
    }, SESSION_CHECK_MS);
    const unsubscribe = events.subscribe(companyId, enqueue);
    // What changed between reading the data and opening this stream.
    if (age > 0 && events.changedWithin(companyId, age)) enqueue({ topic: "everything" });
    return () => {
      end();
      clearInterval(check);
      unsubscribe();
    };
  };
  return { open };
};
