import { keepPreviousData, type QueryKey, useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ItemPage } from "../api/api.ts";

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

export type PageRequest = { cursor: string | undefined; signal: AbortSignal };

export type ListPagesOptions<Item> = {
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
