import type { QueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { systemRoutes } from "#contract/system.ts";
import { call } from "./api.ts";
import { ApiError } from "./api-error.ts";
import { onCallFailure } from "./call-failures.ts";

const PROBE_EVERY_MS = 3_000;
const AWAY_STATUSES = [502, 503, 504];

let away = false;
const listeners = new Set<() => void>();

const setAway = (next: boolean): void => {
  away = next;
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const readAway = () => away;

/** True while the server or its database cannot be reached. */
export const useServerAway = (): boolean => useSyncExternalStore(subscribe, readAway, readAway);

/** `fetch` rejects with a TypeError when nobody answers. */
export const looksAway = (error: unknown): boolean =>
  error instanceof ApiError ? AWAY_STATUSES.includes(error.status) : error instanceof TypeError;

const isBack = (): Promise<boolean> =>
  call(systemRoutes.ready, { signal: AbortSignal.timeout(PROBE_EVERY_MS) }).then(
    () => true,
    () => false,
  );

/** After a failure that looks like it, asks until the server answers, then repeats the reads that had failed. */
export const watchServer = (client: QueryClient): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let probing = false;

  const probe = async (): Promise<void> => {
    probing = true;
    const back = await isBack();
    if (!back) {
      if (!away) setAway(true);
      timer = setTimeout(() => void probe(), PROBE_EVERY_MS);
      return;
    }
    probing = false;
    if (!away) return;
    setAway(false);
    await client.invalidateQueries({ predicate: ({ state }) => state.status === "error" });
  };
  const suspect = (): void => {
    if (!probing) void probe();
  };

  addEventListener("offline", suspect);
  const end = onCallFailure(client, (error) => looksAway(error) && suspect());
  return () => {
    removeEventListener("offline", suspect);
    clearTimeout(timer);
    end();
  };
};
