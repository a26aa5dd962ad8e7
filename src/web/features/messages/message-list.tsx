import { ChevronRight } from "lucide-react";
import { type ReactNode, Suspense } from "react";
import type { ReviewGroup } from "#contract/message-status.ts";
import type { Message } from "#contract/messages.ts";
import { ListContent, type ListSource } from "#lib/lists/list-page.tsx";
import { cn } from "#ui/cn.ts";
import { PersonSkeleton, Skeleton, SkeletonGroup } from "#ui/feedback/loading.tsx";
import { lazyComponent } from "#ui/lazy-component.tsx";
import { useSendingIds } from "./actions/use-message-actions.ts";
import type { OnCardCommand } from "./card/card-command.ts";
import { useKeptCard } from "./card/kept-card.ts";
import { MessageCard } from "./card/message-card.tsx";
import { GROUP_LABELS, type GroupRow, isGroupRow, type ReviewRow } from "./review-groups.ts";

const SKELETON_KEYS = ["first", "second", "third"];

export const MessageCardSkeletons = () => (
  <SkeletonGroup label="Berichten laden..." className="flex flex-col gap-4">
    {SKELETON_KEYS.map((card) => (
      <div key={card} data-skeleton-card className="rounded-md border bg-card p-5 shadow-xs">
        <PersonSkeleton />
        <Skeleton className="mt-4 w-56" />
        <Skeleton className="mt-3 h-14 min-[75rem]:hidden" />
        <div className="mt-5 flex flex-col gap-2">
          <Skeleton className="w-24" />
          <Skeleton className="h-3 w-11/12" />
          <Skeleton className="h-3 w-4/5" />
          <Skeleton className="h-3 w-3/5" />
        </div>
        <div className="-mx-5 mt-5 -mb-5 flex gap-2 border-t px-5 py-3">
          <Skeleton className="h-8 w-20" />
          <Skeleton className="h-8 w-20" />
          <Skeleton className="h-8 w-28" />
        </div>
      </div>
    ))}
  </SkeletonGroup>
);

/** What the list of cards and the three panes have in common. */
export type ReviewListProps = {
  list: ListSource<ReviewRow>;
  /** The number of rows, including the headings of the groups. */
  total: number;
  /** Nothing is left to review. */
  isDone: boolean;
  snoozedCount: number;
  onToggleGroup: (group: ReviewGroup) => void;
  isSelected: (id: string) => boolean;
  onCommand: OnCardCommand;
};

type MessageListProps = ReviewListProps & {
  /** As loaded from the server, without optimistic changes. */
  loaded: readonly Message[];
  /** Another one for other filters or groups. */
  view: string;
  /** The empty state without filters; undefined while a filter is set. */
  emptyState: ReactNode;
  onClearFilters: () => void;
};

export const LIST_TEXTS = {
  label: "Berichten",
  errorTitle: "De berichten konden niet worden geladen",
  nextPageError: "De volgende berichten konden niet worden geladen.",
};

/** Estimated height; cards are measured once rendered. */
const CARD_HEIGHT = 560;

export const DoneForToday = lazyComponent(() => import("./review-empty.tsx"), "DoneForToday");
const NoMatchingMessages = lazyComponent(() => import("./review-empty.tsx"), "NoMatchingMessages");

export function MessageList({
  list,
  loaded,
  view,
  total,
  isDone,
  snoozedCount,
  emptyState,
  onClearFilters,
  onToggleGroup,
  isSelected,
  onCommand,
}: MessageListProps) {
  const sendingIds = useSendingIds();
  const { rows, movedId } = useKeptCard({ rows: list.items, loaded, view });
  const card = (row: ReviewRow) =>
    isGroupRow(row) ? (
      <GroupHeading row={row} onToggle={onToggleGroup} />
    ) : (
      <>
        {row.id === movedId && (
          <p role="status" className="mb-2 text-[0.8125rem] text-warning">
            Dit bericht hoort intussen niet meer op deze plaats. Het blijft hier zolang je erin typt.
          </p>
        )}
        <MessageCard
          message={row}
          selected={isSelected(row.id)}
          sending={sendingIds.includes(row.id)}
          onCommand={onCommand}
        />
      </>
    );
  return (
    <>
      {isDone && list.items.length > 0 && (
        <Suspense>
          <DoneForToday snoozedCount={snoozedCount} />
        </Suspense>
      )}
      <ListContent
        {...LIST_TEXTS}
        list={{ ...list, items: rows }}
        rows={{ card, cardHeight: CARD_HEIGHT, gap: 16 }}
        total={total + rows.length - list.items.length}
        skeleton={<MessageCardSkeletons />}
        empty={
          emptyState ?? (
            <Suspense>
              <NoMatchingMessages onClearFilters={onClearFilters} />
            </Suspense>
          )
        }
      />
    </>
  );
}

type GroupHeadingProps = { row: GroupRow; onToggle: (group: ReviewGroup) => void };

/** Collapses and expands its group. */
export const GroupHeading = ({ row: { group, count, isExpanded }, onToggle }: GroupHeadingProps) => (
  <h2 className="text-[0.8125rem]">
    <button
      type="button"
      aria-expanded={isExpanded}
      onClick={() => onToggle(group)}
      className="flex h-8 w-full cursor-pointer items-center gap-1.5 rounded-sm px-1.5 text-left font-medium hover:bg-accent"
    >
      <ChevronRight aria-hidden className={cn("size-4 transition-transform", isExpanded && "rotate-90")} />
      {GROUP_LABELS[group]}
      <span className="font-normal text-muted-foreground tabular-nums">{count.toLocaleString("nl-NL")}</span>
    </button>
  </h2>
);
