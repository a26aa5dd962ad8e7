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
