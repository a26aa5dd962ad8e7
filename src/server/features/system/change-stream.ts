import type { ChangeEvent } from "#contract/system.ts";
import type { EventStream } from "#platform/http/handlers.ts";
import type { Platform } from "#platform/platform.ts";
import { findSession, type SessionPerson } from "#platform/sessions.ts";

const CHECK_MS = 60_000;

interface Follower {
  user: SessionPerson;
  companyId: string;
  token: string;
  /** How long ago what the screen shows may have been read. */
  age: number;
}

/** What changes in the follower's company. It outlives its request, so each event first asks whether the session still stands. */
export const changeStream = (
  { database, clock, events, log }: Pick<Platform, "database" | "clock" | "events" | "log">,
  { user, companyId, token, age }: Follower,
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
    const check = setInterval(follow, CHECK_MS);
    const unsubscribe = events.subscribe(companyId, follow);
    // Between reading and listening nobody told the screen anything.
    if (age > 0 && events.changedWithin(companyId, age)) follow({ topic: "everything" });
    return () => {
      clearInterval(check);
      unsubscribe();
    };
  },
});
