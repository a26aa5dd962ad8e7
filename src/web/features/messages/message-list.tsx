import { ChevronRight, SearchX } from "lucide-react";
import { type ReactNode, Suspense } from "react";
import type { ReviewGroup } from "#contract/message-status.ts";
import { ListContent, type ListSource } from "#lib/lists/list-page.tsx";
import { Button } from "#ui/button/button.tsx";
import { cn } from "#ui/cn.ts";
import { Empty } from "#ui/feedback/empty.tsx";
import { PersonSkeleton, Skeleton, SkeletonGroup } from "#ui/feedback/loading.tsx";
import { lazyComponent } from "#ui/lazy-component.tsx";
import { useSendingIds } from "./actions/use-message-actions.ts";
import type { OnCardCommand } from "./card/card-command.ts";
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

export const DoneForToday = lazyComponent(() => import("./done-for-today.tsx"), "DoneForToday");

export function MessageList({
  list,
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
  const card = (row: ReviewRow) =>
    isGroupRow(row) ? (
      <GroupHeading row={row} onToggle={onToggleGroup} />
    ) : (
      <MessageCard
        message={row}
        selected={isSelected(row.id)}
        sending={sendingIds.includes(row.id)}
        onCommand={onCommand}
      />
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
        list={list}
        rows={{ card, cardHeight: CARD_HEIGHT, gap: 16 }}
        total={total}
        skeleton={<MessageCardSkeletons />}
        empty={emptyState ?? <NoMatches onClearFilters={onClearFilters} />}
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

const NoMatches = ({ onClearFilters }: Pick<MessageListProps, "onClearFilters">) => (
  <Empty
    icon={SearchX}
    title="Geen berichten gevonden"
    text="Met deze filters is er niets. Zoek op een andere naam of een ander bedrijf."
    action={
      <Button variant="outline" size="sm" onClick={onClearFilters}>
        Wis Filters
      </Button>
    }
  />
);
