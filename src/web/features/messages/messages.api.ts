import { useQuery } from "@tanstack/react-query";
import { type Message, type MessageType, messagesRoutes } from "#contract/messages.ts";
import { call, callPage, type ItemPage } from "#lib/api/api.ts";
import { usePagedList } from "#lib/lists/paged-list.ts";
import { hasFilters, type MessageFilters, messageQuery, NO_FILTERS } from "./message-filters.tsx";

/** Query keys start with the event topic that invalidates them. */
export const MESSAGE_LISTS = ["messages", "list"] as const;
const PAGE_SIZE = 50;
/** Opening the follow-up screen refetches data older than this. */
const FOLLOWUP_STALE_MS = 30_000;

const ROUTES = { icebreaker: messagesRoutes.list, followup: messagesRoutes.followup } as const;

type PageRequest = { filters: MessageFilters; limit: number; cursor?: string | undefined; signal: AbortSignal };

const fetchPage = (type: MessageType, { filters, limit, cursor, signal }: PageRequest): Promise<ItemPage<Message>> => {
  const query = { ...messageQuery(filters), limit, cursor };
  return type === "icebreaker"
    ? callPage(ROUTES.icebreaker, { query: { ...query, type }, signal })
    : callPage(ROUTES.followup, { query, signal });
};

export const useMessageList = (type: MessageType, filters: MessageFilters) =>
  usePagedList({
    queryKey: [...MESSAGE_LISTS, type, messageQuery(filters)],
    read: ({ cursor, signal }) => fetchPage(type, { filters, limit: PAGE_SIZE, cursor, signal }),
    ...(type === "followup" ? { staleTime: FOLLOWUP_STALE_MS } : {}),
  });

/** The total without filters. Not fetched while no filter is set: the list has the total then. */
export const useUnfilteredTotal = (type: MessageType, filters: MessageFilters): number | undefined =>
  useQuery({
    queryKey: ["messages", "total", type],
    queryFn: async ({ signal }) => (await fetchPage(type, { filters: NO_FILTERS, limit: 1, signal })).total,
    enabled: hasFilters(filters),
  }).data;

/** The texts of a message, the latest first. */
export const useMessageVersions = (id: string, enabled = true) =>
  useQuery({
    queryKey: ["messages", "versions", id],
    queryFn: ({ signal }) => call(messagesRoutes.versions, { params: { id }, signal }),
    enabled,
  });

export const useFlows = (type: MessageType) =>
  useQuery({
    queryKey: ["messages", "flows", type],
    queryFn: ({ signal }) => call(messagesRoutes.flows, { query: { type }, signal }),
  });
