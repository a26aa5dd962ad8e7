import { TriangleAlert } from "lucide-react";
import { isOpen } from "#contract/message-status.ts";
import type { Message } from "#contract/messages.ts";
import { unwelcomeReason } from "#contract/refusal.ts";
import { Button } from "#ui/button/button.tsx";
import type { OnCardCommand } from "./card-actions.tsx";

type CardWarningProps = { message: Message; onCommand: OnCardCommand };

/** Warns that the lead may not want another message, and offers the class that stops all messages. */
export function CardWarning({ message, onCommand }: CardWarningProps) {
  const reason = isOpen(message.status) ? unwelcomeReason(message) : undefined;
  if (!reason) return null;
  return (
    <div
      role="note"
      className="mx-4 mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-sm border border-warning/40 bg-warning-soft px-3 py-2 text-[0.8125rem] text-warning leading-5 sm:mx-5"
    >
      <p className="flex min-w-0 flex-1 basis-60 items-start gap-2">
        <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
        {reason} Wil je deze lead nog een bericht sturen?
      </p>
      <Button variant="outline" size="sm" onClick={() => onCommand({ kind: "markNotInterested", message })}>
        NOT INTERESTED
      </Button>
    </div>
  );
}
