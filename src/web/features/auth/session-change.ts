import { hashKey, notifyManager, type QueryClient, type QueryKey } from "@tanstack/react-query";
import type { SessionUser } from "../../../contract/auth.ts";

/**
 * Somebody comes or goes: all that was read for the person before is forgotten. The session's own entry is overwritten
 * and not cleared, because clearing tells nobody and the screen would go on showing the old person.
 */
export const changeSession = (client: QueryClient, key: QueryKey, user: SessionUser | null): void => {
  const kept = hashKey(key);
  client.removeQueries({ predicate: ({ queryHash }) => queryHash !== kept });
  client.setQueryData(key, user);
};

/** Screens hear of a change a moment later; a screen that opens before that would open for whoever has just left. */
export const changeIsHeard = (): Promise<void> => new Promise((resolve) => notifyManager.schedule(resolve));
