import {
  hashKey,
  type InfiniteData,
  keepPreviousData,
  type QueryKey,
  useInfiniteQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { ItemPage } from "../api/api.ts";
import { type Topic, useTopicListener } from "../api/company-events.ts";

type ListItem = { id: string };

/**
 * The items of all pages as one list. An item that moved while the pages were being loaded may be on two of them: it is shown
 * once, at its first position. A new page is appended without processing the earlier pages again.
 */
export class JoinedPages<Item extends ListItem> {
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

type PagedListOptions<Item> = {
  queryKey: QueryKey;
  read: (request: PageRequest) => Promise<ItemPage<Item>>;
  staleTime?: number;
  /** Time until the list is refetched, given its items; false for never. */
  refetchIntervalMs?: (items: readonly Item[]) => number | false;
  meta?: Record<string, unknown>;
};

const NO_PAGES: never[] = [];

/** A list that the server filters and pages. After a change of the filter the old items stay until the new ones are loaded. */
export function usePagedList<Item extends ListItem>(options: PagedListOptions<Item>) {
  const { queryKey, read, staleTime, refetchIntervalMs, meta } = options;
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => read({ cursor: pageParam, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }: ItemPage<Item>) => nextCursor,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => refetchIntervalMs?.(state.data?.pages.flatMap(({ items }) => items) ?? []) ?? false,
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
    // Not during a fetch: after it, the end of the list triggers another one if it is still in sight.
    hasMore: query.hasNextPage && !query.isFetchNextPageError && !query.isFetching,
    // A refetch that has just started goes on: cancelled, its changes would stay unseen.
    loadMore: () => void query.fetchNextPage({ cancelRefetch: false }),
  };
}

export type PagedList<Item extends ListItem> = ReturnType<typeof usePagedList<Item>>;

/** A longer list is not refetched automatically: its rows would move while the user is scrolling through them. */
export const MAX_REFETCHED_PAGES = 5;

type LiveListOptions<Item> = PagedListOptions<Item> & {
  topic: Topic;
  /** Must not begin with a topic: a change refetches all queries whose key begins with its topic, also long lists. */
  queryKey: QueryKey;
};

/**
 * A list that follows the changes of colleagues and of the Airtable sync. A short list is refetched; a long one sets
 * `hasUpdates`, and `refresh` loads it again from its first page.
 */
export function useLiveList<Item extends { id: string }>({ topic, ...options }: LiveListOptions<Item>) {
  const { queryKey } = options;
  const list = usePagedList<Item>({ ...options, meta: { topic } });
  const client = useQueryClient();
  // Compared by key: another sort or filter is another list.
  const key = hashKey(queryKey);
  const [updatedKey, setUpdatedKey] = useState<string>();
  useTopicListener(topic, () => {
    // From the cache: a page that has just arrived may not be rendered yet.
    const pages = client.getQueryData<InfiniteData<ItemPage<Item>>>(queryKey)?.pages ?? NO_PAGES;
    if (pages.length > MAX_REFETCHED_PAGES) return setUpdatedKey(key);
    return client.invalidateQueries({ queryKey });
  });
  const hasUpdates = updatedKey === key;
  useTruncateOnLeave<Item>(queryKey, hasUpdates);
  // No notice when the user returns to this sort or filter: the list is refetched then.
  useEffect(() => () => setUpdatedKey((updated) => (updated === key ? undefined : updated)), [key]);
  const refresh = () => {
    setUpdatedKey(undefined);
    void client.resetQueries({ queryKey, exact: true });
  };
  return { ...list, hasUpdates, refresh };
}

/**
 * Leaves only the first pages of a long list in the cache when its screen is closed: the user returns to its top. A list that is known
 * to be old, or whose refetch is cancelled because the screen closes, is refetched when the user returns.
 */
function useTruncateOnLeave<Item>(queryKey: QueryKey, isOld: boolean) {
  const client = useQueryClient();
  const key = hashKey(queryKey);
  const latestIsOld = useRef(isOld);
  useEffect(() => {
    latestIsOld.current = isOld;
  });
  useEffect(() => {
    const parsedKey: QueryKey = JSON.parse(key) as QueryKey;
    return () => {
      const { data, isInvalidated } = client.getQueryState<InfiniteData<ItemPage<Item>>>(parsedKey) ?? {};
      if (data && data.pages.length > MAX_REFETCHED_PAGES) {
        client.setQueryData(parsedKey, {
          pages: data.pages.slice(0, MAX_REFETCHED_PAGES),
          pageParams: data.pageParams.slice(0, MAX_REFETCHED_PAGES),
        });
      }
      if (latestIsOld.current || isInvalidated)
        void client.invalidateQueries({ queryKey: parsedKey, exact: true, refetchType: "none" });
    };
  }, [client, key]);
}
