import { Check, Pencil } from "lucide-react";
import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import type { Message } from "#contract/messages.ts";
import { formatDate } from "#lib/dates/dates.ts";
import { Button } from "#ui/button/button.tsx";
import { cn } from "#ui/cn.ts";
import type { OnCardCommand } from "./card-command.ts";
import { CardMenu } from "./card-menu.tsx";

const PHONE_BAR = "[data-bottom-bar]";

/** Whether the bar of an earlier card is in sight, below the page header. */
const isAfterVisibleBar = (bar: HTMLElement): boolean => {
  const top = document.querySelector("main > header")?.getBoundingClientRect().bottom ?? 0;
  for (const earlier of document.querySelectorAll(PHONE_BAR)) {
    if (earlier === bar) return false;
    const box = earlier.getBoundingClientRect();
    if (box.bottom > top && box.top < innerHeight) return true;
  }
  return false;
};

/** One bar sticks at a time: the next waits at the end of its card until the one before it has scrolled away. */
const useIsSticky = (bar: RefObject<HTMLElement | null>): boolean => {
  const [isSticky, setIsSticky] = useState(false);
  useLayoutEffect(() => {
    const update = () => setIsSticky(bar.current !== null && !isAfterVisibleBar(bar.current));
    update();
    // A card above may become higher or lower without scrolling.
    const observer = new ResizeObserver(update);
    observer.observe(document.body);
    addEventListener("scroll", update, { passive: true, capture: true });
    return () => {
      observer.disconnect();
      removeEventListener("scroll", update, { capture: true });
    };
  }, [bar]);
  return isSticky;
};

type PhoneButtonsProps = { message: Message; sending: boolean; onCommand: OnCardCommand };

/** Sticks to the bottom of the window, within reach of the thumb, while the card is in view. The other actions are in the menu. */
export function PhoneButtons({ message, sending, onCommand }: PhoneButtonsProps) {
  const bar = useRef<HTMLElement>(null);
  const isSticky = useIsSticky(bar);
  return (
    <>
      <p className="px-4 pb-3 text-right text-muted-foreground text-xs tabular-nums">
        Created: {formatDate(message.dateCreated)}
      </p>
      <footer
        ref={bar}
        data-bottom-bar
        className={cn(
          "bottom-0 z-5 flex items-center gap-2 rounded-b-md border-t bg-card px-4 py-2.5",
          isSticky && "sticky",
        )}
      >
        <Button className="h-11 flex-1" busy={sending} onClick={() => onCommand({ kind: "approve", message })}>
          <Check />
          Goedkeuren
        </Button>
        <Button
          variant="outline"
          className="size-11 px-0"
          aria-label="Bewerken"
          onClick={() => onCommand({ kind: "edit", message })}
        >
          <Pencil />
        </Button>
        <CardMenu message={message} onCommand={onCommand} variant="outline" className="size-11" />
      </footer>
    </>
  );
}
