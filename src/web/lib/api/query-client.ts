import { QueryClient } from "@tanstack/react-query";

/** Nothing goes stale by itself: screens hear of changes by events, and people by their own refresh buttons. */
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

/** Every failed read or change, whichever screen made it. */
export const onCallFailure = (client: QueryClient, listener: (error: unknown) => void): (() => void) => {
  const ends = [
    client.getQueryCache().subscribe((event) => {
      if (event.type === "updated" && event.action.type === "error") listener(event.action.error);
    }),
    client.getMutationCache().subscribe((event) => {
      if (event.type === "updated" && event.action.type === "error") listener(event.action.error);
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
};
