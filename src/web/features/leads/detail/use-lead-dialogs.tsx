import { Suspense, useEffect, useState } from "react";
import { type Lead, leadsRoutes } from "#contract/leads.ts";
import { urlOf } from "#lib/api/api.ts";
import { CLASSIFICATION_CHOICES } from "#lib/labels/classification.ts";
import { idFilter, useUrlFilters } from "#lib/lists/url-filters.ts";
import { ChoiceDialog } from "#ui/dialog/choice-dialog.tsx";
import { useDialogSubject } from "#ui/dialog/dialog.tsx";
import { ReportDialog } from "#ui/dialog/report-dialog.tsx";
import { lazyComponent, ShortcutBlocker, usePreload } from "#ui/lazy-component.tsx";
import { useClassifyLead, useDeleteLead } from "../leads.api.ts";
import { leadName } from "./lead-details.tsx";

type ListItem = { id: string };

/** The ids before and after an id in a list. A list of invitations may contain a lead twice. */
export const adjacentIds = (
  leads: readonly ListItem[],
  id: string | undefined,
): { previous?: string; next?: string } => {
  // Usually no lead is open; do not walk a long list for nothing.
  if (id === undefined) return {};
  const ids = [...new Set(leads.map((lead) => lead.id))];
  const index = ids.indexOf(id);
  if (index < 0) return {};
  const [previous, next] = [ids[index - 1], ids[index + 1]];
  return { ...(previous ? { previous } : {}), ...(next ? { next } : {}) };
};

/** As `adjacentIds`. An open lead that has left the list, for example by its new class, keeps the neighbours that it had. */
function useAdjacentIds(leads: readonly ListItem[], id: string | undefined) {
  const [last, setLast] = useState<{ id: string; previous?: string; next?: string }>();
  const isListed = id !== undefined && leads.some((lead) => lead.id === id);
  if (!isListed) return last && last.id === id ? last : {};
  const adjacent = adjacentIds(leads, id);
  if (last?.id !== id || last.previous !== adjacent.previous || last.next !== adjacent.next)
    setLast({ id, ...adjacent });
  return adjacent;
}

const LeadPopup = lazyComponent(() => import("./lead-popup.tsx"), "LeadPopup");

/** The open lead is in the URL: it can be shared, and the back button closes it. */
const openLeadFilter = { lead: idFilter };

/** The actions on a lead, with the report and the classification dialog. `onRemoved`: the user deleted or erased the lead. */
export function useLeadActions(onRemoved: (lead: Lead) => void) {
  const reportDialog = useDialogSubject<Lead>();
  const classifyDialog = useDialogSubject<Lead>();
  const { mutate: classify } = useClassifyLead();
  const remove = useDeleteLead();
  const notifyIfConfirmed = (lead: Lead) => (confirmed: boolean) => {
    if (confirmed) onRemoved(lead);
  };
  const actions = {
    onReport: reportDialog.show,
    onClassify: classifyDialog.show,
    onDelete: (lead: Lead) => void remove(lead).then(notifyIfConfirmed(lead)),
    onErased: onRemoved,
  };
  const dialogs = (
    <>
      {reportDialog.subject && (
        <ReportDialog
          open={reportDialog.open}
          onClose={reportDialog.close}
          title={`Lead Rapport - ${leadName(reportDialog.subject)}`}
          src={urlOf(leadsRoutes.report, { id: reportDialog.subject.id })}
        />
      )}
      {classifyDialog.subject && (
        <ChoiceDialog
          open={classifyDialog.open}
          onClose={classifyDialog.close}
          beside="[data-key=c]"
          title="Classificatie wijzigen"
          description={leadName(classifyDialog.subject)}
          choices={CLASSIFICATION_CHOICES}
          value={
            classifyDialog.subject.leadClassification === "DELETED" ? null : classifyDialog.subject.leadClassification
          }
          onChoose={(classification) => {
            if (classifyDialog.subject) classify({ lead: classifyDialog.subject, classification });
            classifyDialog.close();
          }}
        />
      )}
    </>
  );
  return { actions, dialogs };
}

/** The popup of a lead, and the dialogs of its actions. The popup's previous and next buttons follow `leads`. */
export function useLeadDialogs(leads: readonly Lead[], onLastReached?: () => void) {
  const [{ lead: id }, setUrlFilters] = useUrlFilters(openLeadFilter, { keepScroll: true });
  const [removedId, setRemovedId] = useState<string>();
  const setOpenLead = (next: string | undefined, replace = false) => {
    // The removed lead may be opened again: its deletion was undone or refused.
    if (next) setRemovedId(undefined);
    setUrlFilters({ lead: next }, replace);
  };
  const { actions: leadActions, dialogs: actionDialogs } = useLeadActions((lead) => {
    setRemovedId(lead.id);
    if (lead.id === id) setOpenLead(undefined, true);
  });
  usePreload(LeadPopup.preload);
  const actions = { ...leadActions, onOpen: (lead: Lead) => setOpenLead(lead.id) };
  const { previous, next } = useAdjacentIds(leads, id);
  const isLast = id !== undefined && id === leads.at(-1)?.id;
  // At each render: while the list is being fetched it cannot load more.
  useEffect(() => {
    if (isLast) onLastReached?.();
  });
  const goTo = (to: string) => () => setOpenLead(to, true);
  const dialogs = (
    <>
      <Suspense fallback={<ShortcutBlocker />}>
        {id && id !== removedId && (
          <LeadPopup
            id={id}
            loaded={leads.find((lead) => lead.id === id)}
            previous={previous ? goTo(previous) : undefined}
            next={next ? goTo(next) : undefined}
            actions={actions}
            onClose={() => setOpenLead(undefined)}
          />
        )}
      </Suspense>
      {actionDialogs}
    </>
  );
  return { actions, dialogs };
}
