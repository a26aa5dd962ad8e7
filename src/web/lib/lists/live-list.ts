import { hashKey, type InfiniteData, type QueryKey, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { ChangeEvent } from "#contract/system.ts";
import type { ListPage } from "../api/api.ts";
import { useListPages } from "./list-pages.ts";

/** So many pages are read again at once; further down, people decide themselves when what they look at moves. */
const MAX_REFETCHED_PAGES = 5;

type PageRequest = { cursor: string | undefined; signal: AbortSignal };

type LiveListOptions<Item> = {
  topic: ChangeEvent["topic"];
  /** Not beginning with a topic: a list of a thousand pages is not read again with every change somewhere in it. */
  queryKey: QueryKey;
  read: (ask: PageRequest) => Promise<ListPage<Item>>;
  staleTime?: number;
};

/** A list that follows what colleagues and the synchronisation do, as long as that moves nothing under one's hands. */
export function useLiveList<Item extends { id: string }>({ topic, ...options }: LiveListOptions<Item>) {
  const { queryKey } = options;
  const list = useListPages<Item>(options);
  const client = useQueryClient();
  // By its key: another sort or filter is another list.
  const key = hashKey(queryKey);
  const [behindKey, setBehindKey] = useState<string>();
  const pages = list.query.data?.pages.length ?? 0;
  useOnChange(topic, () => {
    if (pages > MAX_REFETCHED_PAGES) return setBehindKey(key);
    return void client.invalidateQueries({ queryKey });
  });
  useShortening<Item>(queryKey);
  const refresh = () => {
    setBehindKey(undefined);
    void client.resetQueries({ queryKey, exact: true });
  };
  return { ...list, behind: behindKey === key, refresh };
}

export type LiveList<Item extends { id: string }> = ReturnType<typeof useLiveList<Item>>;

/** Runs when something of the topic has changed: a read that costs nothing is read again with each of its events. */
function useOnChange(topic: ChangeEvent["topic"], onChange: () => void) {
  const { data: pulse } = useQuery({ queryKey: [topic, "pulse"], queryFn: () => performance.now() });
  const latest = useRef(onChange);
  const first = useRef(pulse);
  useEffect(() => {
    latest.current = onChange;
  });
  useEffect(() => {
    if (pulse === undefined || pulse === first.current) return;
    const known = first.current !== undefined;
    first.current = pulse;
    if (known) latest.current();
  }, [pulse]);
}

/** Whoever leaves a list and comes back finds its beginning: nothing further down is kept to be read again. */
function useShortening<Item>(queryKey: QueryKey) {
  const client = useQueryClient();
  const key = hashKey(queryKey);
  useEffect(() => {
    const own: QueryKey = JSON.parse(key) as QueryKey;
    return () =>
      void client.setQueryData<InfiniteData<ListPage<Item>>>(own, (data) =>
        data && data.pages.length > MAX_REFETCHED_PAGES
          ? {
              pages: data.pages.slice(0, MAX_REFETCHED_PAGES),
              pageParams: data.pageParams.slice(0, MAX_REFETCHED_PAGES),
            }
          : data,
      );
  }, [client, key]);
}
