import { Check, Ellipsis, Pencil, PenLine, RotateCw, Send, Undo2, WandSparkles, X } from "lucide-react";
import type { ReactNode } from "react";
import { isOpen, type MessageStatus, nextStatus } from "#contract/message-status.ts";
import type { DueKey } from "#contract/message-text.ts";
import type { Message } from "#contract/messages.ts";
import { formatDate } from "#lib/dates/dates.ts";
import { Button } from "#ui/button/button.tsx";
import { GuardedButton } from "#ui/button/guarded-button.tsx";
import { Kbd } from "#ui/content/kbd.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "#ui/overlay/dropdown-menu.tsx";

/** What somebody wants of a card; the list of cards decides how it is done. */
export type CardCommand =
  | {
      want:
        | "approve"
        | "reviseAndApprove"
        | "edit"
        | "rewrite"
        | "rerun"
        | "send"
        | "cancel"
        | "undo"
        | "classify"
        | "report"
        | "select";
      message: Message;
    }
  | { want: "reschedule"; message: Message; dueKey: DueKey; header: string; at: string };

export type OnCardCommand = (intent: CardCommand) => void;

type CardFooterProps = { message: Message; sending: boolean; onIntent: OnCardCommand };

/** What can be done, or what came of it. */
export function CardFooter({ message, sending, onIntent }: CardFooterProps) {
  switch (message.status) {
    case "pending":
    case "rewritten":
    case "edited":
      return <CardButtons message={message} sending={sending} onIntent={onIntent} />;
    case "sent":
      return (
        <Outcome>
          <p>Ice breaker verzonden op {formatDate(message.sentAt ?? message.changedAt ?? message.dateCreated)}</p>
          <p>Wacht op reactie...</p>
        </Outcome>
      );
    case "connected":
    case "interested":
    case "not_interested":
    case "neutral":
    case "error":
      return (
        <Outcome>
          <p className={message.status === "error" ? "text-danger" : undefined}>{OUTCOME_TEXTS[message.status]}</p>
        </Outcome>
      );
    case "approved":
    case "cancelled":
      return null;
  }
}

const OUTCOME_TEXTS = {
  connected: "Contact heeft geaccepteerd - LinkedIn verbinding gemaakt",
  interested: "Contact heeft interesse getoond - follow-up mogelijk",
  not_interested: "Contact niet geïnteresseerd - geen verdere actie nodig",
  neutral: "Neutrale reactie - eventueel later opnieuw benaderen",
  error: "Fout bij verzenden - check LinkedIn verbinding",
} satisfies Partial<Record<MessageStatus, string>>;

const footerStyle = "flex flex-wrap items-center gap-2 border-t px-4 py-3 sm:px-5";

const Outcome = ({ children }: { children: ReactNode }) => (
  <footer className={`${footerStyle} justify-between text-[0.8125rem] text-muted-foreground`}>{children}</footer>
);

const REWRITE_IN_PROGRESS = "Er wordt al een nieuwe tekst gemaakt.";

function CardButtons({ message, sending, onIntent }: CardFooterProps) {
  const refusal = message.regenerating ? REWRITE_IN_PROGRESS : undefined;
  return (
    <footer className={footerStyle}>
      <GuardedButton variant="outline" size="sm" refusal={refusal} onClick={() => onIntent({ want: "rerun", message })}>
        <RotateCw />
        Rerun
      </GuardedButton>
      <Button size="sm" busy={sending} onClick={() => onIntent({ want: "send", message })}>
        <Send />
        SENT
      </Button>
      <GuardedButton
        variant="outline"
        size="sm"
        refusal={refusal}
        onClick={() => onIntent({ want: "rewrite", message })}
      >
        <WandSparkles />
        Herschrijf
      </GuardedButton>
      <Button variant="outline" size="sm" onClick={() => onIntent({ want: "edit", message })}>
        <Pencil />
        Bewerken
      </Button>
      <Button variant="outline" size="sm" className="text-danger" onClick={() => onIntent({ want: "cancel", message })}>
        <X />
        Cancel
      </Button>
      <p className="ml-auto text-muted-foreground text-xs tabular-nums">Created: {formatDate(message.dateCreated)}</p>
    </footer>
  );
}

type CardMenuProps = { message: Message; onIntent: OnCardCommand };

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
