import {
  hashKey,
  type InfiniteData,
  keepPreviousData,
  type QueryKey,
  useInfiniteQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { ItemPage } from "../api/api.ts";
import { type Topic, useTopicListener } from "../api/company-events.ts";

type Identified = { id: string };

/**
 * The items of all pages as one list. An item that moved between two reads may be on two pages: it is shown once, at its first
 * position. A further page is appended without going through the pages before it.
 */
export class JoinedPages<Item extends Identified> {
  private pages: readonly ItemPage<Item>[] = [];
  private known = new Set<string>();
  private items: Item[] = [];

  join(pages: readonly ItemPage<Item>[]): readonly Item[] {
    if (pages === this.pages) return this.items;
    const grown = this.pages.every((page, nth) => page === pages[nth]);
    if (!grown) this.known = new Set();
    const fresh = (grown ? pages.slice(this.pages.length) : pages).flatMap(({ items }) => items.filter(this.isNew));
    this.items = grown ? this.items.concat(fresh) : fresh;
    this.pages = pages;
    return this.items;
  }

  private readonly isNew = ({ id }: Item): boolean => {
    if (this.known.has(id)) return false;
    this.known.add(id);
    return true;
  };
}

type PageRequest = { cursor: string | undefined; signal: AbortSignal };

type ListPagesOptions<Item> = {
  queryKey: QueryKey;
  read: (request: PageRequest) => Promise<ItemPage<Item>>;
  staleTime?: number;
  meta?: Record<string, unknown>;
};

type ListItem = { id: string };

const NO_PAGES: never[] = [];

/** A list that the server filters and pages. While the list of another filter is read, the old one stays. */
export function useListPages<Item extends ListItem>({ queryKey, read, staleTime, meta }: ListPagesOptions<Item>) {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => read({ cursor: pageParam, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }: ItemPage<Item>) => nextCursor,
    placeholderData: keepPreviousData,
    ...(staleTime === undefined ? {} : { staleTime }),
    ...(meta === undefined ? {} : { meta }),
  });
  const pages = query.data?.pages;
  const [joined] = useState(() => new JoinedPages<Item>());
  const items = joined.join(pages ?? NO_PAGES);
  return {
    query,
    items,
    total: pages?.at(-1)?.total ?? 0,
    // Not while it is being read: afterwards the end of the list, if still in sight, asks again.
    hasMore: query.hasNextPage && !query.isFetchNextPageError && !query.isFetching,
    loadMore: () => void query.fetchNextPage(),
  };
}

export type ListPages<Item extends ListItem> = ReturnType<typeof useListPages<Item>>;

/** A list of more pages is not read again by itself: it would move under the hands of whoever has scrolled that far. */
const MAX_REFETCHED_PAGES = 5;

type LiveListOptions<Item> = ListPagesOptions<Item> & {
  topic: Topic;
  /** Must not begin with a topic, or the whole list would be read again with every change. */
  queryKey: QueryKey;
};

/**
 * A list that follows the changes of colleagues and of the synchronisation. A short one is read again; of a long one
 * `hasUpdates` says that it changed, and `refresh` reads it again from its first page.
 */
export function useLiveList<Item extends { id: string }>({ topic, ...options }: LiveListOptions<Item>) {
  const { queryKey } = options;
  const list = useListPages<Item>({ ...options, meta: { topic } });
  const client = useQueryClient();
  // By its key: another sort or filter is another list.
  const key = hashKey(queryKey);
  const [updatedKey, setUpdatedKey] = useState<string>();
  const pageCount = list.query.data?.pages.length ?? 0;
  useTopicListener(topic, () => {
    if (pageCount > MAX_REFETCHED_PAGES) return setUpdatedKey(key);
    return client.invalidateQueries({ queryKey });
  });
  useTruncateOnLeave<Item>(queryKey);
  const refresh = () => {
    setUpdatedKey(undefined);
    void client.resetQueries({ queryKey, exact: true });
  };
  return { ...list, hasUpdates: updatedKey === key, refresh };
}

/** Whoever comes back to a long list begins at its first pages: only those are kept in the cache. */
function useTruncateOnLeave<Item>(queryKey: QueryKey) {
  const client = useQueryClient();
  const key = hashKey(queryKey);
  useEffect(() => {
    const own: QueryKey = JSON.parse(key) as QueryKey;
    return () =>
      void client.setQueryData<InfiniteData<ItemPage<Item>>>(own, (data) =>
        data && data.pages.length > MAX_REFETCHED_PAGES
          ? {
              pages: data.pages.slice(0, MAX_REFETCHED_PAGES),
              pageParams: data.pageParams.slice(0, MAX_REFETCHED_PAGES),
            }
          : data,
      );
  }, [client, key]);
}
