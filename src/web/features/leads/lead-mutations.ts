import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type Classification, classificationLabel, DELETED } from "#contract/classification.ts";
import { type Lead, leadsRoutes } from "#contract/leads.ts";
import { call, refusalText } from "#lib/api/api.ts";

import { refreshQueries } from "#lib/api/company-events.ts";
import { patchCachedItems, useOptimisticUpdate } from "#lib/lists/optimistic-update.ts";
import { useConfirm } from "#ui/dialog/confirm.tsx";
import { showToast, type ToastMessage } from "#ui/feedback/toast.tsx";
import { LEAD_CHANGE, LEAD_QUERIES, type LeadRow, updateLeadRow } from "./leads.api.ts";

const failureToast =
  (fallback: string) =>
  (error: unknown): ToastMessage => ({
    title: "Fout",
    description: refusalText(error, fallback),
    tone: "destructive",
  });

/** Refetches everything that shows leads. */
function useLeadRefresh(): () => void {
  const client = useQueryClient();
  return () => void refreshQueries(client, [["leads"], ["invitations"]]);
}

export const useClassifyLead = () =>
  useOptimisticUpdate<LeadRow, { lead: Lead; classification: Classification }, Lead>(LEAD_CHANGE, {
    done: ({ fullName }, { classification }) => ({
      title: "Classificatie Bijgewerkt",
      description: `${fullName} staat nu op ${classificationLabel(classification)}.`,
    }),
    failed: failureToast("Kon classificatie niet bijwerken. Probeer opnieuw."),
  });

export function useRestoreLead() {
  const refresh = useLeadRefresh();
  return useMutation({
    mutationFn: ({ id }: Pick<Lead, "id" | "fullName">) => call(leadsRoutes.restore, { params: { id } }),
    onSuccess: ({ fullName }) =>
      showToast({ title: "Lead hersteld", description: `${fullName} staat weer in de lijsten.` }),
    onError: (error) => showToast(failureToast("Kon de lead niet herstellen. Probeer het opnieuw.")(error)),
    onSettled: refresh,
  });
}

const DELETE_CONFIRMATION = {
  title: "Lead verwijderen",
  text: "Weet je zeker dat je deze lead wilt verwijderen?",
  confirmLabel: "Verwijderen",
  tone: "destructive",
} as const;

/** Asks for confirmation. The toast offers to undo; the list of deleted leads does so for thirty days. */
export function useDeleteLead() {
  const confirm = useConfirm();
  const { mutate: restore } = useRestoreLead();
  const { mutate } = useOptimisticUpdate(LEAD_CHANGE, {
    done: (_, { lead }) => ({
      title: "Lead verwijderd",
      description: `${lead.fullName} is uit de lijsten gehaald.`,
      action: { label: "Ongedaan maken", onClick: () => restore(lead) },
    }),
    failed: failureToast("Kon de lead niet verwijderen. Probeer het opnieuw."),
  });
  /** Resolves to whether the user confirmed. */
  return async (lead: Lead): Promise<boolean> => {
    const confirmed = await confirm(DELETE_CONFIRMATION);
    if (confirmed) mutate({ lead, classification: DELETED });
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
      patchCachedItems<LeadRow>(client, LEAD_QUERIES, (row) => updateLeadRow(row, id, () => null));
      showToast({
        title: "Persoon gewist",
        description: "Alle gegevens zijn hier gewist; in Airtable gebeurt dat met de synchronisatie die nu start.",
      });
    },
    onError: (error) => showToast(failureToast("Kon de persoon niet wissen. Probeer het opnieuw.")(error)),
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
