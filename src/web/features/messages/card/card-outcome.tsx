import type { Message } from "#contract/messages.ts";
import { formatDate } from "#lib/dates/dates.ts";

const OUTCOME_TEXTS = {
  connected: "Contact heeft geaccepteerd - LinkedIn verbinding gemaakt",
  interested: "Contact heeft interesse getoond - follow-up mogelijk",
  not_interested: "Contact niet geïnteresseerd - geen verdere actie nodig",
  neutral: "Neutrale reactie - eventueel later opnieuw benaderen",
  error: "Fout bij verzenden - check LinkedIn verbinding",
};

type CardOutcomeProps = { message: Message; status: "sent" | keyof typeof OUTCOME_TEXTS };

/** The footer of a message that was sent. */
export const CardOutcome = ({ message, status }: CardOutcomeProps) => (
  <footer className="flex flex-wrap items-center justify-between gap-2 border-t px-4 py-3 text-[0.8125rem] text-muted-foreground sm:px-5">
    {status === "sent" ? (
      <>
        <p>Ice breaker verzonden op {formatDate(message.sentAt ?? message.changedAt ?? message.dateCreated)}</p>
        <p>Wacht op reactie...</p>
      </>
    ) : (
      <p className={status === "error" ? "text-danger" : undefined}>{OUTCOME_TEXTS[status]}</p>
    )}
  </footer>
);
