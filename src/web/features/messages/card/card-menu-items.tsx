import { AlarmClock, AlarmClockOff, Check, MessageSquare, PenLine, Send, Undo2, UserRoundPlus, X } from "lucide-react";
import { isOpen, nextStatus } from "#contract/message-status.ts";
import type { Message } from "#contract/messages.ts";
import { Kbd } from "#ui/content/badge.tsx";
import { DropdownMenuItem } from "#ui/overlay/dropdown-menu.tsx";
import type { OnCardCommand } from "./card-actions.tsx";

export type CardMenuProps = { message: Message; onCommand: OnCardCommand };

/** The actions of a message that have no button in the footer. */
export function CardMenuItems({ message, onCommand }: CardMenuProps) {
  const { status, snoozedUntil } = message;
  return (
    <>
      {nextStatus(status, "approve") && (
        <>
          <DropdownMenuItem onSelect={() => onCommand({ kind: "approve", message })}>
            <Check />
            Goedkeuren
            <Kbd className="ml-auto">A</Kbd>
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={() => onCommand({ kind: "reviseAndApprove", message })}>
            <PenLine />
            Bewerken en goedkeuren
          </DropdownMenuItem>
        </>
      )}
      {isOpen(status) && (
        <>
          <DropdownMenuItem onSelect={() => onCommand({ kind: "snooze", message })}>
            <AlarmClock />
            Uitstellen
            <Kbd className="ml-auto">U</Kbd>
          </DropdownMenuItem>
          {snoozedUntil && (
            <DropdownMenuItem onSelect={() => onCommand({ kind: "endSnooze", message })}>
              <AlarmClockOff />
              Niet meer uitstellen
            </DropdownMenuItem>
          )}
          <DropdownMenuItem onSelect={() => onCommand({ kind: "assign", message })}>
            <UserRoundPlus />
            Toewijzen
            <Kbd className="ml-auto">T</Kbd>
          </DropdownMenuItem>
        </>
      )}
      <DropdownMenuItem onSelect={() => onCommand({ kind: "notes", message })}>
        <MessageSquare />
        Notities
        <Kbd className="ml-auto">N</Kbd>
      </DropdownMenuItem>
      {status === "error" && (
        <DropdownMenuItem onSelect={() => onCommand({ kind: "send", message })}>
          <Send />
          Opnieuw versturen
        </DropdownMenuItem>
      )}
      {nextStatus(status, "undo_approve") && (
        <DropdownMenuItem onSelect={() => onCommand({ kind: "undo", message })}>
          <Undo2 />
          Goedkeuring intrekken
        </DropdownMenuItem>
      )}
      {!isOpen(status) && nextStatus(status, "cancel") && (
        <DropdownMenuItem tone="destructive" onSelect={() => onCommand({ kind: "cancel", message })}>
          <X />
          Alle berichten annuleren
          <Kbd className="ml-auto">X</Kbd>
        </DropdownMenuItem>
      )}
    </>
  );
}
