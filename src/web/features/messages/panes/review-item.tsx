import { MessageSquare } from "lucide-react";
import { useEffect, useRef } from "react";
import type { Message } from "#contract/messages.ts";
import { DAY_MS, dayOf, formatDate, useToday } from "#lib/dates/dates.ts";
import { cn } from "#ui/cn.ts";
import { CompactRating } from "#ui/content/star-rating.tsx";
import { parseRating } from "../card/card-badges.tsx";
import { companyLink } from "../card/card-header.tsx";

/** "vandaag", "3 d", or the date after four weeks. */
const ageText = (created: string, today: string): string => {
  const days = (Date.parse(today) - Date.parse(dayOf(created))) / DAY_MS;
  if (days < 1) return "vandaag";
  return days <= 28 ? `${days} d` : formatDate(created);
};

const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .map((word) => word[0] ?? "")
    .join("")
    .slice(0, 2)
    .toUpperCase();

/** So that the neighbours of the current item are visible too. */
const REVEAL_MARGIN = 56;

/** Scrolls the pane only: scrollIntoView would also scroll the page with the message. */
const revealInPane = (item: HTMLElement | null): void => {
  const pane = item?.closest("nav");
  if (!item || !pane) return;
  const [inner, outer] = [item.getBoundingClientRect(), pane.getBoundingClientRect()];
  const above = Math.min(0, inner.top - REVEAL_MARGIN - outer.top);
  const below = Math.max(0, inner.bottom + REVEAL_MARGIN - outer.bottom);
  pane.scrollTop += above || below;
};

type ReviewItemProps = { message: Message; isCurrent: boolean; isSelected: boolean; onOpen: () => void };

/** A message in the list on the left: name, company, rating and age. */
export function ReviewItem({ message, isCurrent, isSelected, onOpen }: ReviewItemProps) {
  const { contactName, dateCreated, leadRating, noteCount, assignedTo } = message;
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isCurrent) revealInPane(button.current);
  }, [isCurrent]);
  return (
    <button
      ref={button}
      type="button"
      aria-current={isCurrent || undefined}
      onClick={onOpen}
      className={cn(
        "flex w-full cursor-pointer flex-col gap-0.5 rounded-sm border border-transparent px-2.5 py-2 text-left hover:bg-accent focus-visible:-outline-offset-2",
        isCurrent && "bg-secondary",
        isSelected && "border-primary/60",
      )}
    >
      <span className="flex items-baseline justify-between gap-2">
        <span className="truncate font-medium">{contactName}</span>
        <CompactRating value={parseRating(leadRating)} className="shrink-0 text-xs" />
      </span>
      <span className="flex items-center justify-between gap-2 text-muted-foreground text-xs">
        <span className="truncate">{companyLink(message)?.name ?? "–"}</span>
        <span className="flex shrink-0 items-center gap-1.5 tabular-nums">
          {noteCount > 0 && (
            <span className="inline-flex items-center gap-0.5">
              <MessageSquare aria-hidden className="size-3" />
              <span className="sr-only">Notities:</span>
              {noteCount}
            </span>
          )}
          {assignedTo && <span title={`Voor ${assignedTo.name}`}>{initialsOf(assignedTo.name)}</span>}
          {ageText(dateCreated, useToday())}
        </span>
      </span>
    </button>
  );
}
