import type { QueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { systemRoutes } from "#contract/system.ts";
import { ApiError, call } from "../api/api.ts";

import { onCallFailure } from "../api/query-client.ts";

const PROBE_EVERY_MS = 3_000;
const UNREACHABLE_STATUSES = [502, 503, 504];

let unreachable = false;
const listeners = new Set<() => void>();

const setUnreachable = (next: boolean): void => {
  unreachable = next;
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const readUnreachable = () => unreachable;

/** True while the server or its database cannot be reached. */
export const useServerUnreachable = (): boolean => useSyncExternalStore(subscribe, readUnreachable, readUnreachable);

/** `fetch` rejects with a TypeError when there is no response. */
export const isServerUnreachable = (error: unknown): boolean =>
  error instanceof ApiError ? UNREACHABLE_STATUSES.includes(error.status) : error instanceof TypeError;

const isReachable = (): Promise<boolean> =>
  call(systemRoutes.ready, { signal: AbortSignal.timeout(PROBE_EVERY_MS) }).then(
    () => true,
    () => false,
  );

/**
 * After a call that could not reach the server, probes it. If that fails too, the server counts as unreachable until a probe
 * succeeds; then the failed queries are refetched.
 */
export const watchServer = (client: QueryClient): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let probing = false;

  const probe = async (): Promise<void> => {
    probing = true;
    const reachable = await isReachable();
    if (!reachable) {
      if (!unreachable) setUnreachable(true);
      timer = setTimeout(() => void probe(), PROBE_EVERY_MS);
      return;
    }
    probing = false;
    if (!unreachable) return;
    setUnreachable(false);
    await client.invalidateQueries({ predicate: ({ state }) => state.status === "error" });
  };
  const startProbing = (): void => {
    if (!probing) void probe();
  };

  addEventListener("offline", startProbing);
  const unsubscribe = onCallFailure(client, (error) => isServerUnreachable(error) && startProbing());
  return () => {
    removeEventListener("offline", startProbing);
    clearTimeout(timer);
    unsubscribe();
  };
};
