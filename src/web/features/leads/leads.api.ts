import { keepPreviousData, type QueryClient, type QueryKey, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type Classification, classificationLabel, DELETED, stoppedMessagesText } from "#contract/classification.ts";
import type { NewLead } from "#contract/forms.ts";
import { type AcceptedFilters, invitationsRoutes } from "#contract/invitations.ts";
import { type LeadFilters, type LeadSort, leadListsRoutes, SEARCH_MIN_LENGTH } from "#contract/lead-lists.ts";
import { type ClassifiedLead, type Lead, leadsRoutes } from "#contract/leads.ts";
import { call, callPage, clientErrorMessage } from "#lib/api/api.ts";
import { refreshQueries } from "#lib/api/company-events.ts";
import { showRefusal } from "#lib/api/show-error.ts";
import { useUndoableMutation } from "#lib/api/undo.tsx";
import { useToday } from "#lib/dates/dates.ts";
import { type OptimisticUpdate, useOptimisticUpdate, usePredictedItems } from "#lib/lists/optimistic-update.ts";
import { useLiveList } from "#lib/lists/paged-list.ts";
import { rememberRows } from "#lib/lists/remembered-rows.ts";
import { useConfirm } from "#ui/dialog/confirm.tsx";
import { showToast, type ToastMessage } from "#ui/feedback/toast.tsx";

const LEAD_LISTS = "lead-lists";
/** Every cached query that holds leads. */
export const LEAD_QUERIES = [[LEAD_LISTS], ["leads", "search"], ["leads", "one"]] as const;

/** A lead in a list, or an invitation with its lead. */
export type LeadRow = Lead | { id: string; lead: Lead };

export const leadOf = (row: LeadRow): Lead => ("lead" in row ? row.lead : row);

/** Updates the row if it is about this lead; null removes it from the list. */
export const updateLeadRow = <Row extends LeadRow>(row: Row, id: string, update: (lead: Lead) => Lead | null) => {
  const current: LeadRow = row;
  const lead = leadOf(current);
  if (lead.id !== id) return row;
  const updated = update(lead);
  if (updated === null) return null;
  return ("lead" in current ? { ...current, lead: updated } : updated) as Row;
};

/** Call before a change of these leads; its undo calls the returned function. */
export const rememberLeads = (client: QueryClient, ids: readonly string[]): (() => void) => {
  const changed = new Set(ids);
  return rememberRows<LeadRow>(client, LEAD_QUERIES, (row) => changed.has(leadOf(row).id));
};

type LeadChange = { lead: Lead; classification: Classification | typeof DELETED };

const predictLeadChange = <Row extends LeadRow>(row: Row, { lead, classification }: LeadChange) =>
  updateLeadRow(row, lead.id, (current) =>
    classification === DELETED ? null : { ...current, leadClassification: classification },
  );

/** Classifies a lead. Deleting one is a classification too. */
export const LEAD_CHANGE: OptimisticUpdate<LeadRow, LeadChange, ClassifiedLead> = {
  mutationKey: ["lead-change"],
  mutate: ({ lead, classification }) =>
    call(leadsRoutes.classify, { params: { leadId: lead.id }, body: { classification } }),
  predict: predictLeadChange,
  applyResponse: (row, { stoppedMessages: _stopped, undo: _undo, ...response }, { classification }) =>
    updateLeadRow(row, response.id, (current) => (classification === DELETED ? null : { ...current, ...response })),
  cached: LEAD_QUERIES,
  refresh: [["leads", "deleted"], ["invitations"]],
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

export const useAllLeads = (sort: LeadSort, filters: LeadFilters) =>
  useLeadList({
    key: ["all", sort, filters],
    read: ({ cursor, signal }) =>
      call(leadListsRoutes.all, { query: { ...filters, sort, limit: 100, cursor }, signal }),
  });

/** How many leads match the filters. */
export const useLeadTotal = (filters: LeadFilters) =>
  useQuery({
    queryKey: ["leads", "total", filters],
    queryFn: ({ signal }) => call(leadListsRoutes.total, { query: filters, signal }),
    placeholderData: keepPreviousData,
  });

/** The values from which the filters by owner and industry are chosen. */
export const useLeadFilterOptions = () =>
  useQuery({
    queryKey: ["leads", "filter-options"],
    queryFn: ({ signal }) => call(leadListsRoutes.filterOptions, { signal }),
  });

export const useHotLeads = () =>
  useLeadList({
    key: ["hot"],
    read: ({ cursor, signal }) => call(leadListsRoutes.hot, { query: { limit: 50, cursor }, signal }),
  });

export const useRatedLeads = (startDate: string, endDate: string) =>
  useLeadList({
    key: ["rated", startDate, endDate],
    read: ({ cursor, signal }) =>
      call(leadListsRoutes.rated, { query: { startDate, endDate, limit: 50, cursor }, signal }),
  });

/** "today" and "yesterday" are other days after midnight. */
const useAcceptedKey = (filters: AcceptedFilters) => {
  const today = useToday();
  return filters.connectedDate ? [filters, today] : [filters];
};

export const useAcceptedInvitations = (filters: AcceptedFilters) =>
  useLeadList({
    topic: "invitations",
    key: ["accepted", ...useAcceptedKey(filters)],
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
    queryKey: ["invitations", "counts", ...useAcceptedKey(filters)],
    queryFn: ({ signal }) => call(invitationsRoutes.counts, { query: filters, signal }),
    placeholderData: keepPreviousData,
  });

export const useConnectedWith = () =>
  useQuery({
    queryKey: ["invitations", "connected-with"],
    queryFn: ({ signal }) => call(invitationsRoutes.connectedWith, { signal }),
  });

export const isSearchable = (query: string): boolean => query.trim().length >= SEARCH_MIN_LENGTH;

export const useLeadSearch = (query: string) =>
  useQuery({
    queryKey: ["leads", "search", query.trim()],
    queryFn: ({ signal }) => callPage(leadListsRoutes.search, { query: { q: query.trim() }, signal }),
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

export const failureToast =
  (fallback: string) =>
  (error: unknown): ToastMessage => ({
    title: "Fout",
    description: clientErrorMessage(error, fallback),
    tone: "destructive",
  });

/** Refetches everything that shows leads. */
export function useLeadRefresh(): () => void {
  const client = useQueryClient();
  return () => void refreshQueries(client, [["leads"], ["invitations"]]);
}

export const useClassifyLead = () => {
  const client = useQueryClient();
  return useOptimisticUpdate<LeadRow, { lead: Lead; classification: Classification }, ClassifiedLead>(LEAD_CHANGE, {
    done: ({ fullName, stoppedMessages, undo }, { lead, classification }, offerUndo) => ({
      title: "Classificatie Bijgewerkt",
      description: `${fullName} staat nu op ${classificationLabel(classification)}.${stoppedMessagesText(stoppedMessages)}`,
      ...offerUndo({
        undos: [undo],
        undoneText: `De classificatie van ${fullName} is teruggezet.`,
        refresh: [["leads"], ["invitations"], ["queue"]],
        onUndone: rememberLeads(client, [lead.id]),
      }),
    }),
    failed: failureToast("Kon classificatie niet bijwerken. Probeer opnieuw."),
  });
};

export function useAddLead() {
  const navigate = useNavigate();
  return useUndoableMutation({
    mutationFn: (body: NewLead) => call(leadsRoutes.add, { body }),
    onSuccess: ({ id, fullName }) =>
      showToast({
        title: "Lead toegevoegd",
        description: `${fullName} staat in de lijst.`,
        action: { label: "Bekijken", onClick: () => void navigate({ to: "/leads/$id", params: { id } }) },
      }),
    onError: (error) => showRefusal(error, "Kon de lead niet toevoegen. Probeer het opnieuw."),
  });
}

const DELETE_CONFIRMATION = {
  title: "Lead verwijderen",
  text: "Weet je zeker dat je deze lead wilt verwijderen?",
  confirmLabel: "Verwijderen",
  tone: "destructive",
} as const;

/** Asks for confirmation. An undo also restores the queued messages; the list of deleted leads restores for thirty days. */
export function useDeleteLead() {
  const client = useQueryClient();
  const confirm = useConfirm();
  const { mutate } = useOptimisticUpdate(LEAD_CHANGE, {
    done: ({ stoppedMessages, undo }, { lead }, offerUndo) => ({
      title: "Lead verwijderd",
      description: `${lead.fullName} is uit de lijsten gehaald.${stoppedMessagesText(stoppedMessages)}`,
      ...offerUndo({
        undos: [undo],
        undoneTitle: "Lead hersteld",
        undoneText: `${lead.fullName} staat weer in de lijsten.`,
        refresh: [["leads"], ["invitations"], ["queue"]],
        onUndone: rememberLeads(client, [lead.id]),
      }),
    }),
    failed: failureToast("Kon de lead niet verwijderen. Probeer het opnieuw."),
  });
  /** Resolves to whether the user confirmed. */
  return async (lead: Lead): Promise<boolean> => {
    const confirmed = await confirm({
      ...DELETE_CONFIRMATION,
      subject: [lead.fullName, lead.company].filter(Boolean).join(" · "),
    });
    if (confirmed) mutate({ lead, classification: DELETED });
    return confirmed;
  };
}
