import { type ReactNode, Suspense, useRef } from "react";
import type { MessageType } from "#contract/messages.ts";
import { useManagerFilters } from "#lib/lists/manager-filter.tsx";
import { SYNC_FAILURES, type SyncSettings } from "#lib/sync/airtable-sync.ts";
import { SyncButton } from "#lib/sync/sync-button.tsx";
import { lazyComponent, ShortcutBlocker, usePreload } from "#ui/lazy-component.tsx";
import { PageHeader } from "#ui/page/page-header.tsx";
import { useReviewShortcuts } from "./actions/review-shortcuts.ts";
import { useVisibleMessages } from "./actions/use-message-actions.ts";
import { useReview } from "./actions/use-review.ts";
import { useSelection } from "./actions/use-selection.ts";
import { clearedFilters, hasFilters, MessageFilterBar, messageFilters } from "./message-filters.tsx";
import { MessageList } from "./message-list.tsx";
import { useFlows, useMessageList, useUnfilteredTotal } from "./messages.api.ts";

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

/** Sticks to the bottom: the number of matching messages and the selection toolbar. */
const MessageFooter = ({ matching, total, children }: MessageFooterProps) => (
  <footer className="sticky bottom-0 z-10 border-t bg-background px-4 py-2 sm:px-6">
    {children && <div className="pb-2">{children}</div>}
    <p role="status" className="text-center text-muted-foreground text-xs tabular-nums">
      {total !== undefined &&
        `${matching.toLocaleString("nl-NL")} van ${total.toLocaleString("nl-NL")} berichten weergegeven`}
    </p>
  </footer>
);

const SelectionBar = lazyComponent(() => import("./actions/bulk-actions.tsx"), "SelectionBar");
const WritingProgress = lazyComponent(() => import("./writing-progress.tsx"), "WritingProgress");
const ReviewDialogs = lazyComponent(() => import("./dialogs/review-dialogs.tsx"), "ReviewDialogs");

const NO_FLOWS: string[] = [];

type MessageBoardProps = {
  type: MessageType;
  title: string;
  /** Shown when there are no messages at all. */
  emptyState: ReactNode;
};

/** A screen with messages to review: filters, cards, selection toolbar, dialogs and shortcuts. */
export function MessageBoard({ type, title, emptyState }: MessageBoardProps) {
  const [filters, setFilters] = useManagerFilters(messageFilters, "accountmanager");
  const flows = useFlows(type).data ?? NO_FLOWS;
  const list = useMessageList(type, filters);
  const unfilteredTotal = useUnfilteredTotal(type, filters);
  const messages = useVisibleMessages(list.items);
  const selection = useSelection(messages);
  const review = useReview({ messages, loaded: list.items, onSelect: selection.toggle });
  const search = useRef<HTMLInputElement>(null);
  usePreload(ReviewDialogs.preload);
  useReviewShortcuts({ messages, onCommand: review.onCommand, search });

  const matching = Math.max(0, list.total - (list.items.length - messages.length));
  const isFiltered = hasFilters(filters);
  return (
    <>
      <PageHeader
        title={title}
        count={list.query.data && matching}
        actions={<SyncButton label="Sync Airtable" sync={SYNC_SETTINGS[type]} />}
        filters={<MessageFilterBar filters={filters} onChange={setFilters} flows={flows} search={search} />}
      />
      <div className="mx-auto w-full max-w-3xl px-3 py-4 sm:px-6">
        <Suspense>
          <WritingProgress />
        </Suspense>
        <MessageList
          list={{ ...list, items: messages }}
          emptyState={isFiltered ? undefined : emptyState}
          onClearFilters={() => setFilters(clearedFilters(filters))}
          isSelected={selection.isSelected}
          onCommand={review.onCommand}
        />
      </div>
      {list.query.data && (
        <MessageFooter matching={matching} total={isFiltered ? unfilteredTotal : matching}>
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
