import type { InfiniteData, QueryClient, QueryKey } from "@tanstack/react-query";
import type { ItemPage } from "../api/api.ts";
import { MAX_REFETCHED_PAGES } from "./paged-list.ts";

type ListItem = { id: string };
type RememberedRow<Item> = { item: Item; index: number };

const putBack = <Item extends ListItem>(page: ItemPage<Item>, rows: readonly RememberedRow<Item>[]): ItemPage<Item> => {
  if (rows.length === 0) return page;
  const ids = new Set(rows.map(({ item }) => item.id));
  const items = page.items.filter(({ id }) => !ids.has(id));
  for (const { item, index } of rows) items.splice(index, 0, item);
  return { ...page, items };
};

/**
 * Remembers rows before a change; the returned function puts them back after its undo, each at its place. Only in long lists:
 * the others are refetched.
 */
export const rememberRows = <Item extends ListItem>(
  client: QueryClient,
  keys: readonly QueryKey[],
  isChanged: (item: Item) => boolean,
): (() => void) => {
  const lists = keys
    .flatMap((queryKey) => client.getQueriesData<InfiniteData<ItemPage<Item>>>({ queryKey }))
    .flatMap(([queryKey, data]) => (data && "pages" in data ? [{ queryKey, pages: data.pages }] : []))
    .map(({ queryKey, pages }) => ({
      queryKey,
      rows: pages.map(({ items }) =>
        items.map((item, index) => ({ item, index })).filter(({ item }) => isChanged(item)),
      ),
    }));
  return () => {
    for (const { queryKey, rows } of lists) {
      client.setQueryData<InfiniteData<ItemPage<Item>>>(queryKey, (data) => {
        if (!data || data.pages.length <= MAX_REFETCHED_PAGES) return data;
        return { ...data, pages: data.pages.map((page, nth) => putBack(page, rows[nth] ?? [])) };
      });
    }
  };
};
