import {
  AlarmClock,
  AlarmClockOff,
  Check,
  History,
  MessageSquare,
  PenLine,
  RotateCw,
  Send,
  Undo2,
  UserRoundPlus,
  WandSparkles,
  X,
} from "lucide-react";
import { isOpen, nextStatus } from "#contract/message-status.ts";
import type { Message } from "#contract/messages.ts";
import { useToday } from "#lib/dates/dates.ts";
import { useCompanyCard } from "#lib/session/session.ts";
import { Kbd } from "#ui/content/badge.tsx";
import { DropdownMenuItem, DropdownMenuSeparator } from "#ui/overlay/dropdown-menu.tsx";
import { useIsPhone } from "#ui/use-media-query.ts";
import type { OnCardCommand } from "./card-command.ts";

export type CardMenuProps = { message: Message; onCommand: OnCardCommand };

/** The buttons that the footer of an open message has in a wider window. */
const FooterItems = ({ message, onCommand }: CardMenuProps) => (
  <>
    <DropdownMenuItem disabled={message.regenerating} onSelect={() => onCommand({ kind: "rerun", message })}>
      <RotateCw />
      Rerun
    </DropdownMenuItem>
    <DropdownMenuItem onSelect={() => onCommand({ kind: "send", message })}>
      <Send />
      SENT
    </DropdownMenuItem>
    <DropdownMenuItem disabled={message.regenerating} onSelect={() => onCommand({ kind: "rewrite", message })}>
      <WandSparkles />
      Herschrijf
    </DropdownMenuItem>
    <DropdownMenuSeparator />
  </>
);

/** The actions of a message that have no button in the footer. */
export function CardMenuItems({ message, onCommand }: CardMenuProps) {
  const { status, snoozedUntil } = message;
  const isPhone = useIsPhone();
  const today = useToday();
  const syncsWithAirtable = useCompanyCard(false).data?.syncsWithAirtable === true;
  return (
    <>
      {isPhone && isOpen(status) && <FooterItems message={message} onCommand={onCommand} />}
      {nextStatus(status, "approve") && (
        <>
          {!isPhone && (
            <DropdownMenuItem onSelect={() => onCommand({ kind: "approve", message })}>
              <Check />
              Goedkeuren
              <Kbd className="ml-auto max-sm:hidden">A</Kbd>
            </DropdownMenuItem>
          )}
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
            <Kbd className="ml-auto max-sm:hidden">U</Kbd>
          </DropdownMenuItem>
          {snoozedUntil && snoozedUntil > today && (
            <DropdownMenuItem onSelect={() => onCommand({ kind: "endSnooze", message })}>
              <AlarmClockOff />
              Niet meer uitstellen
            </DropdownMenuItem>
          )}
          <DropdownMenuItem onSelect={() => onCommand({ kind: "assign", message })}>
            <UserRoundPlus />
            Toewijzen
            <Kbd className="ml-auto max-sm:hidden">T</Kbd>
          </DropdownMenuItem>
        </>
      )}
      <DropdownMenuItem onSelect={() => onCommand({ kind: "notes", message })}>
        <MessageSquare />
        Notities
        <Kbd className="ml-auto max-sm:hidden">N</Kbd>
      </DropdownMenuItem>
      {syncsWithAirtable && (
        <DropdownMenuItem onSelect={() => onCommand({ kind: "airtable", message })}>
          <History />
          Wijzigingen met Airtable
        </DropdownMenuItem>
      )}
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
      {isPhone && isOpen(status) && (
        <DropdownMenuItem tone="destructive" onSelect={() => onCommand({ kind: "cancel", message })}>
          <X />
          Cancel
        </DropdownMenuItem>
      )}
      {!isOpen(status) && nextStatus(status, "cancel") && (
        <DropdownMenuItem tone="destructive" onSelect={() => onCommand({ kind: "cancel", message })}>
          <X />
          Alle berichten annuleren
          <Kbd className="ml-auto max-sm:hidden">X</Kbd>
        </DropdownMenuItem>
      )}
    </>
  );
}
