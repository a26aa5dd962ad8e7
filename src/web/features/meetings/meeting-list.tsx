import { CalendarDays } from "lucide-react";
import { meetingTab } from "#contract/meeting-status.ts";
import type { Meeting } from "#contract/meetings.ts";
import { ListContent, type ListSource } from "#lib/lists/list-page.tsx";
import { Button } from "#ui/button/button.tsx";
import { Empty } from "#ui/feedback/empty.tsx";
import { Skeleton } from "#ui/feedback/loading.tsx";
import type { OnMeetingCommand } from "./meeting-buttons.tsx";
import { MeetingCard } from "./meeting-card.tsx";
import { type ListTab, tabLabel, tabStatus } from "./meeting-labels.ts";

type MeetingListProps = {
  tab: ListTab;
  list: ListSource<Meeting> & { total: number };
  /** Clears the search; undefined if there is none. */
  onClearFilters: (() => void) | undefined;
  onOpenTab: (tab: ListTab) => void;
  onCommand: OnMeetingCommand;
};

const NEW_MEETINGS = " Nieuwe meetings komen uit Airtable; met Ververs data haal je ze nu op.";

/** Estimated height; cards are measured once rendered. */
const CARD_HEIGHT = 380;

export function MeetingList({ tab, list, onClearFilters, onOpenTab, onCommand }: MeetingListProps) {
  // While another tab loads, the previous list is kept as placeholder, but it does not belong under this heading.
  const isOtherTab = list.query.isPlaceholderData && list.items.some(({ status }) => meetingTab(status) !== tab);
  if (isOtherTab) return <MeetingSkeletons />;
  return (
    <ListContent
      label={tabLabel(tab)}
      list={list}
      rows={{
        card: (meeting) => <MeetingCard meeting={meeting} onCommand={onCommand} />,
        cardHeight: CARD_HEIGHT,
      }}
      total={list.total}
      skeleton={<MeetingSkeletons />}
      empty={<NoMeetings tab={tab} onClearFilters={onClearFilters} onOpenTab={onOpenTab} />}
      errorTitle="De meetings konden niet worden geladen"
      nextPageError="De volgende meetings konden niet worden geladen."
    />
  );
}

type NoMeetingsProps = Pick<MeetingListProps, "tab" | "onClearFilters" | "onOpenTab">;

const NoMeetings = ({ tab, onClearFilters, onOpenTab }: NoMeetingsProps) => (
  <Empty
    icon={CalendarDays}
    title="Geen meetings gevonden"
    text={
      onClearFilters
        ? `Met deze filters is er geen meeting met de status “${tabStatus(tab)}”.`
        : `Er zijn geen meetings met de status “${tabStatus(tab)}”.${tab === "new" ? NEW_MEETINGS : ""}`
    }
    action={
      onClearFilters ? (
        <Button variant="outline" size="sm" onClick={onClearFilters}>
          Wis Filters
        </Button>
      ) : (
        <Button variant="outline" size="sm" onClick={() => onOpenTab(tab === "new" ? "processed" : "new")}>
          {tab === "new" ? "Verwerkte meetings bekijken" : "Nieuwe meetings bekijken"}
        </Button>
      )
    }
  />
);

/** As high as most cards: title, facts, summary, blocks, lead, tasks and buttons. On a phone the blocks are folded. */
const MeetingSkeletons = () => (
  <div aria-busy className="flex flex-col gap-3">
    {[1, 2, 3].map((card) => (
      <div
        key={card}
        data-skeleton-card
        className="flex h-95 flex-col gap-4 rounded-md border bg-card px-4 pt-4 shadow-xs"
      >
        <div className="flex justify-between gap-4 max-md:flex-col max-md:gap-3">
          <Skeleton className="h-6 w-64 max-w-full" />
          <Skeleton className="h-5 w-32" />
        </div>
        <Skeleton className="w-72 max-w-full" />
        <Skeleton className="w-11/12" />
        <div className="grid gap-2 md:grid-cols-3">
          <Skeleton className="h-29 max-md:h-20" />
          <Skeleton className="h-29 max-md:hidden" />
          <Skeleton className="h-29 max-md:hidden" />
        </div>
        <Skeleton className="w-40" />
        <Skeleton className="w-20" />
        <div className="-mx-4 mt-auto flex h-13 shrink-0 items-center gap-2 border-t px-4">
          <Skeleton className="h-8 w-28" />
          <Skeleton className="h-8 w-24 md:ml-auto" />
          <Skeleton className="h-8 w-64 max-md:hidden" />
        </div>
      </div>
    ))}
  </div>
);
