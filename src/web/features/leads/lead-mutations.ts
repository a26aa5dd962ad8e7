import { type InfiniteData, type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { type Classification, classificationLabel, DELETED } from "#contract/classification.ts";
import { type Lead, leadsRoutes } from "#contract/leads.ts";
import { call, type ListPage } from "#lib/api/api.ts";
import { refusalText } from "#lib/api/api-error.ts";
import { useConfirm } from "#ui/dialog/confirm.tsx";
import { showToast } from "#ui/feedback/toast.tsx";
import { LEAD_LISTS } from "./leads.api.ts";

type LeadRow = Lead | { id: string; lead: Lead };
/** Null takes the lead off. */
type LeadUpdate = (lead: Lead) => Lead | null;

const updateRow = (row: LeadRow, id: string, change: LeadUpdate): LeadRow | null => {
  if (!("lead" in row)) return row.id === id ? change(row) : row;
  if (row.lead.id !== id) return row;
  const lead = change(row.lead);
  return lead && { ...row, lead };
};

const leadOfRow = (row: LeadRow): Lead => ("lead" in row ? row.lead : row);

/** A page without the lead stays the very same: of a long list only what changed is gone through again. */
export const updatePage = <R extends LeadRow>(page: ListPage<R>, id: string, change: LeadUpdate): ListPage<R> => {
  if (!page.items.some((row) => leadOfRow(row).id === id)) return page;
  return { ...page, items: page.items.flatMap((row) => (updateRow(row, id, change) as R | null) ?? []) };
};

const restoreAll = (client: QueryClient, saved: ReturnType<QueryClient["getQueriesData"]>) => () => {
  for (const [key, data] of saved) client.setQueryData(key, data);
};

/** Changes a lead wherever it is shown, until it is read again. Gives back how to take that back. */
const updateCachedLead = (client: QueryClient, id: string, change: LeadUpdate): (() => void) => {
  const places = [{ queryKey: [LEAD_LISTS] }, { queryKey: ["leads", "search"] }, { queryKey: ["leads", "one", id] }];
  const [lists, searches, ones] = places;
  const saved = places.flatMap((place) => client.getQueriesData(place));
  client.setQueriesData<InfiniteData<ListPage<LeadRow>>>(
    lists ?? {},
    (data) => data && { ...data, pages: data.pages.map((page) => updatePage(page, id, change)) },
  );
  client.setQueriesData<ListPage<Lead>>(searches ?? {}, (data) => data && updatePage(data, id, change));
  client.setQueriesData<Lead>(ones ?? {}, (data) => (data && change(data)) ?? data);
  return restoreAll(client, saved);
};

const NOT_CLASSIFIED = "Kon classificatie niet bijwerken. Probeer opnieuw.";

const showFailure = (fallback: string) => (error: unknown) =>
  showToast({ title: "Fout", description: refusalText(error, fallback), tone: "destructive" });

/** What lists leads, and what is known of one, is read again. */
function useLeadRefresh(): () => void {
  const client = useQueryClient();
  return () => {
    for (const queryKey of [[LEAD_LISTS], ["leads"], ["invitations"]]) void client.invalidateQueries({ queryKey });
  };
}

/** The new class is seen at once; if it does not hold, the old one is back. */
export function useClassifyLead() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ lead, classification }: { lead: Lead; classification: Classification }) =>
      call(leadsRoutes.classify, { params: { leadId: lead.id }, body: { classification } }),
    onMutate: ({ lead, classification }) =>
      updateCachedLead(client, lead.id, (shown) => ({ ...shown, leadClassification: classification })),
    onSuccess: (lead, { classification }) => {
      updateCachedLead(client, lead.id, (shown) => ({ ...shown, ...lead }));
      showToast({
        title: "Classificatie Bijgewerkt",
        description: `${lead.fullName} staat nu op ${classificationLabel(classification)}.`,
      });
    },
    onError: (error, _, takeBack) => {
      takeBack?.();
      showFailure(NOT_CLASSIFIED)(error);
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

/** Asks first; the lead can be brought back at once from the message, and for thirty days from the list. */
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
    onError: (error, _, takeBack) => {
      takeBack?.();
      showFailure("Kon de lead niet verwijderen. Probeer het opnieuw.")(error);
    },
  });
  /** Whether it was agreed to. */
  return async (lead: Lead): Promise<boolean> => {
    const agreed = await confirm(DELETE_QUESTION);
    if (agreed) mutate(lead);
    return agreed;
  };
}

/** Asks first: nothing brings an erased person back. */
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
  /** Whether it was agreed to. */
  return async (lead: Pick<Lead, "id" | "fullName">): Promise<boolean> => {
    const agreed = await confirm({
      title: `${lead.fullName || "Deze persoon"} definitief wissen`,
      text: "De lead, de berichten en de meetings met deze persoon verdwijnen, hier en in Airtable. Synchronisatie en import brengen de persoon niet terug. Dit kan niet ongedaan worden gemaakt.",
      confirmLabel: "Definitief wissen",
      tone: "destructive",
    });
    if (agreed) mutate(lead);
    return agreed;
  };
}
