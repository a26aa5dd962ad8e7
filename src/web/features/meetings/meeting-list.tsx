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
  onCommand: OnMeetingCommand;
};

/** Estimated height; cards are measured once rendered. */
const CARD_HEIGHT = 380;

export function MeetingList({ tab, list, onClearFilters, onCommand }: MeetingListProps) {
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
      empty={<NoMeetings tab={tab} onClearFilters={onClearFilters} />}
      errorTitle="De meetings konden niet worden geladen"
      nextPageError="De volgende meetings konden niet worden geladen."
    />
  );
}

const NoMeetings = ({ tab, onClearFilters }: Pick<MeetingListProps, "tab" | "onClearFilters">) => (
  <Empty
    icon={CalendarDays}
    title="Geen meetings gevonden"
    text={
      onClearFilters
        ? `Met deze filters is er geen meeting met de status “${tabStatus(tab)}”.`
        : `Er zijn geen meetings met de status “${tabStatus(tab)}”.`
    }
    action={
      onClearFilters && (
        <Button variant="outline" size="sm" onClick={onClearFilters}>
          Wis Filters
        </Button>
      )
    }
  />
);

const MeetingSkeletons = () => (
  <div role="status" aria-busy className="flex flex-col gap-3">
    <p className="text-muted-foreground text-sm">Meetings laden...</p>
    {[1, 2, 3].map((card) => (
      <div key={card} className="flex flex-col gap-3 rounded-md border bg-card p-4 shadow-xs">
        <div className="flex justify-between gap-4">
          <Skeleton className="h-5 w-64 max-w-full" />
          <Skeleton className="h-5 w-32" />
        </div>
        <Skeleton className="h-3 w-72 max-w-full" />
        <Skeleton className="w-11/12" />
        <div className="grid gap-2 md:grid-cols-3">
          <Skeleton className="h-24" />
          <Skeleton className="h-24 max-md:hidden" />
          <Skeleton className="h-24 max-md:hidden" />
        </div>
      </div>
    ))}
  </div>
);
