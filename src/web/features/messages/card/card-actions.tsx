import { Check, Ellipsis, Pencil, PenLine, RotateCw, Send, Undo2, WandSparkles, X } from "lucide-react";
import type { ReactNode } from "react";
import { isOpen, type MessageStatus, nextStatus } from "#contract/message-status.ts";
import type { DueKey } from "#contract/message-text.ts";
import type { Message } from "#contract/messages.ts";
import { formatDate } from "#lib/dates/dates.ts";
import { Button } from "#ui/button/button.tsx";
import { TooltipButton } from "#ui/button/tooltip-button.tsx";
import { Kbd } from "#ui/content/badge.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "#ui/overlay/dropdown-menu.tsx";

/** What a card's button, menu or shortcut asks for. useReview turns it into an action or opens a dialog. */
export type CardCommand =
  | {
      kind:
        | "approve"
        | "reviseAndApprove"
        | "edit"
        | "rewrite"
        | "rerun"
        | "send"
        | "cancel"
        | "undo"
        | "classify"
        | "markNotInterested"
        | "resendFeedback"
        | "report"
        | "select";
      message: Message;
    }
  | { kind: "reschedule"; message: Message; dueKey: DueKey; header: string; at: string };

export type OnCardCommand = (command: CardCommand) => void;

type CardFooterProps = { message: Message; sending: boolean; onCommand: OnCardCommand };

/** The action buttons of an open message; otherwise the outcome. */
export function CardFooter({ message, sending, onCommand }: CardFooterProps) {
  switch (message.status) {
    case "pending":
    case "rewritten":
    case "edited":
      return <CardButtons message={message} sending={sending} onCommand={onCommand} />;
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

function CardButtons({ message, sending, onCommand }: CardFooterProps) {
  const disabledReason = message.regenerating ? REWRITE_IN_PROGRESS : undefined;
  return (
    <footer className={footerStyle}>
      <TooltipButton
        variant="outline"
        size="sm"
        disabledReason={disabledReason}
        onClick={() => onCommand({ kind: "rerun", message })}
      >
        <RotateCw />
        Rerun
      </TooltipButton>
      <Button size="sm" busy={sending} onClick={() => onCommand({ kind: "send", message })}>
        <Send />
        SENT
      </Button>
      <TooltipButton
        variant="outline"
        size="sm"
        disabledReason={disabledReason}
        onClick={() => onCommand({ kind: "rewrite", message })}
      >
        <WandSparkles />
        Herschrijf
      </TooltipButton>
      <Button variant="outline" size="sm" onClick={() => onCommand({ kind: "edit", message })}>
        <Pencil />
        Bewerken
      </Button>
      <Button
        variant="outline"
        size="sm"
        className="text-danger"
        onClick={() => onCommand({ kind: "cancel", message })}
      >
        <X />
        Cancel
      </Button>
      <p className="ml-auto text-muted-foreground text-xs tabular-nums">Created: {formatDate(message.dateCreated)}</p>
    </footer>
  );
}

type CardMenuProps = { message: Message; onCommand: OnCardCommand };

/** The "…" menu: actions that have no button in the footer. */
export function CardMenu({ message, onCommand }: CardMenuProps) {
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
        {!isOpen(status) && (
          <DropdownMenuItem tone="destructive" onSelect={() => onCommand({ kind: "cancel", message })}>
            <X />
            Alle berichten annuleren
            <Kbd className="ml-auto">X</Kbd>
          </DropdownMenuItem>
        )}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
