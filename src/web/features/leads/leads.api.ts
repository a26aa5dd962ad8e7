import { keepPreviousData, type QueryKey, useQuery } from "@tanstack/react-query";
import { type Classification, DELETED } from "#contract/classification.ts";
import { type AcceptedFilters, invitationsRoutes } from "#contract/invitations.ts";
import { type Lead, type LeadSort, leadsRoutes, SEARCH_MINIMUM } from "#contract/leads.ts";
import { call, callPage } from "#lib/api/api.ts";
import { useLiveList } from "#lib/lists/list-pages.ts";
import { type OptimisticUpdate, usePredictedItems } from "#lib/lists/optimistic-update.ts";

const LEAD_LISTS = "lead-lists";
/** Every cached query that holds leads. */
export const LEAD_QUERIES = [[LEAD_LISTS], ["leads", "search"], ["leads", "one"]] as const;

/** A lead in a list, or an invitation with its lead. */
export type LeadRow = Lead | { id: string; lead: Lead };

/** Updates the row if it is about this lead; null removes it from the list. */
export const updateLeadRow = <Row extends LeadRow>(row: Row, id: string, update: (lead: Lead) => Lead | null) => {
  const current: LeadRow = row;
  const lead = "lead" in current ? current.lead : current;
  if (lead.id !== id) return row;
  const updated = update(lead);
  if (updated === null) return null;
  return ("lead" in current ? { ...current, lead: updated } : updated) as Row;
};

type LeadChange = { lead: Lead; classification: Classification | typeof DELETED };

const predictLeadChange = <Row extends LeadRow>(row: Row, { lead, classification }: LeadChange) =>
  updateLeadRow(row, lead.id, (current) =>
    classification === DELETED ? null : { ...current, leadClassification: classification },
  );

/** Classifies a lead. Deleting one is a classification too. */
export const LEAD_CHANGE: OptimisticUpdate<LeadRow, LeadChange, Lead> = {
  mutationKey: ["lead-change"],
  send: ({ lead, classification }) =>
    call(leadsRoutes.classify, { params: { leadId: lead.id }, body: { classification } }),
  predict: predictLeadChange,
  apply: (row, response, { classification }) =>
    updateLeadRow(row, response.id, (current) => (classification === DELETED ? null : { ...current, ...response })),
  cached: LEAD_QUERIES,
  refresh: [["leads", "deleted"]],
};

/** The rows with pending classifications and deletions applied. */
export const usePredictedLeads = <Row extends LeadRow>(rows: readonly Row[]): readonly Row[] =>
  usePredictedItems<Row, LeadChange>(rows, { mutationKey: LEAD_CHANGE.mutationKey, predict: predictLeadChange });

type PageRequest = { cursor: string | undefined; signal: AbortSignal };
type LeadPage<Row> = { items: Row[]; nextCursor: string | null };

type LeadListOptions<Row> = {
  topic?: "leads" | "invitations";
  key: QueryKey;
  read: (request: PageRequest) => Promise<LeadPage<Row>>;
};

/** A list of leads. Its API has no total. */
function useLeadList<Row extends LeadRow>({ topic = "leads", key, read }: LeadListOptions<Row>) {
  const list = useLiveList<Row>({
    topic,
    queryKey: [LEAD_LISTS, ...key],
    read: async (request) => {
      const { items, nextCursor } = await read(request);
      return { items, nextCursor: nextCursor ?? undefined, total: items.length };
    },
  });
  return { ...list, items: usePredictedLeads(list.items) };
}

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
