import { type ComponentProps, type ReactNode, Suspense, useRef, useState } from "react";
import type { MessageType } from "#contract/messages.ts";
import { useToday } from "#lib/dates/dates.ts";
import { useManagerFilters } from "#lib/lists/manager-filter.tsx";
import { useUrlFilters } from "#lib/lists/url-filters.ts";
import { SYNC_FAILURES, type SyncOptions } from "#lib/sync/airtable-sync.ts";
import { SyncButton } from "#lib/sync/sync-button.tsx";
import { cn } from "#ui/cn.ts";
import { lazyComponent, ShortcutBlocker, usePreload } from "#ui/lazy-component.tsx";
import { PageHeader } from "#ui/page/page-header.tsx";
import { useIsPhone, useMediaQuery } from "#ui/use-media-query.ts";
import { useVisibleMessages } from "./actions/use-message-actions.ts";
import { useReviewNavigation } from "./actions/use-review-navigation.ts";
import { useSelection } from "./actions/use-selection.ts";
import { BoardBody } from "./board-body.tsx";
import {
  clearedFilters,
  hasFilters,
  MessageFilterBar,
  type MessageFilters,
  messageFilters,
  NO_FILTERS,
  requestFilter,
} from "./message-filters.tsx";
import { useFlows, useGroupCounts, useMessageList, useUnfilteredTotal } from "./messages.api.ts";
import { groupOf, groupRows, useGroupChoice } from "./review-groups.ts";

const SYNC_OPTIONS: Record<MessageType, SyncOptions> = {
  icebreaker: { ...SYNC_FAILURES, done: { title: "Sync Voltooid" } },
  followup: { ...SYNC_FAILURES, done: { title: "Synchronisatie Voltooid" } },
};

// Beside the title: it is not needed to read the first message.
const ReviewProgress = lazyComponent(() => import("./review-progress.tsx"), "ReviewProgress");
const SelectionBar = lazyComponent(() => import("./actions/bulk-actions.tsx"), "SelectionBar");
const RequestDraftsDialog = lazyComponent(() => import("./request-drafts.tsx"), "RequestDraftsDialog");
const ReviewDialogs = lazyComponent(() => import("./dialogs/review-dialogs.tsx"), "ReviewDialogs");
// In the file of the actions: the toast of a failed action links to its message.
const RequestedCard = lazyComponent(() => import("./actions/perform-action.ts"), "RequestedCard");

/** What a click or a key opens. */
const preloadOpened = () =>
  Promise.all([
    ReviewDialogs.preload(),
    import("./actions/perform-action.ts"),
    import("./card/card-menu-items.tsx"),
    import("./card/due-date-form.tsx"),
  ]);

/** Whether there is room for three panes. */
const useIsWide = (): boolean => useMediaQuery("(min-width: 75rem)");

const NO_FLOWS: string[] = [];

export type ReviewPageProps = {
  /** The lead beside the message, in a wide window. */
  renderLead?: (leadId: string) => ReactNode;
};

/** The messages of the screen in their groups, and the totals. */
function useGroupedMessages(type: MessageType, filters: MessageFilters) {
  const groups = useGroupChoice();
  const today = useToday();
  const list = useMessageList(type, filters, groups.expanded);
  const counts = useGroupCounts(type, filters);
  const unfilteredTotal = useUnfilteredTotal(type, filters);
  const visible = useVisibleMessages(list.items);
  const grouped = groupRows({ loaded: list.items, messages: visible, counts, ...groups, today });
  const isFiltered = hasFilters(filters);
  const isOpenKnown = counts !== undefined || groups.expanded.includes("open");
  return {
    groups,
    list,
    counts,
    grouped,
    first: grouped.messages.find((message) => groupOf(message, today) === (groups.only ?? "open")),
    total: isFiltered ? unfilteredTotal : grouped.matching,
    isFiltered,
    isDone: isOpenKnown && grouped.countOf("open") === 0 && !isFiltered && !groups.only,
  };
}

type BoardHeaderProps = {
  type: MessageType;
  title: string;
  /** Undefined while loading. */
  count: number | undefined;
  decided: number;
  open: number;
  filterBar: ComponentProps<typeof MessageFilterBar>;
};

const BoardHeader = ({ type, title, count, decided, open, filterBar }: BoardHeaderProps) => {
  const isPhone = useIsPhone();
  return (
    <PageHeader
      isOneLine
      title={title}
      count={count}
      actions={
        <>
          {/* A phone has no room for it, and does not load it. Elsewhere its room is kept until it has arrived. */}
          {isPhone || (
            <div className="flex min-w-64 justify-end max-lg:min-w-40 max-sm:hidden">
              <Suspense>
                <ReviewProgress decided={decided} open={open} />
              </Suspense>
            </div>
          )}
          <SyncButton label="Sync Airtable" sync={SYNC_OPTIONS[type]} isIconOnPhone />
        </>
      }
      filters={<MessageFilterBar {...filterBar} />}
    />
  );
};

type BoardFooterProps = Pick<ComponentProps<typeof SelectionBar>, "messages" | "perform"> & {
  shownCount: number;
  /** Undefined while loading. */
  total: number | undefined;
  selection: ReturnType<typeof useSelection>;
};

/** Sticks to the bottom of a wide window: the number of shown messages and the selection toolbar. */
const BoardFooter = ({ shownCount, total, selection, messages, perform }: BoardFooterProps) => (
  <footer
    className={cn(
      "bottom-0 z-10 border-t bg-background px-4 py-2 sm:sticky sm:px-6",
      // On a phone the buttons of the card stick there, unless cards are selected.
      "max-sm:has-[[role=toolbar]]:sticky",
    )}
  >
    <div className="pb-2">
      <Suspense>
        {selection.selected.length > 0 && (
          <SelectionBar
            ids={selection.selected}
            messages={messages}
            onSelectAll={selection.selectAll}
            onClear={selection.clear}
            perform={perform}
          />
        )}
      </Suspense>
    </div>
    <p role="status" className="text-center text-muted-foreground text-xs tabular-nums">
      {total !== undefined &&
        `${shownCount.toLocaleString("nl-NL")} van ${total.toLocaleString("nl-NL")} berichten weergegeven`}
    </p>
  </footer>
);

type MessageBoardProps = {
  type: MessageType;
  title: string;
  /** Shown when there are no messages at all. */
  emptyState: ReactNode;
  renderLead: ReviewPageProps["renderLead"];
};

/** A screen with messages to review: filters, groups, cards, selection toolbar, dialogs and shortcuts. */
export function MessageBoard({ type, title, emptyState, renderLead }: MessageBoardProps) {
  const [filters, setFilters] = useManagerFilters(messageFilters, "accountmanager");
  const flows = useFlows(type).data ?? NO_FLOWS;
  const { groups, list, counts, grouped, first, total, isFiltered, isDone } = useGroupedMessages(type, filters);
  const { rows, messages } = grouped;
  const selection = useSelection(messages);
  const isWide = useIsWide();
  const search = useRef<HTMLInputElement>(null);
  const scroller = useRef<(id: string) => void>(null);
  const [{ bericht }] = useUrlFilters(requestFilter);
  const view = JSON.stringify([filters, groups.expanded]);
  const { review, current, isGone, moveTo, performSelected } = useReviewNavigation({
    messages,
    loaded: list.items,
    first,
    view: isWide && !list.query.isPlaceholderData ? view : undefined,
    isWide,
    search,
    onSelect: selection.toggle,
  });
  usePreload(preloadOpened);

  const listProps = {
    list: { ...list, items: rows, scroller },
    total: rows.length - messages.length + grouped.shownCount,
    isDone,
    snoozedCount: grouped.countOf("snoozed"),
    onToggleGroup: groups.toggle,
    isSelected: selection.isSelected,
    onCommand: review.onCommand,
  };
  const [isRequesting, setIsRequesting] = useState(false);
  const clearAll = () => {
    setFilters(NO_FILTERS);
    if (groups.only) groups.choose(undefined);
  };
  const clearFilters = () => {
    setFilters(clearedFilters(filters));
    if (!isFiltered) groups.choose(undefined);
  };
  return (
    <>
      <BoardHeader
        type={type}
        title={title}
        count={list.query.data && counts && grouped.matching}
        decided={review.decidedCount}
        open={grouped.countOf("open")}
        filterBar={{
          filters,
          onChange: setFilters,
          flows,
          search,
          group: groups.only,
          onGroupChange: groups.choose,
          onClear: isFiltered || groups.only ? clearAll : undefined,
          countOf: counts && grouped.countOf,
        }}
      />
      <BoardBody
        {...listProps}
        loaded={list.items}
        view={view}
        isLoading={list.query.isPending}
        panes={
          isWide && list.query.data && (rows.length > 0 || current)
            ? { current, isGone, onMove: moveTo, renderLead }
            : undefined
        }
        emptyState={isFiltered || groups.only ? undefined : emptyState}
        onClearFilters={clearFilters}
        onRequestDrafts={() => setIsRequesting(true)}
      />
      {list.query.data && counts && (
        <BoardFooter
          shownCount={grouped.shownCount}
          total={total}
          selection={selection}
          messages={messages}
          perform={performSelected}
        />
      )}
      <Suspense>{bericht && <RequestedCard id={bericht} list={listProps.list} onMove={moveTo} />}</Suspense>
      <Suspense fallback={<ShortcutBlocker />}>
        {review.dialog && <ReviewDialogs {...review} />}
        {isRequesting && <RequestDraftsDialog onClose={() => setIsRequesting(false)} />}
      </Suspense>
    </>
  );
}
