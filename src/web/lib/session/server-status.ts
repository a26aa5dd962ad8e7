import type { QueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { systemRoutes } from "#contract/system.ts";
import { call } from "../api/api.ts";
import { ApiError } from "../api/api-error.ts";
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

/** `fetch` rejects with a TypeError when nobody answers. */
export const isServerUnreachable = (error: unknown): boolean =>
  error instanceof ApiError ? UNREACHABLE_STATUSES.includes(error.status) : error instanceof TypeError;

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
      if (!unreachable) setUnreachable(true);
      timer = setTimeout(() => void probe(), PROBE_EVERY_MS);
      return;
    }
    probing = false;
    if (!unreachable) return;
    setUnreachable(false);
    await client.invalidateQueries({ predicate: ({ state }) => state.status === "error" });
  };
  const suspect = (): void => {
    if (!probing) void probe();
  };

  addEventListener("offline", suspect);
  const end = onCallFailure(client, (error) => isServerUnreachable(error) && suspect());
  return () => {
    removeEventListener("offline", suspect);
    clearTimeout(timer);
    end();
  };
};
