import type { Message } from "#contract/messages.ts";
import { classText, classTone } from "#lib/classification.ts";
import { SyncBadge } from "#lib/sync-badge.tsx";
import { Badge, type BadgeTone } from "#ui/badge.tsx";
import { SpinnerIcon } from "#ui/spinner.tsx";
import { StarRatingButton } from "#ui/star-rating.tsx";
import { ratingOf, sentimentBadge, statusBadge } from "./card-badges.ts";
import type { OnIntent } from "./card-intent.ts";

type CardFactsProps = { message: Message; onIntent: OnIntent };

/** Why this person: the rating, the class, how they sounded; and where the message stands. */
export function CardFacts({ message, onIntent }: CardFactsProps) {
  const { leadClassification, hasReport, messageFlow } = message;
  const sentiment = sentimentBadge(message.sentiment);
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-2 gap-y-1.5 px-4 sm:px-5">
      <StarRatingButton
        value={ratingOf(message.leadRating)}
        action={hasReport ? "open het rapport" : "geen rapport"}
        disabled={!hasReport}
        onClick={() => onIntent({ want: "report", message })}
        className="mx-0 -ml-1.5"
      />
      <Badge asChild tone={classTone(leadClassification)}>
        <button
          type="button"
          aria-label={`Classificatie: ${classText(leadClassification)}. Wijzigen`}
          onClick={() => onIntent({ want: "classify", message })}
        >
          {classText(leadClassification)}
        </button>
      </Badge>
      {sentiment && <Badge tone={sentiment.tone}>{sentiment.label}</Badge>}
      <StatusBadge message={message} />
      <SyncBadge state={message.sync} />
      {messageFlow && <span className="ml-auto text-muted-foreground text-xs">{messageFlow}</span>}
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
    <Badge tone={tone} outline>
      {label}
    </Badge>
  );
}
