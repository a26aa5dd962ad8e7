import { SearchX } from "lucide-react";
import type { ReactNode } from "react";
import type { Message } from "#contract/messages.ts";
import type { ListPages } from "#lib/list-pages.ts";
import { Loaded } from "#lib/loaded.tsx";
import { MoreState } from "#lib/more-state.tsx";
import { Button } from "#ui/button.tsx";
import { cn } from "#ui/cn.ts";
import { Empty } from "#ui/empty.tsx";
import { VirtualList } from "#ui/virtual-list.tsx";
import type { OnIntent } from "./card/card-intent.ts";
import { CardSkeletons } from "./card/card-skeleton.tsx";
import { MessageCard } from "./card/message-card.tsx";
import { usePendingDeeds } from "./deeds/use-deeds.ts";

type MessageListProps = {
  list: ListPages<Message>;
  messages: readonly Message[];
  /** Given when nothing is filtered: then an empty list means that there is nothing at all. */
  nothingYet: ReactNode;
  onClear: () => void;
  isSelected: (id: string) => boolean;
  onIntent: OnIntent;
};

/** A guess at a card's height; each is measured once it is there. */
const CARD_HEIGHT = 560;

/** The cards, in each of their states. */
export const MessageList = ({ list, messages, nothingYet, onClear, isSelected, onIntent }: MessageListProps) => (
  <Loaded query={list.query} problem="De berichten konden niet worden geladen" skeleton={<CardSkeletons />}>
    {() => {
      if (messages.length === 0) return nothingYet ?? <NothingFound onClear={onClear} />;
      return (
        <div className={cn("transition-opacity", list.query.isPlaceholderData && "opacity-60")}>
          <Cards list={list} messages={messages} isSelected={isSelected} onIntent={onIntent} />
          <MoreState query={list.query} problem="De volgende berichten konden niet worden geladen." />
        </div>
      );
    }}
  </Loaded>
);

type CardsProps = Pick<MessageListProps, "list" | "messages" | "isSelected" | "onIntent">;

function Cards({ list, messages, isSelected, onIntent }: CardsProps) {
  const sending = usePendingDeeds().flatMap((deed) => (deed.kind === "send" ? deed.message.id : []));
  return (
    <VirtualList
      label="Berichten"
      items={messages}
      estimate={CARD_HEIGHT}
      gap={16}
      total={list.total}
      hasMore={list.hasMore}
      onEnd={list.loadMore}
    >
      {(message) => (
        <MessageCard
          message={message}
          selected={isSelected(message.id)}
          sending={sending.includes(message.id)}
          onIntent={onIntent}
        />
      )}
    </VirtualList>
  );
}

const NothingFound = ({ onClear }: Pick<MessageListProps, "onClear">) => (
  <Empty
    icon={SearchX}
    title="Geen berichten gevonden"
    text="Met deze filters is er niets. Zoek op een andere naam of een ander bedrijf."
    action={
      <Button variant="outline" size="sm" onClick={onClear}>
        Wis Filters
      </Button>
    }
  />
);
