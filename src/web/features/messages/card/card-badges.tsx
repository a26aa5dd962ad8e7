import type { MessageStatus } from "#contract/message-status.ts";
import type { Message } from "#contract/messages.ts";
import { formatLongDate, useToday } from "#lib/dates/dates.ts";
import { classificationText, classificationTone } from "#lib/labels/classification.ts";
import { SyncBadge } from "#lib/sync/sync-badge.tsx";
import { cn } from "#ui/cn.ts";
import { Badge, type BadgeTone } from "#ui/content/badge.tsx";
import { StarRatingButton } from "#ui/content/star-rating.tsx";
import { SpinnerIcon } from "#ui/feedback/loading.tsx";
import type { OnCardCommand } from "./card-command.ts";

type BadgeText = { label: string; tone: BadgeTone };

/** Airtable sends the rating as free text. */
export const parseRating = (text: string | null): number | null => {
  const rating = text === null || text.trim() === "" ? Number.NaN : Number(text.replace(",", "."));
  return Number.isFinite(rating) ? rating : null;
};

const SENTIMENT_BADGES: Record<string, BadgeText> = {
  positive: { label: "Positief", tone: "success" },
  negative: { label: "Negatief", tone: "danger" },
  neutral: { label: "Neutraal", tone: "neutral" },
};

export const sentimentBadge = (sentiment: string | null): BadgeText => {
  const text = sentiment?.trim();
  if (!text) return { label: "Geen sentiment", tone: "neutral" };
  return SENTIMENT_BADGES[text.toLowerCase()] ?? { label: text, tone: "neutral" };
};

const STATUS_BADGES: Record<MessageStatus, BadgeText> = {
  pending: { label: "Te beoordelen", tone: "neutral" },
  rewritten: { label: "Herschreven", tone: "violet" },
  edited: { label: "Bewerkt", tone: "violet" },
  approved: { label: "Goedgekeurd", tone: "success" },
  sent: { label: "Verzonden", tone: "info" },
  connected: { label: "Verbonden", tone: "info" },
  interested: { label: "Geïnteresseerd", tone: "success" },
  not_interested: { label: "Niet geïnteresseerd", tone: "danger" },
  neutral: { label: "Neutraal", tone: "neutral" },
  error: { label: "Fout", tone: "danger" },
  cancelled: { label: "Geannuleerd", tone: "neutral" },
};

const statusBadge = (status: MessageStatus): BadgeText => STATUS_BADGES[status];

type LeadBadgesProps = { message: Message; onCommand: OnCardCommand };

/** Rating and classification of the lead of a message. */
export const LeadBadges = ({ message, onCommand }: LeadBadgesProps) => {
  const { leadClassification, hasReport } = message;
  return (
    <>
      <StarRatingButton
        value={parseRating(message.leadRating)}
        action={hasReport ? "open het rapport" : "geen rapport"}
        disabled={!hasReport}
        isShortOnPhone
        onClick={() => onCommand({ kind: "report", message })}
        className="mx-0 -ml-1.5"
      />
      <Badge asChild tone={classificationTone(leadClassification)}>
        <button
          type="button"
          aria-label={`Classificatie: ${classificationText(leadClassification)}. Wijzigen`}
          onClick={() => onCommand({ kind: "classify", message })}
        >
          {classificationText(leadClassification)}
        </button>
      </Badge>
    </>
  );
};

type CardBadgesProps = LeadBadgesProps & { isBesideLead: boolean };

/** Rating and classification of the lead; sentiment, status and sync state of the message. */
export function CardBadges({ message, isBesideLead, onCommand }: CardBadgesProps) {
  const { messageFlow, snoozedUntil, assignedTo, noteCount } = message;
  const sentiment = sentimentBadge(message.sentiment);
  // `snoozedUntil` keeps its value after that day: the message is in the list again, and the badge must not say that it is snoozed.
  const today = useToday();
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1.5 px-4 sm:px-5">
      {!isBesideLead && <LeadBadges message={message} onCommand={onCommand} />}
      <Badge tone={sentiment.tone}>{sentiment.label}</Badge>
      <StatusBadge message={message} />
      <SyncBadge state={message.sync} />
      {snoozedUntil && snoozedUntil > today && (
        <Badge tone="warning">{`Uitgesteld tot ${formatLongDate(`${snoozedUntil}T12:00:00Z`)}`}</Badge>
      )}
      {assignedTo && <Badge>{`Voor ${assignedTo.name}`}</Badge>}
      {noteCount > 0 && (
        <Badge asChild>
          <button type="button" onClick={() => onCommand({ kind: "notes", message })}>
            {noteCount === 1 ? "1 notitie" : `${noteCount} notities`}
          </button>
        </Badge>
      )}
      {messageFlow && <span className="ml-auto text-muted-foreground text-xs">van {messageFlow}</span>}
    </div>
  );
}

function StatusBadge({ message: { status, regenerating } }: { message: Message }) {
  if (regenerating) {
    return (
      <Badge tone="violet">
        <SpinnerIcon />
        Wordt herschreven
      </Badge>
    );
  }
  const { label, tone }: { label: string; tone: BadgeTone } = statusBadge(status);
  return (
    // On a phone the heading of the group is enough for a message that waits.
    <Badge tone={tone} outline className={cn(status === "pending" && "max-sm:hidden")}>
      {label}
    </Badge>
  );
}
