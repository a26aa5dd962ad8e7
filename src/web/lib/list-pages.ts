import { keepPreviousData, type QueryKey, useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ListPage } from "./api.ts";
import { JoinedPages } from "./joined-pages.ts";

type Ask = { cursor: string | undefined; signal: AbortSignal };

type PagesOptions<Item> = {
  queryKey: QueryKey;
  read: (ask: Ask) => Promise<ListPage<Item>>;
  staleTime?: number;
};

type Identified = { id: string };

const NO_PAGES: never[] = [];

/** A list that the server filters and hands out page by page. While another filter is read, the old list stays. */
export function useListPages<Item extends Identified>({ queryKey, read, staleTime }: PagesOptions<Item>) {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => read({ cursor: pageParam, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }: ListPage<Item>) => nextCursor,
    placeholderData: keepPreviousData,
    ...(staleTime === undefined ? {} : { staleTime }),
  });
  const pages = query.data?.pages;
  const [joined] = useState(() => new JoinedPages<Item>());
  const items = joined.join(pages ?? NO_PAGES);
  return {
    query,
    items,
    total: pages?.at(-1)?.total ?? 0,
    // Not while it is being read: whoever stands at the end then is asked again afterwards.
    hasMore: query.hasNextPage && !query.isFetchNextPageError && !query.isFetching,
    loadMore: () => void query.fetchNextPage(),
  };
}

export type ListPages<Item extends Identified> = ReturnType<typeof useListPages<Item>>;
