import { Undo2 } from "lucide-react";
import { useAddressFilters } from "#lib/address-filters.ts";
import { useDocumentTitle } from "#lib/document-title.ts";
import { SyncButton } from "#lib/sync-button.tsx";
import { Button } from "#ui/button.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { useShownMeetings } from "./meeting-changes.ts";
import { filtersFor, hasSearch, meetingFilters, NO_SEARCH, tabOf } from "./meeting-filters.ts";
import { tabLabel } from "./meeting-labels.ts";
import { MeetingList } from "./meeting-list.tsx";
import { MeetingSearch } from "./meeting-search.tsx";
import { MeetingTiles } from "./meeting-tiles.tsx";
import { useMeetingStats, useMeetings, useOtherTotal } from "./meetings.api.ts";
import { REFRESH } from "./refresh.ts";
import { useMeetingActions } from "./use-meeting-actions.tsx";

export function MeetingsPage() {
  useDocumentTitle("Meetings");
  const [filters, setFilters] = useAddressFilters(meetingFilters);
  const tab = tabOf(filters);
  const list = useMeetings(filters);
  const meetings = useShownMeetings(list.items);
  const stats = useMeetingStats().data;
  const others = useOtherTotal();
  const { onIntent, dialogs, undo, isPending } = useMeetingActions(meetings);
  const searched = hasSearch(filters);
  return (
    <>
      <PageHeader
        title="Meetings"
        description="Beheer de meetings die verwerkt moeten worden."
        actions={
          <>
            {undo && (
              <Button variant="outline" busy={isPending} onClick={undo}>
                <Undo2 />
                Ongedaan maken
              </Button>
            )}
            <SyncButton label="Ververs data" sync={REFRESH} />
          </>
        }
      />
      <div className="mx-auto flex w-full max-w-6xl flex-col gap-4 px-3 py-4 sm:px-6">
        <MeetingTiles stats={stats} chosen={tab} onChoose={(next) => setFilters(filtersFor(next))} />
        {(others > 0 || tab === "other") && (
          <OtherMeetings count={others} onOpen={() => setFilters(filtersFor("other"))} />
        )}
        <section aria-labelledby="lijst" className="flex flex-col gap-3">
          <div className="flex flex-wrap items-end justify-between gap-3">
            <h2 id="lijst" className="flex items-baseline gap-2 font-semibold text-base">
              {tabLabel(tab)}
              <span role="status" className="font-normal text-muted-foreground text-sm tabular-nums">
                {list.query.data && !list.query.isPlaceholderData && list.total.toLocaleString("nl-NL")}
              </span>
            </h2>
            {tab === "processed" && <MeetingSearch filters={filters} onChange={setFilters} />}
          </div>
          <MeetingList
            tab={tab}
            list={list}
            meetings={meetings}
            onClear={searched ? () => setFilters(NO_SEARCH) : undefined}
            onIntent={onIntent}
          />
        </section>
      </div>
      {dialogs}
    </>
  );
}

/** A status that somebody made up in Airtable belongs under no tile; what has it must not get lost. */
const OtherMeetings = ({ count, onOpen }: { count: number; onOpen: () => void }) => (
  <p className="flex flex-wrap items-center gap-x-3 text-muted-foreground text-sm">
    {count === 1 ? "1 meeting heeft" : `${count.toLocaleString("nl-NL")} meetings hebben`} in Airtable een andere
    status.
    <Button variant="link" onClick={onOpen}>
      Bekijken
    </Button>
  </p>
);
