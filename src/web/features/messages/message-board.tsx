import { lazy, type ReactNode, Suspense, useMemo, useRef } from "react";
import type { Message, MessageType } from "#contract/messages.ts";
import { useAddressFilters } from "#lib/address-filters.ts";
import type { SyncSettings } from "#lib/airtable-sync.ts";
import { SyncButton } from "#lib/sync-button.tsx";
import { useFetchLater } from "#ui/fetch-later.ts";
import { Opening } from "#ui/opening.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { expectedState } from "./deeds/deed.ts";
import { usePendingDeeds } from "./deeds/use-deeds.ts";
import { MessageFilterBar } from "./message-filter-bar.tsx";
import { type followUpFilters, hasFilters, type messageFilters, NO_NAMES } from "./message-filters.ts";
import { MessageFooter } from "./message-footer.tsx";
import { MessageList } from "./message-list.tsx";
import { useMessageList, useUnfilteredTotal } from "./messages.api.ts";
import { SelectionBar } from "./review/selection-bar.tsx";
import { useReview } from "./review/use-review.ts";
import { useReviewKeys } from "./review/use-review-keys.ts";
import { useSelection } from "./review/use-selection.ts";

const loadDialogs = () => import("./review/review-dialogs.tsx");
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
  const [filters, setFilters] = useAddressFilters(readers);
  const list = useMessageList(type, filters);
  const unfiltered = useUnfilteredTotal(type, filters);
  const messages = useShownMessages(list.items);
  const selection = useSelection(messages);
  const review = useReview({ messages, read: list.items, onSelect: selection.toggle });
  const search = useRef<HTMLInputElement>(null);
  useFetchLater(loadDialogs);
  useReviewKeys({ messages, onIntent: review.onIntent, search });

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
          onClear={() => setFilters(NO_NAMES)}
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
      <Suspense fallback={<Opening />}>{review.dialog && <ReviewDialogs {...review} />}</Suspense>
    </>
  );
}

/** What was read, with what is just being done already in it; a cancelled message is off the list. */
function useShownMessages(read: readonly Message[]): Message[] {
  const deeds = usePendingDeeds();
  return useMemo(
    () => read.map((message) => deeds.reduce(expectedState, message)).filter(({ status }) => status !== "cancelled"),
    [read, deeds],
  );
}
