import { MessagesSquare } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import type { ConversationMessage } from "#contract/inbox.ts";
import type { LeadText } from "#contract/lead-details.ts";
import { cn } from "#ui/cn.ts";
import { Empty } from "#ui/feedback/empty.tsx";
import { LinesSkeleton } from "#ui/feedback/loading.tsx";
import { formatDateTime, formatRecent, useToday } from "../dates/dates.ts";
import { QueryStates } from "../lists/query-states.tsx";
import { useTexts } from "./conversation.api.ts";
import { isSoon } from "./planned-answer.ts";

type ConversationTextsProps = {
  leadId: string;
  /**
   * The LinkedIn conversation. Only its answers that wait to be sent are used, below the texts; its other messages are among the
   * texts.
   */
  messages?: readonly ConversationMessage[] | undefined;
  /** With a class that limits the height, the list scrolls, and starts at the latest text. */
  className?: string;
};

/** What was sent to the lead through any channel, what the lead wrote, and the answers that wait to be sent, as a chat. */
export function ConversationTexts({ leadId, messages = [], className }: ConversationTextsProps) {
  const pending = messages.filter((message) => message.pending);
  return (
    <QueryStates query={useTexts(leadId)} errorTitle="Het gesprek kon niet worden geladen" skeleton={<LinesSkeleton />}>
      {(texts) =>
        texts.length + pending.length === 0 ? (
          <Empty
            icon={MessagesSquare}
            title="Nog geen gesprek"
            text="Zodra er een bericht is verstuurd, staat de tekst hier."
          />
        ) : (
          <Bubbles texts={texts} pending={pending} className={className} />
        )
      }
    </QueryStates>
  );
}

/** In pixels. Scroll positions are fractions, so that the end is rarely reached exactly. */
const END_TOLERANCE = 4;

type BubblesProps = {
  texts: readonly LeadText[];
  pending: readonly ConversationMessage[];
  className: string | undefined;
};

function Bubbles({ texts, pending: queued, className }: BubblesProps) {
  const list = useRef<HTMLOListElement>(null);
  const today = useToday();
  // The two lists are refetched separately: an answer that was just sent is for a moment in both.
  const pending = queued.filter((answer) => !texts.some(({ id }) => id === answer.id));
  const count = texts.length + pending.length;
  // Scrolls to the latest text: at first, when a text is added, and when the list gets lower because something below it grows.
  useEffect(() => (count > 0 && list.current ? keepAtEnd(list.current) : undefined), [count]);
  return (
    <ol
      ref={list}
      aria-label="Gesprek"
      className={cn(
        "flex flex-col gap-3 data-scrolled:[mask-image:linear-gradient(transparent,black_2rem)]",
        className,
      )}
    >
      {texts.map(({ id, direction, by, name, at, text }) => (
        <Bubble key={id} isOurs={direction === "out"} text={text}>
          <span className="font-medium text-foreground">{by ?? "Onbekend"}</span>
          {name && <span>{name}</span>}
          <time dateTime={at} className="tabular-nums">
            {formatRecent(at, today)}
          </time>
        </Bubble>
      ))}
      {pending.map((message) => (
        <Bubble key={message.id} isOurs isPending text={message.text}>
          {pendingText(message.pending)}
        </Bubble>
      ))}
    </ol>
  );
}

/** Scrolls to the end, and again whenever the height changes, until the user scrolls away from it. */
const keepAtEnd = (list: HTMLElement): (() => void) => {
  let isAtEnd = true;
  let lastTop = 0;
  const onScroll = () => {
    // The event of our own scrolling may come when the list is lower already: only who scrolls up leaves the end.
    const hasLeft = list.scrollTop < lastTop || !isAtEnd;
    isAtEnd = !hasLeft || list.scrollTop + list.clientHeight > list.scrollHeight - END_TOLERANCE;
    lastTop = list.scrollTop;
    // Fades the text that is cut off at the top: a strip of it would look like a mistake.
    list.toggleAttribute("data-scrolled", list.scrollTop > 0);
  };
  const observer = new ResizeObserver(() => {
    if (isAtEnd) list.scrollTop = list.scrollHeight;
    onScroll();
  });
  list.scrollTop = list.scrollHeight;
  list.addEventListener("scroll", onScroll);
  observer.observe(list);
  return () => {
    observer.disconnect();
    list.removeEventListener("scroll", onScroll);
  };
};

type BubbleProps = { isOurs: boolean; isPending?: boolean; text: string; children: ReactNode };

const Bubble = ({ isOurs, isPending, text, children }: BubbleProps) => (
  <li
    className={cn(
      "w-fit max-w-[min(36rem,90%)] rounded-md border px-3 py-2",
      isOurs ? "ml-auto bg-secondary" : "bg-info-soft",
      isPending && "border-dashed",
    )}
  >
    <p className="mb-1 flex flex-wrap gap-x-2 text-muted-foreground text-xs">{children}</p>
    <p className="whitespace-pre-wrap break-words">{text}</p>
  </li>
);

const pendingText = (pending: ConversationMessage["pending"]): string => {
  const { plannedAt = null, problem = null } = pending ?? {};
  if (plannedAt === null) return problem ?? "Wordt verstuurd";
  if (isSoon(plannedAt)) return "Wordt verstuurd";
  return [`Gaat weg op ${formatDateTime(plannedAt)}.`, problem].filter(Boolean).join(" ");
};
