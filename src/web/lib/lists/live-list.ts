import { hashKey, type InfiniteData, type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { ItemPage } from "../api/api.ts";
import { type Topic, useTopicListener } from "../api/company-events.ts";
import { type ListPagesOptions, useListPages } from "./list-pages.ts";

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

export type LiveList<Item extends { id: string }> = ReturnType<typeof useLiveList<Item>>;

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
