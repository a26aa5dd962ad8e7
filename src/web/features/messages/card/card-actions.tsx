import { Check, Pencil, RotateCw, Send, WandSparkles, X } from "lucide-react";
import type { ReactNode } from "react";
import type { MessageStatus } from "#contract/message-status.ts";
import type { Message } from "#contract/messages.ts";
import { formatDate } from "#lib/dates/dates.ts";
import { Button } from "#ui/button/button.tsx";
import { TooltipButton } from "#ui/button/tooltip-button.tsx";
import { useIsPhone } from "#ui/use-media-query.ts";
import type { OnCardCommand } from "./card-command.ts";
import { CardMenu } from "./card-menu.tsx";

type CardFooterProps = { message: Message; sending: boolean; onCommand: OnCardCommand };

/** The action buttons of an open message; otherwise the outcome. */
export function CardFooter({ message, sending, onCommand }: CardFooterProps) {
  switch (message.status) {
    case "pending":
    case "rewritten":
    case "edited":
      return <OpenFooter message={message} sending={sending} onCommand={onCommand} />;
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

const OpenFooter = (props: CardFooterProps) =>
  useIsPhone() ? <PhoneButtons {...props} /> : <CardButtons {...props} />;

const Created = ({ message }: { message: Message }) => (
  <p className="ml-auto text-muted-foreground text-xs tabular-nums">Created: {formatDate(message.dateCreated)}</p>
);

/** Sticks to the bottom of the window, within reach of the thumb, while the card is in view. The other actions are in the menu. */
const PhoneButtons = ({ message, sending, onCommand }: CardFooterProps) => (
  <>
    <div className="flex px-4 pb-3">
      <Created message={message} />
    </div>
    <footer className="sticky bottom-0 z-5 flex items-center gap-2 rounded-b-md border-t bg-card px-4 py-2.5">
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

const REWRITE_IN_PROGRESS = "Er wordt al een nieuwe tekst gemaakt.";

function CardButtons({ message, sending, onCommand }: CardFooterProps) {
  const disabledReason = message.regenerating ? REWRITE_IN_PROGRESS : undefined;
  return (
    <footer className={footerStyle}>
      <Button size="sm" onClick={() => onCommand({ kind: "approve", message })}>
        <Check />
        Goedkeuren
      </Button>
      <TooltipButton
        variant="outline"
        size="sm"
        disabledReason={disabledReason}
        onClick={() => onCommand({ kind: "rerun", message })}
      >
        <RotateCw />
        Rerun
      </TooltipButton>
      <TooltipButton
        variant="outline"
        size="sm"
        busy={sending}
        hint="Nu versturen"
        onClick={() => onCommand({ kind: "send", message })}
      >
        <Send />
        SENT
      </TooltipButton>
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
        variant="ghost"
        size="sm"
        className="text-muted-foreground hover:bg-danger-soft hover:text-danger"
        onClick={() => onCommand({ kind: "cancel", message })}
      >
        <X />
        Cancel
      </Button>
      <Created message={message} />
    </footer>
  );
}
