import { useState } from "react";
import { parseConversation } from "#contract/message-text.ts";
import { formatDateTime, fromWallClock } from "#lib/dates/dates.ts";
import { cn } from "#ui/cn.ts";
import { ClampedText } from "#ui/content/clamped-text.tsx";

/** Messages of an older conversation shown before "Meer" is pressed. */
const VISIBLE_MESSAGES = 4;

type ConversationProps = { text: string; contactName: string };

/** The older conversation as a chat: sales on the left, the contact on the right. */
export function CardConversation({ text, contactName }: ConversationProps) {
  const [expanded, setExpanded] = useState(false);
  const messages = parseConversation(text).map((message, index) => ({ ...message, index }));
  if (messages.length === 0) {
    return <ClampedText lines={12}>{text || "Nog geen gesprek."}</ClampedText>;
  }
  const hiddenCount = expanded ? 0 : Math.max(0, messages.length - VISIBLE_MESSAGES);
  return (
    <ol className="flex max-w-prose flex-col gap-2 rounded-sm border bg-background p-3">
      {hiddenCount > 0 && (
        <li className="text-center">
          <button
            type="button"
            onClick={() => setExpanded(true)}
            className="h-6 cursor-pointer rounded-xs font-medium text-link text-xs underline-offset-4 hover:underline"
          >
            Meer: {hiddenCount} eerdere {hiddenCount === 1 ? "regel" : "regels"}
          </button>
        </li>
      )}
      {messages.slice(hiddenCount).map((message) => (
        <li
          key={message.index}
          className={cn("flex max-w-[85%] flex-col gap-0.5", message.fromSales ? "items-start" : "items-end self-end")}
        >
          <p className="text-muted-foreground text-xs">
            {senderName(message.sender, contactName)} · <time>{formatMessageTime(message.at)}</time>
          </p>
          <p
            className={cn(
              "whitespace-pre-line break-words rounded-md px-3 py-1.5 leading-relaxed",
              message.fromSales ? "rounded-tl-xs bg-secondary" : "rounded-tr-xs bg-info-soft",
            )}
          >
            {message.text}
          </p>
        </li>
      ))}
    </ol>
  );
}

const senderName = (sender: string, contactName: string): string =>
  sender.toLowerCase().includes("lead") ? contactName : sender;

const formatMessageTime = (at: string): string => {
  const isoTime = at.replace(" ", "T");
  return Number.isNaN(Date.parse(isoTime)) ? at : formatDateTime(fromWallClock(isoTime));
};
