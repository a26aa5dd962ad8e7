import { Pencil, RotateCw, Send, WandSparkles, X } from "lucide-react";
import type { ReactNode } from "react";
import type { MessageStatus } from "#contract/message-status.ts";
import type { Message } from "#contract/messages.ts";
import { formatDate } from "#lib/dates.ts";
import { Button } from "#ui/button.tsx";
import { GuardedButton } from "#ui/guarded-button.tsx";
import type { OnIntent } from "./card-intent.ts";

type CardFooterProps = { message: Message; sending: boolean; onIntent: OnIntent };

/** What can be done, or what came of it. */
export function CardFooter({ message, sending, onIntent }: CardFooterProps) {
  switch (message.status) {
    case "pending":
    case "rewritten":
    case "edited":
      return <Actions message={message} sending={sending} onIntent={onIntent} />;
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
          <p className={message.status === "error" ? "text-danger" : undefined}>{OUTCOMES[message.status]}</p>
        </Outcome>
      );
    case "approved":
    case "cancelled":
      return null;
  }
}

const OUTCOMES = {
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

const BEING_REWRITTEN = "Er wordt al een nieuwe tekst gemaakt.";

function Actions({ message, sending, onIntent }: CardFooterProps) {
  const refusal = message.regenerating ? BEING_REWRITTEN : undefined;
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
