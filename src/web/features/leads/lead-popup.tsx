import { ChevronLeft, ChevronRight } from "lucide-react";
import type { Lead } from "#contract/leads.ts";
import { Loaded } from "#lib/loaded.tsx";
import { Button } from "#ui/button.tsx";
import { DialogContent, DialogFooter } from "#ui/dialog.tsx";
import { Dialog } from "#ui/dialog-state.tsx";
import { LinesSkeleton } from "#ui/lines-skeleton.tsx";
import { type LeadActions, LeadButtons, LeadStanding } from "./detail/lead-actions.tsx";
import { LeadFacts } from "./detail/lead-facts.tsx";
import { LeadPerson, nameOf } from "./detail/lead-person.tsx";
import { LeadPrivacy } from "./detail/lead-privacy.tsx";
import { LeadTexts } from "./detail/lead-texts.tsx";
import { LeadTimeline } from "./detail/lead-timeline.tsx";
import { useLead } from "./leads.api.ts";

type LeadPopupProps = {
  id: string;
  /** As the list has it; one that an address names may be further down. */
  known: Lead | undefined;
  previous: (() => void) | undefined;
  next: (() => void) | undefined;
  actions: LeadActions;
  onClose: () => void;
};

/** Everything about one lead. */
export function LeadPopup({ id, known, previous, next, actions, onClose }: LeadPopupProps) {
  const read = useLead(id, known === undefined);
  const query = known ? { ...read, data: known } : read;
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={query.data ? nameOf(query.data) : "Lead"} size="lg">
        <Loaded query={query} problem="De lead kon niet worden geladen" skeleton={<LinesSkeleton />}>
          {(lead) => <Details lead={lead} previous={previous} next={next} actions={actions} />}
        </Loaded>
      </DialogContent>
    </Dialog>
  );
}

type DetailsProps = Pick<LeadPopupProps, "previous" | "next" | "actions"> & { lead: Lead };

const Details = ({ lead, previous, next, actions }: DetailsProps) => (
  <div className="flex flex-col gap-4">
    <LeadPerson lead={lead} heading="h3" />
    <LeadStanding lead={lead} actions={actions} />
    <LeadTexts lead={lead} />
    <LeadFacts lead={lead} />
    <LeadTimeline leadId={lead.id} />
    <LeadPrivacy lead={lead} actions={actions} />
    <DialogFooter className="sm:justify-between">
      <div className="flex gap-2">
        <LeadButtons lead={lead} actions={actions} />
      </div>
      <Walk previous={previous} next={next} />
    </DialogFooter>
  </div>
);

/** To the lead above and below it in the list. */
const Walk = ({ previous, next }: Pick<LeadPopupProps, "previous" | "next">) => (
  <div className="flex gap-1">
    <Button variant="outline" size="icon" aria-label="Vorige lead" disabled={!previous} onClick={previous}>
      <ChevronLeft />
    </Button>
    <Button variant="outline" size="icon" aria-label="Volgende lead" disabled={!next} onClick={next}>
      <ChevronRight />
    </Button>
  </div>
);
