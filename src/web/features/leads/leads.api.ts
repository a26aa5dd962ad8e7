import { keepPreviousData, type QueryKey, useQuery } from "@tanstack/react-query";
import { type AcceptedFilters, invitationsRoutes } from "#contract/invitations.ts";
import { type Lead, type LeadSort, leadsRoutes, SEARCH_MINIMUM } from "#contract/leads.ts";
import { call, callPage } from "#lib/api/api.ts";
import { type LiveList, useLiveList } from "#lib/lists/live-list.ts";

export const LEAD_LISTS = "lead-lists";

type PageRequest = { cursor: string | undefined; signal: AbortSignal };
type LeadPage<Item> = { items: Item[]; nextCursor: string | null };

type LeadListOptions<Item> = {
  topic?: "leads" | "invitations";
  key: QueryKey;
  read: (request: PageRequest) => Promise<LeadPage<Item>>;
};

/** A list of leads. Its API has no total. */
const useLeadList = <Item extends Pick<Lead, "id">>({ topic = "leads", key, read }: LeadListOptions<Item>) =>
  useLiveList<Item>({
    topic,
    queryKey: [LEAD_LISTS, ...key],
    read: async (request) => {
      const { items, nextCursor } = await read(request);
      return { items, nextCursor: nextCursor ?? undefined, total: items.length };
    },
  });

export type LeadList<Item extends Pick<Lead, "id">> = LiveList<Item>;

/** A small first page loads fast; larger next pages mean fewer waits while scrolling. */
const FIRST_PAGE_SIZE = 100;
const NEXT_PAGE_SIZE = 200;

export const useAllLeads = (sort: LeadSort) =>
  useLeadList({
    key: ["all", sort],
    read: ({ cursor, signal }) =>
      call(leadsRoutes.all, { query: { sort, limit: cursor ? NEXT_PAGE_SIZE : FIRST_PAGE_SIZE, cursor }, signal }),
  });

export const useHotLeads = () =>
  useLeadList({
    key: ["hot"],
    read: ({ cursor, signal }) => call(leadsRoutes.hot, { query: { limit: 50, cursor }, signal }),
  });

export const useRatedLeads = (startDate: string, endDate: string) =>
  useLeadList({
    key: ["rated", startDate, endDate],
    read: ({ cursor, signal }) => call(leadsRoutes.rated, { query: { startDate, endDate, limit: 50, cursor }, signal }),
  });

export const useAcceptedInvitations = (filters: AcceptedFilters) =>
  useLeadList({
    topic: "invitations",
    key: ["accepted", filters],
    read: async ({ cursor, signal }) => {
      const { items, nextCursor } = await call(invitationsRoutes.accepted, {
        query: { ...filters, limit: 50, cursor },
        signal,
      });
      // A lead may have accepted several invitations, so rows are identified by invitation.
      return { items: items.map((lead) => ({ id: lead.invitationId, lead })), nextCursor };
    },
  });

export const useAcceptedCounts = (filters: AcceptedFilters) =>
  useQuery({
    queryKey: ["invitations", "counts", filters],
    queryFn: ({ signal }) => call(invitationsRoutes.counts, { query: filters, signal }),
    placeholderData: keepPreviousData,
  });

export const useConnectedWith = () =>
  useQuery({
    queryKey: ["invitations", "connected-with"],
    queryFn: ({ signal }) => call(invitationsRoutes.connectedWith, { signal }),
  });

export const isSearchable = (query: string): boolean => query.trim().length >= SEARCH_MINIMUM;

export const useLeadSearch = (query: string) =>
  useQuery({
    queryKey: ["leads", "search", query.trim()],
    queryFn: ({ signal }) => callPage(leadsRoutes.search, { query: { q: query.trim() }, signal }),
    enabled: isSearchable(query),
  });

/** For a lead that no list on the screen has loaded. */
export const useLead = (id: string, enabled: boolean) =>
  useQuery({
    queryKey: ["leads", "one", id],
    queryFn: ({ signal }) => call(leadsRoutes.one, { params: { id }, signal }),
    enabled,
  });

export const useTimeline = (id: string) =>
  useQuery({
    queryKey: ["leads", "timeline", id],
    queryFn: ({ signal }) => call(leadsRoutes.timeline, { params: { id }, signal }),
  });

export const useLeadSettings = () =>
  useQuery({ queryKey: ["company", "lead-settings"], queryFn: ({ signal }) => call(leadsRoutes.settings, { signal }) });

export const useDeletedLeads = () =>
  useQuery({
    queryKey: ["leads", "deleted"],
    queryFn: ({ signal }) => call(leadsRoutes.deleted, { query: { limit: 200 }, signal }),
  });
