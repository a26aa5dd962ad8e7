import { lazy, type ReactNode, Suspense, useMemo, useRef } from "react";
import type { Message, MessageType } from "#contract/messages.ts";
import { useUrlFilters } from "#lib/lists/url-filters.ts";
import { SYNC_FAILURES, type SyncSettings } from "#lib/sync/airtable-sync.ts";
import { SyncButton } from "#lib/sync/sync-button.tsx";
import { KeyboardHold } from "#ui/overlay/keyboard-hold.tsx";
import { usePreload } from "#ui/overlay/lazy-module.ts";
import { PageHeader } from "#ui/page/page-header.tsx";
import { applyAction } from "./actions/message-action.ts";
import { SelectionBar, useSelection } from "./actions/selection.tsx";
import { usePendingActions } from "./actions/use-message-actions.ts";
import { useReview, useReviewShortcuts } from "./actions/use-review.ts";
import {
  type followUpFilters,
  hasFilters,
  MessageFilterBar,
  type messageFilters,
  NO_NAME_FILTERS,
} from "./message-filters.tsx";
import { MessageList } from "./message-list.tsx";
import { useMessageList, useUnfilteredTotal } from "./messages.api.ts";

type MessageFooterProps = {
  shown: number;
  /** Undefined until it is known. */
  total: number | undefined;
  /** What can be done to the selected cards, while there are any. */
  children: ReactNode;
};

/** Stays in sight at the bottom: how much of it all is shown, and the selection. */
const MessageFooter = ({ shown, total, children }: MessageFooterProps) => (
  <footer className="sticky bottom-0 z-10 border-t bg-background px-4 py-2 sm:px-6">
    {children && <div className="pb-2">{children}</div>}
    <p role="status" className="text-center text-muted-foreground text-xs tabular-nums">
      {total !== undefined &&
        `${shown.toLocaleString("nl-NL")} van ${total.toLocaleString("nl-NL")} berichten weergegeven`}
    </p>
  </footer>
);

const loadDialogs = () => import("./dialogs/review-dialogs.tsx");
const ReviewDialogs = lazy(async () => ({ default: (await loadDialogs()).ReviewDialogs }));

type MessageBoardProps = {
  type: MessageType;
  title: string;
  readers: typeof followUpFilters | typeof messageFilters;
  flows?: readonly string[] | undefined;
  sync: SyncSettings;
  /** What is shown as long as there is nothing at all. */
  nothingYet: ReactNode;
};

/** Messages to review: filters, cards, and everything that can be done to one or to several. */
export function MessageBoard({ type, title, readers, flows, sync, nothingYet }: MessageBoardProps) {
  const [filters, setFilters] = useUrlFilters(readers);
  const list = useMessageList(type, filters);
  const unfiltered = useUnfilteredTotal(type, filters);
  const messages = useVisibleMessages(list.items);
  const selection = useSelection(messages);
  const review = useReview({ messages, read: list.items, onSelect: selection.toggle });
  const search = useRef<HTMLInputElement>(null);
  usePreload(loadDialogs);
  useReviewShortcuts({ messages, onIntent: review.onIntent, search });

  const shown = Math.max(0, list.total - (list.items.length - messages.length));
  const filtered = hasFilters(filters);
  return (
    <>
      <PageHeader
        title={title}
        count={list.query.data && shown}
        actions={<SyncButton label="Sync Airtable" sync={sync} />}
        filters={<MessageFilterBar filters={filters} onChange={setFilters} flows={flows} search={search} />}
      />
      <div className="mx-auto w-full max-w-3xl px-3 py-4 sm:px-6">
        <MessageList
          list={list}
          messages={messages}
          nothingYet={filtered ? undefined : nothingYet}
          onClear={() => setFilters(NO_NAME_FILTERS)}
          isSelected={selection.isSelected}
          onIntent={review.onIntent}
        />
      </div>
      {list.query.data && (
        <MessageFooter shown={shown} total={filtered ? unfiltered : shown}>
          {selection.selected.length > 0 && (
            <SelectionBar
              ids={selection.selected}
              onSelectAll={selection.selectAll}
              onClear={selection.clear}
              perform={review.perform}
            />
          )}
        </MessageFooter>
      )}
      <Suspense fallback={<KeyboardHold />}>{review.dialog && <ReviewDialogs {...review} />}</Suspense>
    </>
  );
}

/** What was read, with what is just being done already in it; a cancelled message is off the list. */
function useVisibleMessages(read: readonly Message[]): Message[] {
  const deeds = usePendingActions();
  return useMemo(
    () => read.map((message) => deeds.reduce(applyAction, message)).filter(({ status }) => status !== "cancelled"),
    [read, deeds],
  );
}

export const SYNC_SETTINGS: Record<MessageType, SyncSettings> = {
  icebreaker: { ...SYNC_FAILURES, done: { title: "Sync Voltooid" } },
  followup: { ...SYNC_FAILURES, done: { title: "Synchronisatie Voltooid" } },
};
