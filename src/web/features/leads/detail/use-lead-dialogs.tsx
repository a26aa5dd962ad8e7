import { Suspense, useState } from "react";
import { type Lead, leadsRoutes } from "#contract/leads.ts";
import { urlOf } from "#lib/api/api.ts";
import { CLASS_CHOICES } from "#lib/labels/classification.ts";
import { recordId, useUrlFilters } from "#lib/lists/url-filters.ts";
import { ChoiceDialog } from "#ui/dialog/choice-dialog.tsx";
import { useDialogSubject } from "#ui/dialog/dialog.tsx";
import { ReportDialog } from "#ui/dialog/report-dialog.tsx";
import { KeyboardHold, lazyComponent, usePreload } from "#ui/lazy-component.tsx";
import { useClassifyLead, useDeleteLead, useEraseLead } from "../lead-mutations.ts";
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
const openLeadFilter = { lead: recordId };

/** Popup, report and classification dialog of a lead. The popup's previous and next buttons follow `leads`. */
export function useLeadDialogs(leads: readonly Lead[], onLastReached?: () => void) {
  const [{ lead: id }, setOpen] = useUrlFilters(openLeadFilter, { keepScroll: true });
  const open = (next: string | undefined, replace = false) => setOpen({ lead: next }, replace);
  const report = useDialogSubject<Lead>();
  const choice = useDialogSubject<Lead>();
  const { mutate: classify } = useClassifyLead();
  usePreload(LeadPopup.preload);
  const remove = useDeleteLead();
  const erase = useEraseLead();
  const [removedId, setRemovedId] = useState<string>();

  const closeIfConfirmed = (lead: Lead) => (confirmed: boolean) => {
    if (!confirmed) return;
    setRemovedId(lead.id);
    if (lead.id === id) open(undefined, true);
  };
  const actions = {
    onOpen: (lead: Lead) => open(lead.id),
    onReport: report.show,
    onClassify: choice.show,
    onDelete: (lead: Lead) => void remove(lead).then(closeIfConfirmed(lead)),
    onErase: (lead: Lead) => void erase(lead).then(closeIfConfirmed(lead)),
  };
  const { previous, next } = adjacentIds(leads, id);
  const goTo = (to: string) => () => {
    open(to, true);
    if (to === leads.at(-1)?.id) onLastReached?.();
  };
  const dialogs = (
    <>
      <Suspense fallback={<KeyboardHold />}>
        {id && id !== removedId && (
          <LeadPopup
            id={id}
            loaded={leads.find((lead) => lead.id === id)}
            previous={previous ? goTo(previous) : undefined}
            next={next ? goTo(next) : undefined}
            actions={actions}
            onClose={() => open(undefined)}
          />
        )}
      </Suspense>
      {report.subject && (
        <ReportDialog
          open={report.open}
          onClose={report.close}
          title={`Lead Rapport - ${leadName(report.subject)}`}
          src={urlOf(leadsRoutes.report, { id: report.subject.id })}
        />
      )}
      {choice.subject && (
        <ChoiceDialog
          open={choice.open}
          onClose={choice.close}
          title="Classificatie wijzigen"
          description={leadName(choice.subject)}
          choices={CLASS_CHOICES}
          value={choice.subject.leadClassification === "DELETED" ? null : choice.subject.leadClassification}
          onChoose={(classification) => {
            if (choice.subject) classify({ lead: choice.subject, classification });
            choice.close();
          }}
        />
      )}
    </>
  );
  return { actions, dialogs };
}
