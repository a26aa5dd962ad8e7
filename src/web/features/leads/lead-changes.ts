import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type Classification, classificationLabel, DELETED } from "#contract/classification.ts";
import { type Lead, leadsRoutes } from "#contract/leads.ts";
import { call } from "#lib/api.ts";
import { failureText } from "#lib/failure-text.ts";
import { useConfirm } from "#ui/confirm.tsx";
import { showToast } from "#ui/toast.tsx";
import { changeCached } from "./lead-cache.ts";
import { LISTS } from "./lead-lists.ts";

const NOT_CLASSIFIED = "Kon classificatie niet bijwerken. Probeer opnieuw.";

const sayFailed = (fallback: string) => (error: unknown) =>
  showToast({ title: "Fout", description: failureText(error, fallback), tone: "destructive" });

/** What lists leads, and what is known of one, is read again. */
function useRefresh(): () => void {
  const client = useQueryClient();
  return () => {
    for (const queryKey of [[LISTS], ["leads"], ["invitations"]]) void client.invalidateQueries({ queryKey });
  };
}

/** The new class is seen at once; if it does not hold, the old one is back. */
export function useClassify() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ lead, classification }: { lead: Lead; classification: Classification }) =>
      call(leadsRoutes.classify, { params: { leadId: lead.id }, body: { classification } }),
    onMutate: ({ lead, classification }) =>
      changeCached(client, lead.id, (shown) => ({ ...shown, leadClassification: classification })),
    onSuccess: (lead, { classification }) => {
      changeCached(client, lead.id, (shown) => ({ ...shown, ...lead }));
      showToast({
        title: "Classificatie Bijgewerkt",
        description: `${lead.fullName} staat nu op ${classificationLabel(classification)}.`,
      });
    },
    onError: (error, _, takeBack) => {
      takeBack?.();
      sayFailed(NOT_CLASSIFIED)(error);
    },
  });
}

export function useRestore() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id }: Pick<Lead, "id" | "fullName">) => call(leadsRoutes.restore, { params: { id } }),
    onSuccess: ({ fullName }) =>
      showToast({ title: "Lead hersteld", description: `${fullName} staat weer in de lijsten.` }),
    onError: sayFailed("Kon de lead niet herstellen. Probeer het opnieuw."),
    onSettled: refresh,
  });
}

const QUESTION = {
  title: "Lead verwijderen",
  text: "Weet je zeker dat je deze lead wilt verwijderen?",
  confirmLabel: "Verwijderen",
  tone: "destructive",
} as const;

/** Asks first; the lead can be brought back at once from the message, and for thirty days from the list. */
export function useDelete() {
  const client = useQueryClient();
  const confirm = useConfirm();
  const { mutate: restore } = useRestore();
  const { mutate } = useMutation({
    mutationFn: ({ id }: Lead) =>
      call(leadsRoutes.classify, { params: { leadId: id }, body: { classification: DELETED } }),
    onMutate: ({ id }) => changeCached(client, id, () => null),
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
      sayFailed("Kon de lead niet verwijderen. Probeer het opnieuw.")(error);
    },
  });
  /** Whether it was agreed to. */
  return async (lead: Lead): Promise<boolean> => {
    const agreed = await confirm(QUESTION);
    if (agreed) mutate(lead);
    return agreed;
  };
}

/** Asks first: nothing brings an erased person back. */
export function useErase() {
  const client = useQueryClient();
  const confirm = useConfirm();
  const refresh = useRefresh();
  const { mutate } = useMutation({
    mutationFn: ({ id }: Pick<Lead, "id">) => call(leadsRoutes.erase, { params: { id } }),
    onSuccess: (_, { id }) => {
      changeCached(client, id, () => null);
      showToast({
        title: "Persoon gewist",
        description: "Alle gegevens zijn hier gewist; in Airtable gebeurt dat met de synchronisatie die nu start.",
      });
    },
    onError: sayFailed("Kon de persoon niet wissen. Probeer het opnieuw."),
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
