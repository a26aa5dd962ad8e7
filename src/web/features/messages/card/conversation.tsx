import { useState } from "react";
import { parseConversation } from "#contract/message-text.ts";
import { formatDateTime } from "#lib/dates.ts";
import { fromWallClock } from "#lib/wall-clock.ts";
import { cn } from "#ui/cn.ts";
import { Fold } from "#ui/fold.tsx";

/** The last of it is what one answers; the rest is there for who wants it. */
const SHOWN = 4;

type ConversationProps = { text: string; contactName: string };

/** What was said before, as a chat: we on the left, the contact on the right. */
export function Conversation({ text, contactName }: ConversationProps) {
  const [whole, setWhole] = useState(false);
  const lines = parseConversation(text).map((line, number) => ({ ...line, number }));
  if (lines.length === 0) {
    return <Fold lines={12}>{text || "Nog geen gesprek."}</Fold>;
  }
  const earlier = whole ? 0 : Math.max(0, lines.length - SHOWN);
  return (
    <ol className="flex max-w-prose flex-col gap-2 rounded-sm border bg-background p-3">
      {earlier > 0 && (
        <li className="text-center">
          <button
            type="button"
            onClick={() => setWhole(true)}
            className="h-6 cursor-pointer rounded-xs font-medium text-link text-xs underline-offset-4 hover:underline"
          >
            Meer: {earlier} eerdere {earlier === 1 ? "regel" : "regels"}
          </button>
        </li>
      )}
      {lines.slice(earlier).map((line) => (
        <li
          key={line.number}
          className={cn("flex max-w-[85%] flex-col gap-0.5", line.fromSales ? "items-start" : "items-end self-end")}
        >
          <p className="text-muted-foreground text-xs">
            {senderName(line.sender, contactName)} · <time>{momentOf(line.at)}</time>
          </p>
          <p
            className={cn(
              "whitespace-pre-line break-words rounded-md px-3 py-1.5 leading-relaxed",
              line.fromSales ? "rounded-tl-xs bg-secondary" : "rounded-tr-xs bg-info-soft",
            )}
          >
            {line.text}
          </p>
        </li>
      ))}
    </ol>
  );
}

const senderName = (sender: string, contactName: string): string =>
  sender.toLowerCase().includes("lead") ? contactName : sender;

const momentOf = (at: string): string => {
  const shown = at.replace(" ", "T");
  return Number.isNaN(Date.parse(shown)) ? at : formatDateTime(fromWallClock(shown));
};
