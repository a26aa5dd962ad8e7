import { type InfiniteData, type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { type Classification, classificationLabel, DELETED } from "#contract/classification.ts";
import { type Lead, leadsRoutes } from "#contract/leads.ts";
import { call, type ItemPage } from "#lib/api/api.ts";
import { refusalText } from "#lib/api/api-error.ts";
import { useConfirm } from "#ui/dialog/confirm.tsx";
import { showToast } from "#ui/feedback/toast.tsx";
import { LEAD_LISTS } from "./leads.api.ts";

type LeadRow = Lead | { id: string; lead: Lead };
/** Null removes the lead from the lists. */
type LeadUpdate = (lead: Lead) => Lead | null;

const updateRow = (row: LeadRow, id: string, change: LeadUpdate): LeadRow | null => {
  if (!("lead" in row)) return row.id === id ? change(row) : row;
  if (row.lead.id !== id) return row;
  const lead = change(row.lead);
  return lead && { ...row, lead };
};

const leadOfRow = (row: LeadRow): Lead => ("lead" in row ? row.lead : row);

/** A page without the lead keeps its identity, so that memoised rows do not re-render. */
export const updatePage = <R extends LeadRow>(page: ItemPage<R>, id: string, change: LeadUpdate): ItemPage<R> => {
  if (!page.items.some((row) => leadOfRow(row).id === id)) return page;
  return { ...page, items: page.items.flatMap((row) => (updateRow(row, id, change) as R | null) ?? []) };
};

const restoreAll = (client: QueryClient, saved: ReturnType<QueryClient["getQueriesData"]>) => () => {
  for (const [key, data] of saved) client.setQueryData(key, data);
};

/** Updates a lead in every cached query. Returns the rollback. */
const updateCachedLead = (client: QueryClient, id: string, change: LeadUpdate): (() => void) => {
  const queries = [{ queryKey: [LEAD_LISTS] }, { queryKey: ["leads", "search"] }, { queryKey: ["leads", "one", id] }];
  const [lists, searches, ones] = queries;
  const saved = queries.flatMap((query) => client.getQueriesData(query));
  client.setQueriesData<InfiniteData<ItemPage<LeadRow>>>(
    lists ?? {},
    (data) => data && { ...data, pages: data.pages.map((page) => updatePage(page, id, change)) },
  );
  client.setQueriesData<ItemPage<Lead>>(searches ?? {}, (data) => data && updatePage(data, id, change));
  client.setQueriesData<Lead>(ones ?? {}, (data) => (data && change(data)) ?? data);
  return restoreAll(client, saved);
};

const CLASSIFY_FAILED = "Kon classificatie niet bijwerken. Probeer opnieuw.";

const showFailure = (fallback: string) => (error: unknown) =>
  showToast({ title: "Fout", description: refusalText(error, fallback), tone: "destructive" });

/** Invalidates everything that shows leads. */
function useLeadRefresh(): () => void {
  const client = useQueryClient();
  return () => {
    for (const queryKey of [[LEAD_LISTS], ["leads"], ["invitations"]]) void client.invalidateQueries({ queryKey });
  };
}

export function useClassifyLead() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ lead, classification }: { lead: Lead; classification: Classification }) =>
      call(leadsRoutes.classify, { params: { leadId: lead.id }, body: { classification } }),
    onMutate: ({ lead, classification }) =>
      updateCachedLead(client, lead.id, (cached) => ({ ...cached, leadClassification: classification })),
    onSuccess: (lead, { classification }) => {
      updateCachedLead(client, lead.id, (cached) => ({ ...cached, ...lead }));
      showToast({
        title: "Classificatie Bijgewerkt",
        description: `${lead.fullName} staat nu op ${classificationLabel(classification)}.`,
      });
    },
    onError: (error, _, rollback) => {
      rollback?.();
      showFailure(CLASSIFY_FAILED)(error);
    },
  });
}

export function useRestoreLead() {
  const refresh = useLeadRefresh();
  return useMutation({
    mutationFn: ({ id }: Pick<Lead, "id" | "fullName">) => call(leadsRoutes.restore, { params: { id } }),
    onSuccess: ({ fullName }) =>
      showToast({ title: "Lead hersteld", description: `${fullName} staat weer in de lijsten.` }),
    onError: showFailure("Kon de lead niet herstellen. Probeer het opnieuw."),
    onSettled: refresh,
  });
}

const DELETE_QUESTION = {
  title: "Lead verwijderen",
  text: "Weet je zeker dat je deze lead wilt verwijderen?",
  confirmLabel: "Verwijderen",
  tone: "destructive",
} as const;

/** Asks for confirmation. The toast offers to undo; the list of deleted leads does so for thirty days. */
export function useDeleteLead() {
  const client = useQueryClient();
  const confirm = useConfirm();
  const { mutate: restore } = useRestoreLead();
  const { mutate } = useMutation({
    mutationFn: ({ id }: Lead) =>
      call(leadsRoutes.classify, { params: { leadId: id }, body: { classification: DELETED } }),
    onMutate: ({ id }) => updateCachedLead(client, id, () => null),
    onSuccess: (_, lead) => {
      void client.invalidateQueries({ queryKey: ["leads", "deleted"] });
      showToast({
        title: "Lead verwijderd",
        description: `${lead.fullName} is uit de lijsten gehaald.`,
        action: { label: "Ongedaan maken", onClick: () => restore(lead) },
      });
    },
    onError: (error, _, rollback) => {
      rollback?.();
      showFailure("Kon de lead niet verwijderen. Probeer het opnieuw.")(error);
    },
  });
  /** Resolves to whether the user confirmed. */
  return async (lead: Lead): Promise<boolean> => {
    const confirmed = await confirm(DELETE_QUESTION);
    if (confirmed) mutate(lead);
    return confirmed;
  };
}

/** Asks for confirmation: erasing cannot be undone. */
export function useEraseLead() {
  const client = useQueryClient();
  const confirm = useConfirm();
  const refresh = useLeadRefresh();
  const { mutate } = useMutation({
    mutationFn: ({ id }: Pick<Lead, "id">) => call(leadsRoutes.erase, { params: { id } }),
    onSuccess: (_, { id }) => {
      updateCachedLead(client, id, () => null);
      showToast({
        title: "Persoon gewist",
        description: "Alle gegevens zijn hier gewist; in Airtable gebeurt dat met de synchronisatie die nu start.",
      });
    },
    onError: showFailure("Kon de persoon niet wissen. Probeer het opnieuw."),
    onSettled: refresh,
  });
  /** Resolves to whether the user confirmed. */
  return async (lead: Pick<Lead, "id" | "fullName">): Promise<boolean> => {
    const confirmed = await confirm({
      title: `${lead.fullName || "Deze persoon"} definitief wissen`,
      text: "De lead, de berichten en de meetings met deze persoon verdwijnen, hier en in Airtable. Synchronisatie en import brengen de persoon niet terug. Dit kan niet ongedaan worden gemaakt.",
      confirmLabel: "Definitief wissen",
      tone: "destructive",
    });
    if (confirmed) mutate(lead);
    return confirmed;
  };
}
