import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { type Lead, type LeadOfPerson, leadsRoutes } from "#contract/leads.ts";
import { call } from "#lib/api/api.ts";
import { useUndoableMutation } from "#lib/api/undo.tsx";
import { formatLeadCount } from "#lib/labels/person.ts";
import { useIsShown } from "#lib/lists/list-focus.ts";
import { patchCachedItems } from "#lib/lists/optimistic-update.ts";
import { useConfirm } from "#ui/dialog/confirm.tsx";
import { showToast } from "#ui/feedback/toast.tsx";
import { failureToast, LEAD_QUERIES, type LeadRow, updateLeadRow, useLeadRefresh } from "../leads.api.ts";
import { leadName } from "./lead-details.tsx";

const showFailure = (error: unknown) =>
  showToast(failureToast("Kon de persoon niet wissen. Probeer het opnieuw.")(error));

/** Asks for confirmation, with the other leads of the person: erasing cannot be undone. */
export function useEraseLead(lead: Pick<Lead, "id" | "fullName">) {
  const shownId = useRef(lead.id);
  useEffect(() => {
    shownId.current = lead.id;
  });
  const isShown = useIsShown();
  const [isReading, setIsReading] = useState(false);
  const client = useQueryClient();
  const confirm = useConfirm();
  const refresh = useLeadRefresh();
  const { mutate } = useUndoableMutation({
    mutationFn: ({ id }: Pick<Lead, "id">) => call(leadsRoutes.erase, { params: { id } }),
    onSuccess: (_, { id }) => {
      patchCachedItems<LeadRow>(client, LEAD_QUERIES, (row) => updateLeadRow(row, id, () => null));
      showToast({
        title: "Persoon gewist",
        description: "Alle gegevens zijn hier gewist; in Airtable gebeurt dat met de synchronisatie die nu start.",
      });
    },
    onError: showFailure,
    onSettled: refresh,
  });
  /** Resolves to whether the user confirmed. */
  const erase = async (): Promise<boolean> => {
    setIsReading(true);
    const others = await call(leadsRoutes.otherLeadsOfPerson, { params: { id: lead.id } }).catch(showFailure);
    setIsReading(false);
    // Without the list nobody knows what they would confirm. On another lead the question would come unexpected.
    if (!others || !isShown.current || shownId.current !== lead.id) return false;
    const confirmed = await confirm({
      title: `${lead.fullName || "Deze persoon"} definitief wissen`,
      text: <ErasedData others={others} />,
      confirmLabel: "Definitief wissen",
      tone: "destructive",
    });
    if (confirmed) mutate(lead);
    return confirmed;
  };
  return { erase, isReading };
}

/** At most this many are named; a person rarely has more than two. */
const MAX_NAMED = 8;

const ErasedData = ({ others }: { others: readonly LeadOfPerson[] }) => (
  <>
    De lead, de berichten en de meetings met deze persoon verdwijnen, hier en in Airtable. Synchronisatie en import
    brengen de persoon niet terug. Dit kan niet ongedaan worden gemaakt.
    {others.length > 0 && (
      // Lines instead of a list: the description of a dialog is a paragraph.
      <span className="wrap-break-word mt-3 block text-foreground">
        <span className="block font-medium">
          Ook {formatLeadCount(others.length)} van dezelfde persoon {others.length === 1 ? "wordt" : "worden"} gewist:
        </span>
        {others.slice(0, MAX_NAMED).map((lead) => (
          <span key={lead.id} className="block">
            {[leadName(lead), lead.company].filter(Boolean).join(" · ")}
            {lead.isDeleted && " (verwijderd)"}
          </span>
        ))}
        {others.length > MAX_NAMED && <span className="block">en nog {others.length - MAX_NAMED}</span>}
      </span>
    )}
  </>
);
