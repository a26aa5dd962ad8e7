import { lazy, Suspense, useState } from "react";
import { type Lead, leadsRoutes } from "#contract/leads.ts";
import { useAddressFilters } from "#lib/address-filters.ts";
import { recordId } from "#lib/address-readers.ts";
import { addressOf } from "#lib/api.ts";
import { CLASS_CHOICES } from "#lib/classification.ts";
import { ChoiceDialog } from "#ui/choice-dialog.tsx";
import { useFetchLater } from "#ui/fetch-later.ts";
import { Opening } from "#ui/opening.tsx";
import { ReportDialog } from "#ui/report-dialog.tsx";
import { useDialogSubject } from "#ui/use-dialog-subject.ts";
import { nameOf } from "./detail/lead-person.tsx";
import { useClassify, useDelete, useErase } from "./lead-changes.ts";
import { neighboursOf } from "./lead-walk.ts";

const loadPopup = () => import("./lead-popup.tsx");
const LeadPopup = lazy(async () => ({ default: (await loadPopup()).LeadPopup }));

/** Which lead is open stands in the address: it can be shared, and the back button closes it. */
const openLead = { lead: recordId };

/** The popup of a lead, its report and the choice of its class. `leads` is the list that the popup walks along. */
export function useLeadDialogs(leads: readonly Lead[], onEnd?: () => void) {
  const [{ lead: id }, setOpen] = useAddressFilters(openLead, { keepScroll: true });
  const open = (next: string | undefined, replace = false) => setOpen({ lead: next }, replace);
  const report = useDialogSubject<Lead>();
  const choice = useDialogSubject<Lead>();
  const { mutate: classify } = useClassify();
  useFetchLater(loadPopup);
  const remove = useDelete();
  const erase = useErase();
  const [gone, setGone] = useState<string>();

  const leave = (lead: Lead) => (agreed: boolean) => {
    if (!agreed) return;
    setGone(lead.id);
    if (lead.id === id) open(undefined, true);
  };
  const actions = {
    onOpen: (lead: Lead) => open(lead.id),
    onReport: report.show,
    onClassify: choice.show,
    onDelete: (lead: Lead) => void remove(lead).then(leave(lead)),
    onErase: (lead: Lead) => void erase(lead).then(leave(lead)),
  };
  const { previous, next } = neighboursOf(leads, id);
  const goTo = (to: string) => () => {
    open(to, true);
    if (to === leads.at(-1)?.id) onEnd?.();
  };
  const dialogs = (
    <>
      <Suspense fallback={<Opening />}>
        {id && id !== gone && (
          <LeadPopup
            id={id}
            known={leads.find((lead) => lead.id === id)}
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
          title={`Lead Rapport - ${nameOf(report.subject)}`}
          src={addressOf(leadsRoutes.report, { id: report.subject.id })}
        />
      )}
      {choice.subject && (
        <ChoiceDialog
          open={choice.open}
          onClose={choice.close}
          title="Classificatie wijzigen"
          description={nameOf(choice.subject)}
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
