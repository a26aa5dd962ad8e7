import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type Classification, classificationLabel, DELETED, stoppedMessagesText } from "#contract/classification.ts";
import { MAX_TAGS } from "#contract/lead-details.ts";
import { type LeadFilters, type LeadSort, leadListsRoutes } from "#contract/lead-lists.ts";
import { type BulkResult, type Lead, leadsRoutes } from "#contract/leads.ts";
import { call } from "#lib/api/api.ts";
import { refreshQueries } from "#lib/api/company-events.ts";
import { type OfferUndo, useUndoableMutation } from "#lib/api/undo.tsx";
import { formatLeadCount } from "#lib/labels/person.ts";
import { patchCachedItems } from "#lib/lists/optimistic-update.ts";
import { showToast } from "#ui/feedback/toast.tsx";
import { failureToast, LEAD_QUERIES, type LeadRow, leadOf, rememberLeads, updateLeadRow } from "../leads.api.ts";

const AFFECTED = [["leads"], ["invitations"], ["queue"], ["messages"]] as const;

/** Why leads were skipped, with the number for each reason. */
const skippedText = (
  selectedCount: number,
  { changed, unchanged, full = 0 }: Pick<BulkResult, "changed" | "unchanged"> & { full?: number },
): string => {
  const deleted = selectedCount - changed - unchanged - full;
  return [
    unchanged > 0 && ` ${formatLeadCount(unchanged)} overgeslagen: ${unchanged === 1 ? "had" : "hadden"} dit al.`,
    full > 0 && ` ${formatLeadCount(full)} overgeslagen: al ${MAX_TAGS} labels.`,
    deleted > 0 && ` ${formatLeadCount(deleted)} overgeslagen: intussen verwijderd.`,
  ]
    .filter(Boolean)
    .join("");
};

/** Applies a change to the leads on the screen, offers to undo it, and refetches what depends on it. */
function useBulkToast() {
  const client = useQueryClient();
  return (
    offerUndo: OfferUndo,
    ids: readonly string[],
    change: (lead: Lead) => Lead | null,
    result: BulkResult,
    title: string,
    text: string,
  ) => {
    const onUndone = rememberLeads(client, ids);
    const changedIds = new Set(ids);
    patchCachedItems<LeadRow>(client, LEAD_QUERIES, (row) => {
      const { id } = leadOf(row);
      return changedIds.has(id) ? updateLeadRow(row, id, change) : row;
    });
    showToast({
      title,
      description: `${text}${skippedText(ids.length, result)}${stoppedMessagesText(result.stoppedMessages)}`,
      ...offerUndo({
        undos: [result.undo],
        undoneText: `${formatLeadCount(result.changed)} teruggezet.`,
        refresh: AFFECTED,
        onUndone,
      }),
    });
    void refreshQueries(client, AFFECTED);
  };
}

type ClassifyInput = { ids: readonly string[]; classification: Classification | typeof DELETED };

/** Classifies leads; DELETED deletes them. */
export function useClassifyLeads() {
  const showResult = useBulkToast();
  return useUndoableMutation({
    mutationFn: ({ ids, classification }: ClassifyInput) =>
      call(leadsRoutes.classifyMany, { body: { ids: [...ids], classification } }),
    onSuccess: (result, { ids, classification }, offerUndo) => {
      const count = formatLeadCount(result.changed);
      if (classification === DELETED)
        return showResult(offerUndo, ids, () => null, result, "Leads verwijderd", `${count} uit de lijsten gehaald.`);
      const text = `${count} op ${classificationLabel(classification)} gezet.`;
      const classify = (lead: Lead) => ({ ...lead, leadClassification: classification });
      return showResult(offerUndo, ids, classify, result, "Classificatie Bijgewerkt", text);
    },
    onError: (error) => showToast(failureToast("Kon classificatie niet bijwerken. Probeer opnieuw.")(error)),
  });
}

type OwnerInput = { ids: readonly string[]; contractOwner: string | null };

export function useChangeOwner() {
  const showResult = useBulkToast();
  return useUndoableMutation({
    mutationFn: ({ ids, contractOwner }: OwnerInput) =>
      call(leadsRoutes.changeOwnerOfMany, { body: { ids: [...ids], contractOwner } }),
    onSuccess: (result, { ids, contractOwner }, offerUndo) => {
      const count = formatLeadCount(result.changed);
      const text = contractOwner ? `${count} toegewezen aan ${contractOwner}.` : `${count} zonder Contact Owner.`;
      showResult(offerUndo, ids, (lead) => ({ ...lead, contractOwner }), result, "Contact Owner gewijzigd", text);
    },
    onError: (error) => showToast(failureToast("Kon de Contact Owner niet wijzigen. Probeer het opnieuw.")(error)),
  });
}

type TagInput = { ids: readonly string[]; tag: string };

export function useTagLeads() {
  const client = useQueryClient();
  return useUndoableMutation({
    mutationFn: ({ ids, tag }: TagInput) => call(leadsRoutes.tagMany, { body: { ids: [...ids], tag } }),
    onSuccess: (result, { ids, tag }) => {
      showToast({
        title: result.changed > 0 ? "Label toegevoegd" : "Geen label toegevoegd",
        description: `"${tag}" toegevoegd aan ${formatLeadCount(result.changed)}.${skippedText(ids.length, result)}`,
      });
      void refreshQueries(client, [["leads"]]);
    },
    onError: (error) => showToast(failureToast("Kon het label niet toevoegen. Probeer het opnieuw.")(error)),
  });
}

/** The ids of the whole filtered list, also of leads that are not loaded. */
export function useSelectAll() {
  return useMutation({
    mutationFn: (query: LeadFilters & { sort: LeadSort }) => call(leadListsRoutes.ids, { query }),
    onError: (error) => showToast(failureToast("Kon de leads niet selecteren. Probeer het opnieuw.")(error)),
  });
}
