import { Link } from "@tanstack/react-router";
import { ChevronLeft, ChevronRight, SquareArrowOutUpRight } from "lucide-react";
import { Suspense } from "react";
import type { Lead } from "#contract/leads.ts";
import { QueryStates } from "#lib/lists/query-states.tsx";
import { Button } from "#ui/button/button.tsx";
import { Dialog, DialogContent, DialogFooter } from "#ui/dialog/dialog.tsx";
import { LinesSkeleton } from "#ui/feedback/loading.tsx";
import { lazyComponent } from "#ui/lazy-component.tsx";
import { useLead, usePredictedLeads } from "../leads.api.ts";
import { type LeadActions, LeadBadges, LeadButtons } from "./lead-buttons.tsx";
import { LeadFacts, LeadPerson, LeadTexts, leadName } from "./lead-details.tsx";
import { LeadPrivacy } from "./lead-privacy.tsx";
import { LeadTimeline } from "./lead-timeline.tsx";

// Only companies that use the built-in writer need it.
const LeadDrafts = lazyComponent(() => import("./lead-drafts.tsx"), "LeadDrafts");

type LeadPopupProps = {
  id: string;
  /** The lead from the list on screen; undefined when the URL names a lead that is not loaded. */
  loaded: Lead | undefined;
  previous: (() => void) | undefined;
  next: (() => void) | undefined;
  actions: LeadActions;
  onClose: () => void;
};

export function LeadPopup({ id, loaded, previous, next, actions, onClose }: LeadPopupProps) {
  const query = useLead(id, loaded === undefined);
  const [fetched] = usePredictedLeads(query.data ? [query.data] : []);
  const lead = loaded ?? fetched;
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={lead ? leadName(lead) : "Lead"}
        size="lg"
        // A fixed height: the popup is centred and would move when its data arrives.
        className="h-[88dvh] sm:h-[min(56rem,calc(100dvh-2rem))]"
      >
        <QueryStates
          query={{ ...query, data: lead }}
          errorTitle="De lead kon niet worden geladen"
          skeleton={<LinesSkeleton />}
        >
          {(shownLead) => <Details lead={shownLead} previous={previous} next={next} actions={actions} />}
        </QueryStates>
      </DialogContent>
    </Dialog>
  );
}

type DetailsProps = Pick<LeadPopupProps, "previous" | "next" | "actions"> & { lead: Lead };

const Details = ({ lead, previous, next, actions }: DetailsProps) => (
  <div className="flex min-h-full flex-col gap-4">
    <LeadPerson lead={lead} heading="h3" />
    <LeadBadges lead={lead} actions={actions} />
    <LeadTexts lead={lead} />
    <LeadFacts lead={lead} />
    <Suspense>
      <LeadDrafts lead={lead} />
    </Suspense>
    <LeadTimeline leadId={lead.id} />
    <LeadPrivacy lead={lead} actions={actions} />
    <DialogFooter className="mt-auto sm:justify-between">
      <div className="flex gap-2">
        <LeadButtons lead={lead} actions={actions} />
        <Button asChild variant="outline" size="sm">
          <Link to="/leads/$id" params={{ id: lead.id }} aria-label={`${leadName(lead)} openen`}>
            <SquareArrowOutUpRight />
            Openen
          </Link>
        </Button>
      </div>
      <PreviousNextButtons previous={previous} next={next} />
    </DialogFooter>
  </div>
);

const PreviousNextButtons = ({ previous, next }: Pick<LeadPopupProps, "previous" | "next">) => (
  <div className="flex gap-1">
    <Button variant="outline" size="icon" aria-label="Vorige lead" disabled={!previous} onClick={previous}>
      <ChevronLeft />
    </Button>
    <Button variant="outline" size="icon" aria-label="Volgende lead" disabled={!next} onClick={next}>
      <ChevronRight />
    </Button>
  </div>
);
