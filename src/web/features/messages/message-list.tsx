import { SearchX } from "lucide-react";
import type { ReactNode } from "react";
import type { Message } from "#contract/messages.ts";
import { ListContent, type ListSource } from "#lib/lists/list-page.tsx";
import { Button } from "#ui/button/button.tsx";
import { Empty } from "#ui/feedback/empty.tsx";
import { PersonSkeleton, Skeleton, SkeletonGroup } from "#ui/feedback/loading.tsx";
import { useSendingIds } from "./actions/use-message-actions.ts";
import type { OnCardCommand } from "./card/card-actions.tsx";
import { MessageCard } from "./card/message-card.tsx";

const SKELETON_KEYS = ["first", "second", "third"];

const MessageCardSkeletons = () => (
  <SkeletonGroup label="Berichten laden..." className="flex flex-col gap-4">
    {SKELETON_KEYS.map((card) => (
      <div key={card} data-skeleton-card className="rounded-md border bg-card p-5 shadow-xs">
        <PersonSkeleton />
        <Skeleton className="mt-4 w-56" />
        <Skeleton className="mt-3 h-14" />
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

type MessageListProps = {
  list: ListSource<Message> & { total: number };
  /** The empty state without filters; undefined while a filter is set. */
  emptyState: ReactNode;
  onClearFilters: () => void;
  isSelected: (id: string) => boolean;
  onCommand: OnCardCommand;
};

/** Estimated height; cards are measured once rendered. */
const CARD_HEIGHT = 560;

export function MessageList({ list, emptyState, onClearFilters, isSelected, onCommand }: MessageListProps) {
  const sendingIds = useSendingIds();
  const card = (message: Message) => (
    <MessageCard
      message={message}
      selected={isSelected(message.id)}
      sending={sendingIds.includes(message.id)}
      onCommand={onCommand}
    />
  );
  return (
    <ListContent
      label="Berichten"
      list={list}
      rows={{ card, cardHeight: CARD_HEIGHT, gap: 16 }}
      total={list.total}
      skeleton={<MessageCardSkeletons />}
      empty={emptyState ?? <NoMatches onClearFilters={onClearFilters} />}
      errorTitle="De berichten konden niet worden geladen"
      nextPageError="De volgende berichten konden niet worden geladen."
    />
  );
}

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
