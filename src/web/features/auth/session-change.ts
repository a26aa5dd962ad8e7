import { hashKey, notifyManager, type QueryClient, type QueryKey } from "@tanstack/react-query";
import type { SessionUser } from "#contract/auth.ts";

const forgetAllBut = (client: QueryClient, key: QueryKey): void => {
  const kept = hashKey(key);
  client.removeQueries({ predicate: ({ queryHash }) => queryHash !== kept });
};

/** Somebody comes: all that was read for whoever was here before is forgotten. */
export const beginSession = (client: QueryClient, key: QueryKey, user: SessionUser): void => {
  forgetAllBut(client, key);
  client.setQueryData(key, user);
};

/**
 * Somebody goes. The session's own entry is overwritten and not cleared, because clearing tells nobody; and the rest is
 * forgotten once the screens are gone, because one that is still there would read it again for an ended session.
 */
export const endSession = async (client: QueryClient, key: QueryKey): Promise<void> => {
  client.setQueryData(key, null);
  await changeIsHeard();
  forgetAllBut(client, key);
};

/** Screens hear of a change a moment later. */
const changeIsHeard = (): Promise<void> => new Promise((resolve) => notifyManager.schedule(resolve));
