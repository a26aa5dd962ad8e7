import { PanelRightOpen } from "lucide-react";
import type { ReactNode } from "react";
import type { Lead } from "#contract/leads.ts";
import { ListContent, type ListContentProps } from "#lib/lists/list-page.tsx";
import { Button } from "#ui/button/button.tsx";
import { PersonSkeleton, Skeleton, SkeletonGroup } from "#ui/feedback/loading.tsx";
import { Card } from "#ui/page/card.tsx";
import type { LeadRow } from "../leads.api.ts";
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

const SKELETON_KEYS = ["first", "second", "third"];

const LeadCardSkeletons = () => (
  <SkeletonGroup label="Leads laden..." className="flex flex-col gap-3">
    {SKELETON_KEYS.map((card) => (
      <div key={card} className="flex flex-col gap-3 rounded-md border bg-card p-4 shadow-xs">
        <PersonSkeleton />
        <Skeleton className="w-56" />
        <Skeleton className="h-14" />
        <div className="grid grid-cols-3 gap-3">
          <Skeleton className="h-8" />
          <Skeleton className="h-8" />
          <Skeleton className="h-8" />
        </div>
      </div>
    ))}
  </SkeletonGroup>
);

type LeadCardListProps<Row> = Pick<ListContentProps<Row>, "label" | "list" | "empty" | "total"> & {
  children: (row: Row) => ReactNode;
};

/** Estimated height; cards are measured once rendered. */
const CARD_HEIGHT = 430;

export const LeadCardList = <Row extends LeadRow>({ children, ...content }: LeadCardListProps<Row>) => (
  <div className="mx-auto w-full max-w-3xl px-3 py-4 sm:px-6">
    <ListContent
      {...content}
      rows={{ card: children, cardHeight: CARD_HEIGHT }}
      skeleton={<LeadCardSkeletons />}
      errorTitle="De leads konden niet worden geladen"
      nextPageError="De volgende leads konden niet worden geladen."
    />
  </div>
);
