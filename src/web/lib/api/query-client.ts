import { QueryClient } from "@tanstack/react-query";

/** Queries never become stale by themselves: change events and refresh buttons invalidate them. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        refetchOnWindowFocus: false,
        refetchInterval: false,
        staleTime: Number.POSITIVE_INFINITY,
      },
      mutations: { retry: false },
    },
  });

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
