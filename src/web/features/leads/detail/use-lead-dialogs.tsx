import { Suspense, useState } from "react";
import { type Lead, leadsRoutes } from "#contract/leads.ts";
import { urlOf } from "#lib/api/api.ts";
import { CLASS_CHOICES } from "#lib/labels/classification.ts";
import { idFilter, useUrlFilters } from "#lib/lists/url-filters.ts";
import { ChoiceDialog } from "#ui/dialog/choice-dialog.tsx";
import { useDialogSubject } from "#ui/dialog/dialog.tsx";
import { ReportDialog } from "#ui/dialog/report-dialog.tsx";
import { lazyComponent, ShortcutBlocker, usePreload } from "#ui/lazy-component.tsx";
import { useClassifyLead, useDeleteLead, useEraseLead } from "../leads.api.ts";
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

const LeadPopup = lazyComponent(() => import("./lead-popup.tsx"), "LeadPopup");

/** The open lead is in the URL: it can be shared, and the back button closes it. */
const openLeadFilter = { lead: idFilter };

/** Popup, report and classification dialog of a lead. The popup's previous and next buttons follow `leads`. */
export function useLeadDialogs(leads: readonly Lead[], onLastReached?: () => void) {
  const [{ lead: id }, setUrlFilters] = useUrlFilters(openLeadFilter, { keepScroll: true });
  const setOpenLead = (next: string | undefined, replace = false) => setUrlFilters({ lead: next }, replace);
  const reportDialog = useDialogSubject<Lead>();
  const classifyDialog = useDialogSubject<Lead>();
  const { mutate: classify } = useClassifyLead();
  usePreload(LeadPopup.preload);
  const remove = useDeleteLead();
  const erase = useEraseLead();
  const [removedId, setRemovedId] = useState<string>();

  const closeIfConfirmed = (lead: Lead) => (confirmed: boolean) => {
    if (!confirmed) return;
    setRemovedId(lead.id);
    if (lead.id === id) setOpenLead(undefined, true);
  };
  const actions = {
    onOpen: (lead: Lead) => setOpenLead(lead.id),
    onReport: reportDialog.show,
    onClassify: classifyDialog.show,
    onDelete: (lead: Lead) => void remove(lead).then(closeIfConfirmed(lead)),
    onErase: (lead: Lead) => void erase(lead).then(closeIfConfirmed(lead)),
  };
  const { previous, next } = adjacentIds(leads, id);
  const goTo = (to: string) => () => {
    setOpenLead(to, true);
    if (to === leads.at(-1)?.id) onLastReached?.();
  };
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
          title="Classificatie wijzigen"
          description={leadName(classifyDialog.subject)}
          choices={CLASS_CHOICES}
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
