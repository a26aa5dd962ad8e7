import { Check, Ellipsis, PenLine, Send, Undo2, X } from "lucide-react";
import { isOpen, nextStatus } from "#contract/message-status.ts";
import type { Message } from "#contract/messages.ts";
import { Button } from "#ui/button.tsx";
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from "#ui/dropdown-menu.tsx";
import { Kbd } from "#ui/kbd.tsx";
import type { OnIntent } from "./card-intent.ts";

type CardMenuProps = { message: Message; onIntent: OnIntent };

/** What can be done besides the buttons under the message. */
export function CardMenu({ message, onIntent }: CardMenuProps) {
  const { status } = message;
  if (!nextStatus(status, "cancel")) return null;
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="ghost" size="icon" aria-label={`Meer acties voor ${message.contactName}`}>
          <Ellipsis />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end" className="min-w-60">
        {nextStatus(status, "approve") && (
          <>
            <DropdownMenuItem onSelect={() => onIntent({ want: "approve", message })}>
              <Check />
              Goedkeuren
              <Kbd className="ml-auto">A</Kbd>
            </DropdownMenuItem>
            <DropdownMenuItem onSelect={() => onIntent({ want: "reviseAndApprove", message })}>
              <PenLine />
              Bewerken en goedkeuren
            </DropdownMenuItem>
          </>
        )}
        {status === "error" && (
          <DropdownMenuItem onSelect={() => onIntent({ want: "send", message })}>
            <Send />
            Opnieuw versturen
          </DropdownMenuItem>
        )}
        {nextStatus(status, "undo_approve") && (
          <DropdownMenuItem onSelect={() => onIntent({ want: "undo", message })}>
            <Undo2 />
            Goedkeuring intrekken
          </DropdownMenuItem>
        )}
        {!isOpen(status) && (
          <DropdownMenuItem tone="destructive" onSelect={() => onIntent({ want: "cancel", message })}>
            <X />
            Alle berichten annuleren
            <Kbd className="ml-auto">X</Kbd>
          </DropdownMenuItem>
        )}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
