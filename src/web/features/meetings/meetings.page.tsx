import { Undo2 } from "lucide-react";
import { Suspense, useCallback } from "react";
import { MEETING_TABS } from "#contract/meeting-status.ts";
import type { MeetingStats } from "#contract/meetings.ts";
import { useDocumentTitle } from "#lib/browser/document-title.ts";
import { AccountManagerSelect, useManagerFilters } from "#lib/lists/manager-filter.tsx";
import { useDebouncedFilter, useUrlFilters } from "#lib/lists/url-filters.ts";
import type { SyncOptions } from "#lib/sync/airtable-sync.ts";
import { SyncButton } from "#lib/sync/sync-button.tsx";
import { Button } from "#ui/button/button.tsx";
import { cn } from "#ui/cn.ts";
import { Field } from "#ui/field/field.tsx";
import { SearchInput } from "#ui/field/input.tsx";
import { PageHeader } from "#ui/page/page-header.tsx";
import { FilterBar } from "#ui/table/filter-bar.tsx";
import { TranscriptButton } from "./meeting-buttons.tsx";
import {
  filtersForTab,
  hasSearch,
  type MeetingFilters,
  meetingFilters,
  NO_SEARCH,
  selectedTab,
} from "./meeting-filters.ts";
import { type ListTab, TABS, tabLabel } from "./meeting-labels.ts";
import { MeetingList } from "./meeting-list.tsx";
import { useMeetingShortcuts } from "./meeting-shortcuts.ts";
import { useMeetingStats, useMeetings, useOtherStatusCount, useOwners, useVisibleMeetings } from "./meetings.api.ts";

import { useMeetingActions } from "./use-meeting-actions.tsx";

const ALL_OWNERS = { value: "all", label: "Alle owners" };
const SEARCH_LABEL = "Zoek in verwerkte meetings...";

type MeetingSearchProps = {
  filters: MeetingFilters;
  onChange: (change: Partial<MeetingFilters>, replace?: boolean) => void;
};

/** Shown for processed meetings only. */
function MeetingSearch({ filters, onChange }: MeetingSearchProps) {
  const owners = useOwners(true).data ?? [];
  const search = useCallback((text: string) => onChange({ zoek: text || undefined }, true), [onChange]);
  const [inputText, setInputText] = useDebouncedFilter(filters.zoek ?? "", search);
  return (
    <FilterBar
      activeCount={filters.owner ? 1 : 0}
      className="max-sm:w-full"
      search={
        <Field label={SEARCH_LABEL} labelHidden className="sm:w-80">
          <SearchInput placeholder={SEARCH_LABEL} maxLength={200} value={inputText} onValueChange={setInputText} />
        </Field>
      }
      onClear={
        hasSearch(filters)
          ? () => {
              setInputText("");
              onChange(NO_SEARCH);
            }
          : undefined
      }
    >
      <Field label="Owner" labelHidden>
        <AccountManagerSelect
          names={owners}
          value={filters.owner}
          onValueChange={(owner) => onChange({ owner })}
          all={ALL_OWNERS}
        />
      </Field>
    </FilterBar>
  );
}

type MeetingTabsProps = { stats: MeetingStats | undefined; selected: ListTab; onSelect: (tab: ListTab) => void };

/** The tabs, with the number of meetings in each. */
const MeetingTabs = ({ stats, selected, onSelect }: MeetingTabsProps) => (
  <fieldset
    aria-label="Meetings per status"
    // On a phone one row, which scrolls to the edges of the window.
    className="scrollbar-none flex min-w-0 gap-2 max-sm:-mx-4 max-sm:overflow-x-auto max-sm:px-4 max-sm:py-1 sm:grid sm:grid-cols-3 lg:grid-cols-5"
  >
    {MEETING_TABS.map((tab) => {
      const { label, icon: Icon } = TABS[tab];
      return (
        <button
          key={tab}
          type="button"
          aria-pressed={tab === selected}
          onClick={() => onSelect(tab)}
          className={cn(
            "flex min-w-0 cursor-pointer items-center gap-3 rounded-md max-sm:shrink-0 border bg-card px-3 py-1.5 text-left shadow-xs hover:bg-accent sm:py-2.5",
            "aria-pressed:border-primary aria-pressed:bg-info-soft",
          )}
        >
          <Icon
            aria-hidden
            className={cn("size-5 shrink-0 text-muted-foreground max-sm:hidden", tab === selected && "text-info")}
          />
          <span className="flex min-w-0 flex-row-reverse items-baseline gap-x-1.5 sm:flex-col-reverse sm:items-stretch">
            <span className="truncate text-[0.8125rem] text-muted-foreground">{label}</span>
            <span className="font-semibold tabular-nums leading-6 sm:text-lg">
              {stats ? stats[tab].toLocaleString("nl-NL") : "–"}
            </span>
          </span>
        </button>
      );
    })}
  </fieldset>
);

const SYNC_FAILED = { title: "Fout", description: "Kon de meetings niet verversen. Probeer het opnieuw." };

const SYNC_OPTIONS: SyncOptions = {
  tables: ["meetings"],
  done: { title: "Data ververst", description: "Alle meeting gegevens zijn bijgewerkt vanuit Airtable." },
  unreachable: SYNC_FAILED,
  failed: SYNC_FAILED,
  busyAfterEndMs: 500,
};

export function MeetingsPage() {
  useDocumentTitle("Meetings");
  const [filters, setFilters] = useManagerFilters(meetingFilters, "owner");
  // Another tab ends the search, but the choice of "Mijn" stays.
  const [, setUrlFilters] = useUrlFilters(meetingFilters);
  const tab = selectedTab(filters);
  const list = useMeetings(filters);
  const meetings = useVisibleMeetings(list.items);
  const stats = useMeetingStats().data;
  const otherStatusCount = useOtherStatusCount();
  const { onCommand, dialogs, undo, isPending } = useMeetingActions(meetings);
  useMeetingShortcuts(meetings, onCommand);
  const isSearching = hasSearch(filters);
  return (
    <>
      <PageHeader
        actionsBelow
        title="Meetings"
        description="Beheer de meetings die verwerkt moeten worden."
        actions={
          <>
            {undo && (
              <Button variant="outline" busy={isPending} title={undo.meetingName} onClick={undo.run}>
                <Undo2 />
                Ongedaan maken <span className="max-w-40 truncate max-sm:sr-only">“{undo.meetingName}”</span>
              </Button>
            )}
            <Suspense>
              <TranscriptButton />
            </Suspense>
            <SyncButton label="Ververs data" sync={SYNC_OPTIONS} />
          </>
        }
      />
      <div className="flex w-full max-w-7xl flex-col gap-4 px-4 py-4 sm:px-6">
        <MeetingTabs stats={stats} selected={tab} onSelect={(next) => setUrlFilters(filtersForTab(next))} />
        {otherStatusCount > 0 && (
          <OtherMeetings count={otherStatusCount} onOpen={() => setUrlFilters(filtersForTab("other"))} />
        )}
        <section aria-labelledby="meeting-list" className="flex flex-col gap-3">
          <div className="flex flex-wrap items-end justify-between gap-3">
            <h2 id="meeting-list" className="flex items-baseline gap-2 font-semibold text-base">
              {tabLabel(tab)}
              <span role="status" className="font-normal text-muted-foreground text-sm tabular-nums">
                {list.query.data && !list.query.isPlaceholderData
                  ? list.total.toLocaleString("nl-NL")
                  : list.query.error === null && "Meetings laden..."}
              </span>
            </h2>
            {tab === "processed" && <MeetingSearch filters={filters} onChange={setFilters} />}
          </div>
          <MeetingList
            tab={tab}
            list={{ ...list, items: meetings }}
            onClearFilters={isSearching ? () => setFilters(NO_SEARCH) : undefined}
            onOpenTab={(next) => setUrlFilters(filtersForTab(next))}
            onCommand={onCommand}
          />
        </section>
      </div>
      {dialogs}
    </>
  );
}

/** Companies can add their own statuses in Airtable. Meetings with such a status have no tab but must stay reachable. */
const OtherMeetings = ({ count, onOpen }: { count: number; onOpen: () => void }) => (
  <p className="flex flex-wrap items-center gap-x-3 text-muted-foreground text-sm">
    {count === 1 ? "1 meeting heeft" : `${count.toLocaleString("nl-NL")} meetings hebben`} in Airtable een andere
    status.
    <Button variant="link" onClick={onOpen}>
      Bekijken
    </Button>
  </p>
);
