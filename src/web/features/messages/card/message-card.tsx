import { memo } from "react";
import type { Message } from "#contract/messages.ts";
import { cn } from "#ui/cn.ts";
import { CardFacts } from "./card-facts.tsx";
import { CardFooter } from "./card-footer.tsx";
import { CardHeader } from "./card-header.tsx";
import { cardId } from "./card-id.ts";
import type { OnIntent } from "./card-intent.ts";
import { CardSections } from "./card-sections.tsx";
import { Motivation } from "./motivation.tsx";

type MessageCardProps = {
  message: Message;
  selected: boolean;
  /** It is on its way out. */
  sending: boolean;
  onIntent: OnIntent;
};

/** Reads from top to bottom like a letter: who, why, what, and then what to do. Its place can be taken by the keyboard. */
export const MessageCard = memo(({ message, selected, sending, onIntent }: MessageCardProps) => (
  <article
    id={cardId(message.id)}
    data-message-card={message.id}
    tabIndex={-1}
    aria-labelledby={`${cardId(message.id)}-naam`}
    className={cn(
      "scroll-mt-[calc(var(--table-top,0px)+0.75rem)] rounded-md border bg-card text-card-foreground shadow-xs",
      "focus-within:border-ring/50 focus-visible:outline-offset-0",
      selected && "border-primary/60 bg-info-soft/40",
    )}
  >
    <CardHeader message={message} selected={selected} onIntent={onIntent} />
    <CardFacts message={message} onIntent={onIntent} />
    <Motivation text={message.motivationRating} />
    <CardSections message={message} onIntent={onIntent} />
    <CardFooter message={message} sending={sending} onIntent={onIntent} />
  </article>
));
