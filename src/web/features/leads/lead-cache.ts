import type { InfiniteData, QueryClient } from "@tanstack/react-query";
import type { Lead } from "#contract/leads.ts";
import type { ListPage } from "#lib/api.ts";
import { LISTS } from "./lead-lists.ts";

type Row = Lead | { id: string; lead: Lead };
/** Null takes the lead off. */
type Change = (lead: Lead) => Lead | null;

const changeRow = (row: Row, id: string, change: Change): Row | null => {
  if (!("lead" in row)) return row.id === id ? change(row) : row;
  if (row.lead.id !== id) return row;
  const lead = change(row.lead);
  return lead && { ...row, lead };
};

const leadIn = (row: Row): Lead => ("lead" in row ? row.lead : row);

/** A page without the lead stays the very same: of a long list only what changed is gone through again. */
export const changePage = <R extends Row>(page: ListPage<R>, id: string, change: Change): ListPage<R> => {
  if (!page.items.some((row) => leadIn(row).id === id)) return page;
  return { ...page, items: page.items.flatMap((row) => (changeRow(row, id, change) as R | null) ?? []) };
};

const restoreAll = (client: QueryClient, saved: ReturnType<QueryClient["getQueriesData"]>) => () => {
  for (const [key, data] of saved) client.setQueryData(key, data);
};

/** Changes a lead wherever it is shown, until it is read again. Gives back how to take that back. */
export const changeCached = (client: QueryClient, id: string, change: Change): (() => void) => {
  const places = [{ queryKey: [LISTS] }, { queryKey: ["leads", "search"] }, { queryKey: ["leads", "one", id] }];
  const [lists, searches, ones] = places;
  const saved = places.flatMap((place) => client.getQueriesData(place));
  client.setQueriesData<InfiniteData<ListPage<Row>>>(
    lists ?? {},
    (data) => data && { ...data, pages: data.pages.map((page) => changePage(page, id, change)) },
  );
  client.setQueriesData<ListPage<Lead>>(searches ?? {}, (data) => data && changePage(data, id, change));
  client.setQueriesData<Lead>(ones ?? {}, (data) => (data && change(data)) ?? data);
  return restoreAll(client, saved);
};
