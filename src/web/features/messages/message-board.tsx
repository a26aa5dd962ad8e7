import { type ReactNode, Suspense, useRef, useState } from "react";
import type { Message, MessageType } from "#contract/messages.ts";
import { readStored } from "#lib/browser/browser-storage.ts";
import { useToday } from "#lib/dates/dates.ts";
import { focusAfterPaint } from "#lib/lists/list-focus.ts";
import { useManagerFilters } from "#lib/lists/manager-filter.tsx";
import { useCurrentUser } from "#lib/session/session.ts";
import { SYNC_FAILURES, type SyncSettings } from "#lib/sync/airtable-sync.ts";
import { SyncButton } from "#lib/sync/sync-button.tsx";
import { cn } from "#ui/cn.ts";
import { LinesSkeleton } from "#ui/feedback/loading.tsx";
import { lazyComponent, ShortcutBlocker, usePreload } from "#ui/lazy-component.tsx";
import { PageHeader } from "#ui/page/page-header.tsx";
import { useMediaQuery } from "#ui/use-media-query.ts";
import { useReviewShortcuts } from "./actions/review-shortcuts.ts";
import { useVisibleMessages } from "./actions/use-message-actions.ts";
import { useReview } from "./actions/use-review.ts";
import { useSelection } from "./actions/use-selection.ts";
import { focusCard } from "./card/card-focus.ts";
import { clearedFilters, hasFilters, MessageFilterBar, messageFilters, NO_FILTERS } from "./message-filters.tsx";
import { MessageCardSkeletons, MessageList } from "./message-list.tsx";
import { useFlows, useGroupCounts, useMessageList, useUnfilteredTotal } from "./messages.api.ts";
import { groupOf, groupRows, useGroupChoice } from "./review-groups.ts";

const SYNC_SETTINGS: Record<MessageType, SyncSettings> = {
  icebreaker: { ...SYNC_FAILURES, done: { title: "Sync Voltooid" } },
  followup: { ...SYNC_FAILURES, done: { title: "Synchronisatie Voltooid" } },
};

type MessageFooterProps = {
  matching: number;
  /** Undefined while loading. */
  total: number | undefined;
  /** The toolbar for the selected cards, if any. */
  children: ReactNode;
};

/** Sticks to the bottom of a wide window: the number of matching messages and the selection toolbar. */
const MessageFooter = ({ matching, total, children }: MessageFooterProps) => (
  <footer
    className={cn(
      "bottom-0 z-10 border-t bg-background px-4 py-2 sm:sticky sm:px-6",
      // On a phone the buttons of the card stick there, unless cards are selected.
      "max-sm:has-[[role=toolbar]]:sticky",
    )}
  >
    {children && <div className="pb-2">{children}</div>}
    <p role="status" className="text-center text-muted-foreground text-xs tabular-nums">
      {total !== undefined &&
        `${matching.toLocaleString("nl-NL")} van ${total.toLocaleString("nl-NL")} berichten weergegeven`}
    </p>
  </footer>
);

// Beside the title: it is not needed to read the first message.
const ReviewProgress = lazyComponent(() => import("./review-progress.tsx"), "ReviewProgress");
const SelectionBar = lazyComponent(() => import("./actions/bulk-actions.tsx"), "SelectionBar");
const WritingProgress = lazyComponent(() => import("./writing-progress.tsx"), "WritingProgress");
const ReviewDialogs = lazyComponent(() => import("./dialogs/review-dialogs.tsx"), "ReviewDialogs");
// Only wide windows show them.
const ReviewPanes = lazyComponent(() => import("./panes/review-panes.tsx"), "ReviewPanes");

/** As high as what `WritingProgress` shows, for who has seen it before. */
const WritingSpace = () => readStored(`writer:${useCurrentUser().id}`) === "builtin" && <div className="h-8 sm:mb-3" />;

/** What a click or a key opens. */
const preloadOpened = () =>
  Promise.all([
    ReviewDialogs.preload(),
    import("./actions/perform-action.ts"),
    import("./card/card-menu-items.tsx"),
    import("./card/due-date-form.tsx"),
  ]);

const sideSkeleton = (
  <div aria-hidden className="hidden border-r border-l p-4 min-[75rem]:block">
    <LinesSkeleton />
  </div>
);

/** The cards, in a wide window between the panes of the list and the lead. */
const ReviewSkeleton = ({ children }: { children: ReactNode }) => (
  <div className="min-[75rem]:grid min-[75rem]:grid-cols-[17rem_minmax(0,1fr)_18rem] 2xl:grid-cols-[20rem_minmax(0,1fr)_22rem]">
    {sideSkeleton}
    <div className={COLUMN}>
      {children}
      <MessageCardSkeletons />
    </div>
    {sideSkeleton}
  </div>
);

const COLUMN = "mx-auto w-full max-w-3xl px-3 py-2 sm:px-6 sm:py-4";

/** Whether there is room for three panes. */
const useIsWide = (): boolean => useMediaQuery("(min-width: 75rem)");

const NO_FLOWS: string[] = [];

export type ReviewPageProps = {
  /** The lead beside the message, in a wide window. */
  renderLead?: (leadId: string) => ReactNode;
};

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
  const groups = useGroupChoice();
  const today = useToday();
  const flows = useFlows(type).data ?? NO_FLOWS;
  const list = useMessageList(type, filters, groups.expanded);
  const counts = useGroupCounts(type, filters);
  const unfilteredTotal = useUnfilteredTotal(type, filters);
  const visible = useVisibleMessages(list.items);
  const grouped = groupRows({ loaded: list.items, messages: visible, counts, ...groups, today });
  const { rows, messages } = grouped;
  const selection = useSelection(messages);

  const isWide = useIsWide();
  const [currentId, setCurrentId] = useState<string>();
  const firstToReview = messages.find((message) => groupOf(message, today) === (groups.only ?? "open"));
  const current: Message | undefined = messages.find(({ id }) => id === currentId) ?? firstToReview;
  const moveTo = (id: string | undefined) => {
    setCurrentId(id);
    if (id !== undefined) focusAfterPaint(() => focusCard(id));
  };
  const review = useReview({ messages, loaded: list.items, onSelect: selection.toggle, onMove: moveTo });
  const search = useRef<HTMLInputElement>(null);
  usePreload(preloadOpened);
  useReviewShortcuts({
    messages,
    current: isWide ? current : undefined,
    onMove: moveTo,
    onCommand: review.onCommand,
    search,
  });

  const isFiltered = hasFilters(filters);
  const total = isFiltered ? unfilteredTotal : grouped.matching;
  const isDone = grouped.countOf("open") === 0 && !isFiltered && !groups.only;
  const listProps = {
    list: { ...list, items: rows },
    total: rows.length - messages.length + grouped.shownCount,
    isDone,
    snoozedCount: grouped.countOf("snoozed"),
    onToggleGroup: groups.toggle,
    isSelected: selection.isSelected,
    onCommand: review.onCommand,
  };
  const writingProgress = (
    <Suspense fallback={<WritingSpace />}>
      <WritingProgress />
    </Suspense>
  );
  const skeleton = <ReviewSkeleton>{writingProgress}</ReviewSkeleton>;
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
      <PageHeader
        isOneLine
        title={title}
        count={list.query.data && counts && grouped.matching}
        actions={
          <>
            <Suspense>
              <ReviewProgress decided={review.decidedCount} open={grouped.countOf("open")} />
            </Suspense>
            <SyncButton label="Sync Airtable" sync={SYNC_SETTINGS[type]} isIconOnPhone />
          </>
        }
        filters={
          <MessageFilterBar
            filters={filters}
            onChange={setFilters}
            flows={flows}
            search={search}
            group={groups.only}
            onGroupChange={groups.choose}
            onClear={isFiltered || groups.only ? clearAll : undefined}
            countOf={counts && grouped.countOf}
          />
        }
      />
      {isWide && list.query.data && rows.length > 0 ? (
        <Suspense fallback={skeleton}>
          <ReviewPanes {...listProps} current={current} onMove={moveTo} renderLead={renderLead} />
        </Suspense>
      ) : list.query.isPending ? (
        skeleton
      ) : (
        <div className={COLUMN}>
          {writingProgress}
          <MessageList
            {...listProps}
            emptyState={isFiltered || groups.only ? undefined : emptyState}
            onClearFilters={clearFilters}
          />
        </div>
      )}
      {list.query.data && counts && (
        <MessageFooter matching={grouped.shownCount} total={total}>
          <Suspense>
            {selection.selected.length > 0 && (
              <SelectionBar
                ids={selection.selected}
                messages={messages}
                onSelectAll={selection.selectAll}
                onClear={selection.clear}
                perform={review.perform}
              />
            )}
          </Suspense>
        </MessageFooter>
      )}
      <Suspense fallback={<ShortcutBlocker />}>{review.dialog && <ReviewDialogs {...review} />}</Suspense>
    </>
  );
}
