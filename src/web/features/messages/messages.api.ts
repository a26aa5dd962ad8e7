import { type InfiniteData, type QueryClient, useQuery } from "@tanstack/react-query";
import { type Message, type MessageType, messagesRoutes } from "#contract/messages.ts";
import { call, callPage, type ListPage } from "#lib/api.ts";
import { useListPages } from "#lib/list-pages.ts";
import { hasFilters, type MessageFilters, NO_FILTERS, queryOf } from "./message-filters.ts";

/** The key begins with the topic whose events say that it must be read again. */
const LISTS = ["messages", "list"] as const;
const PAGE = 50;
/** Follow-ups are read again when their screen is opened after this long. */
const FOLLOWUP_STALE_MS = 30_000;

const ROUTES = { icebreaker: messagesRoutes.list, followup: messagesRoutes.followup } as const;

type Ask = { filters: MessageFilters; limit: number; cursor?: string | undefined; signal: AbortSignal };

const readPage = (type: MessageType, { filters, limit, cursor, signal }: Ask): Promise<ListPage<Message>> => {
  const query = { ...queryOf(filters), limit, cursor };
  return type === "icebreaker"
    ? callPage(ROUTES.icebreaker, { query: { ...query, type }, signal })
    : callPage(ROUTES.followup, { query, signal });
};

export const useMessageList = (type: MessageType, filters: MessageFilters) =>
  useListPages({
    queryKey: [...LISTS, type, queryOf(filters)],
    read: ({ cursor, signal }) => readPage(type, { filters, limit: PAGE, cursor, signal }),
    ...(type === "followup" ? { staleTime: FOLLOWUP_STALE_MS } : {}),
  });

/** How many there are without any filter; with none set, the list itself knows. */
export const useUnfilteredTotal = (type: MessageType, filters: MessageFilters): number | undefined =>
  useQuery({
    queryKey: ["messages", "total", type],
    queryFn: async ({ signal }) => (await readPage(type, { filters: NO_FILTERS, limit: 1, signal })).total,
    enabled: hasFilters(filters),
  }).data;

export const useFlows = (type: MessageType) =>
  useQuery({
    queryKey: ["messages", "flows", type],
    queryFn: ({ signal }) => call(messagesRoutes.flows, { query: { type }, signal }),
  });

type MessagePages = InfiniteData<ListPage<Message>, string | undefined>;

/** Changes what the lists show, until they are read again. */
export const patchLists = (client: QueryClient, change: (message: Message) => Message): void => {
  client.setQueriesData<MessagePages>(
    { queryKey: LISTS },
    (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, items: page.items.map(change) })) },
  );
};
