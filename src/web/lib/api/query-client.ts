import { QueryClient } from "@tanstack/react-query";

/**
 * Queries never become stale by themselves: change events and refresh buttons invalidate them. A mutation without a connection fails
 * at once: by default it would wait, look as if it were done, and be sent when the user no longer expects it, or never.
 */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        refetchOnWindowFocus: false,
        refetchInterval: false,
        staleTime: Number.POSITIVE_INFINITY,
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });

/** For mutations with a password, key or token: the mutation cache keeps the input, and a secret must not stay in memory after the call. */
export const DISCARD_AFTER_CALL = { gcTime: 0 };

/** Calls the listener with the error of every failed query and mutation. */
export const onCallFailure = (client: QueryClient, listener: (error: unknown) => void): (() => void) => {
  const unsubscribers = [
    client.getQueryCache().subscribe((event) => {
      if (event.type === "updated" && event.action.type === "error") listener(event.action.error);
    }),
    client.getMutationCache().subscribe((event) => {
      if (event.type === "updated" && event.action.type === "error") listener(event.action.error);
    }),
  ];
  return () => {
    for (const unsubscribe of unsubscribers) unsubscribe();
  };
};
