import { type InfiniteData, keepPreviousData, type QueryClient, useQuery } from "@tanstack/react-query";
import type { ReviewGroup } from "#contract/message-status.ts";
import { type Message, type MessageType, messagesRoutes } from "#contract/messages.ts";
import { type GroupCounts, reviewRoutes } from "#contract/review.ts";
import { call, callPage, type ItemPage } from "#lib/api/api.ts";
import { useToday } from "#lib/dates/dates.ts";
import { usePagedList } from "#lib/lists/paged-list.ts";
import { hasFilters, type MessageFilters, messageQuery, NO_FILTERS } from "./message-filters.tsx";
import { groupOf } from "./review-groups.ts";

/** Query keys start with the event topic that invalidates them. */
// The day is part of a key where the server decides by it: no event comes at midnight.
export const MESSAGE_LISTS = ["messages", "list"] as const;
export const sendPreviewKey = (id: string) => ["messages", "send-preview", id] as const;
const PAGE_SIZE = 50;
/** Opening the follow-up screen refetches data older than this. */
const FOLLOWUP_STALE_MS = 30_000;

const ROUTES = { icebreaker: messagesRoutes.list, followup: messagesRoutes.followup } as const;

type PageRequest = {
  filters: MessageFilters;
  group?: ReviewGroup | undefined;
  limit: number;
  cursor?: string | undefined;
  signal: AbortSignal;
};

const fetchPage = (
  type: MessageType,
  { filters, group, limit, cursor, signal }: PageRequest,
): Promise<ItemPage<Message>> => {
  const query = { ...messageQuery(filters), group, limit, cursor };
  return type === "icebreaker"
    ? callPage(ROUTES.icebreaker, { query: { ...query, type }, signal })
    : callPage(ROUTES.followup, { query, signal });
};

/** A cursor of the list of all groups: the group, a space, and the server's cursor within that group. */
const parseCursor = (cursor: string | undefined, groups: readonly ReviewGroup[]) => {
  const [group, after] = cursor?.split(" ") ?? [];
  const start = Math.max(0, groups.map(String).indexOf(group ?? ""));
  return { start, after: after || undefined };
};

/** The next page of the groups, one group after the other. Empty groups are skipped. */
const fetchGroups = async (
  type: MessageType,
  groups: readonly ReviewGroup[],
  { cursor, ...request }: PageRequest,
): Promise<ItemPage<Message>> => {
  const { start, after } = parseCursor(cursor, groups);
  for (const [offset, group] of groups.slice(start).entries()) {
    const page = await fetchPage(type, { ...request, group, cursor: offset === 0 ? after : undefined });
    const nextGroup = groups[start + offset + 1];
    if (page.nextCursor) return { ...page, nextCursor: `${group} ${page.nextCursor}` };
    if (page.items.length > 0 || !nextGroup) return { ...page, nextCursor: nextGroup && `${nextGroup} ` };
  }
  return { items: [], total: 0, nextCursor: undefined };
};

/** The messages of these groups, in the order of the groups. */
export const useMessageList = (type: MessageType, filters: MessageFilters, groups: readonly ReviewGroup[]) =>
  usePagedList({
    queryKey: [...MESSAGE_LISTS, type, messageQuery(filters), groups, useToday()],
    read: ({ cursor, signal }) => fetchGroups(type, groups, { filters, limit: PAGE_SIZE, cursor, signal }),
    ...(type === "followup" ? { staleTime: FOLLOWUP_STALE_MS } : {}),
  });

const GROUP_COUNTS = ["messages", "groups"];

/** The numbers of the groups follow the list on the screen until they are refetched. */
export const patchGroupCounts = (client: QueryClient, change: (message: Message) => Message | null): void => {
  const lists = client.getQueriesData<InfiniteData<ItemPage<Message>>>({ queryKey: MESSAGE_LISTS, type: "active" });
  for (const [[, , type, query, , today], data] of lists) {
    client.setQueryData<GroupCounts>([...GROUP_COUNTS, type, query, today], (counts) => {
      if (!counts || !data) return counts;
      const patched = { ...counts };
      for (const message of data.pages.flatMap(({ items }) => items)) {
        const changed = change(message);
        if (changed === message) continue;
        patched[groupOf(message, String(today))] -= 1;
        if (changed && changed.status !== "cancelled") patched[groupOf(changed, String(today))] += 1;
      }
      return patched;
    });
  }
};

export const useGroupCounts = (type: MessageType, filters: MessageFilters) =>
  useQuery({
    queryKey: [...GROUP_COUNTS, type, messageQuery(filters), useToday()],
    queryFn: ({ signal }) => call(reviewRoutes.groups, { query: { type, ...messageQuery(filters) }, signal }),
    placeholderData: keepPreviousData,
  }).data;

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
