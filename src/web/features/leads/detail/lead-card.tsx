import { PanelRightOpen } from "lucide-react";
import type { ReactNode } from "react";
import type { Lead } from "#contract/leads.ts";
import { Button } from "#ui/button/button.tsx";
import { Card } from "#ui/page/card.tsx";
import { type LeadActions, LeadBadges, LeadButtons } from "./lead-buttons.tsx";
import { LeadFacts, LeadPerson, LeadTexts, leadName } from "./lead-details.tsx";

type LeadCardProps = {
  lead: Lead;
  actions: LeadActions & { onOpen: (lead: Lead) => void };
  /** Extra content of a particular list. */
  children?: ReactNode;
};

/** A lead in a list of cards. LeadPopup shows the same, with the timeline. */
export const LeadCard = ({ lead, actions, children }: LeadCardProps) => (
  <article aria-label={leadName(lead)}>
    <Card className="flex flex-col gap-3 p-4">
      <LeadPerson lead={lead} heading="h2">
        <Button
          variant="ghost"
          size="icon"
          aria-label={`Details van ${leadName(lead)}`}
          onClick={() => actions.onOpen(lead)}
        >
          <PanelRightOpen />
        </Button>
      </LeadPerson>
      <LeadBadges lead={lead} actions={actions} />
      {children}
      <LeadTexts lead={lead} />
      <LeadFacts lead={lead} />
      <div className="-mx-4 -mb-4 flex flex-wrap items-center justify-between gap-2 border-t px-4 py-2.5">
        <LeadButtons lead={lead} actions={actions} />
      </div>
    </Card>
  </article>
);
