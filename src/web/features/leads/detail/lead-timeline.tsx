import type { TimelineEntry } from "#contract/leads.ts";
import { formatDateMaybeTime } from "#lib/dates/dates.ts";
import { sendPlanText } from "#lib/labels/send-plan.ts";
import { QueryStates } from "#lib/lists/query-states.tsx";
import { LinesSkeleton } from "#ui/feedback/loading.tsx";
import { useTimeline } from "../leads.api.ts";

const MESSAGE_TYPE_LABELS: Record<string, string> = { icebreaker: "Ice breaker", followup: "Follow-up" };

const ENDED_INVITATION_TEXTS: Record<string, string> = {
  ignored: "Uitnodiging niet geaccepteerd",
  withdrawn: "Uitnodiging ingetrokken",
  refused: "Uitnodiging niet verstuurd",
  unknown: "Niet bekend of de uitnodiging is verstuurd",
};
const SENTIMENT_TEXTS: Record<string, string> = {
  interested: "Reactie ontvangen: geïnteresseerd",
  not_interested: "Reactie ontvangen: niet geïnteresseerd",
  neutral: "Reactie ontvangen: neutraal",
};

const messageTypeText = (type: string | null) => MESSAGE_TYPE_LABELS[type ?? ""] ?? "Bericht";
const byPerson = (name: string | null) => (name ? ` door ${name}` : "");
const classificationText = (value: string | null) => value ?? "geen classificatie";

export const timelineText = ({ kind, by: name, detail, previous }: TimelineEntry): string => {
  switch (kind) {
    case "added":
      return "Toegevoegd";
    case "rated":
      return `Rating ${detail}/10 gekregen`;
    case "classified":
      if (detail === "DELETED") return `Verwijderd${byPerson(name)}`;
      if (previous === "DELETED") return `Hersteld${byPerson(name)}`;
      return `Van ${classificationText(previous)} naar ${classificationText(detail)}${byPerson(name)}`;
    case "invitation_queued":
      return `Uitnodiging klaargezet${name ? ` namens ${name}` : ""}`;
    case "invited":
      return `Uitgenodigd${byPerson(name)}`;
    case "accepted":
      return name ? `Uitnodiging van ${name} geaccepteerd` : "Uitnodiging geaccepteerd";
    case "invitation_ended":
      return `${ENDED_INVITATION_TEXTS[detail ?? ""] ?? "Uitnodiging beëindigd"}${name ? ` (${name})` : ""}`;
    case "message":
      return `${messageTypeText(detail)} gemaakt${name ? ` voor ${name}` : ""}`;
    case "adjusted":
      return `${detail} bewerkt${byPerson(name)}`;
    case "queued":
      return `${detail} in de wachtrij gezet${name ? ` namens ${name}` : ""}`;
    case "cancelled":
      return `${detail} geannuleerd`;
    case "message_cancelled":
      return `${messageTypeText(detail)} geannuleerd${byPerson(name)}`;
    case "replied":
      return `${previous ? (SENTIMENT_TEXTS[previous] ?? "Reactie ontvangen") : "Reactie ontvangen"}${name ? ` (aan ${name})` : ""}`;
    case "written":
      return `Bericht gestuurd op LinkedIn${byPerson(name)}`;
    case "meeting":
      return `Meeting${detail ? ` "${detail}"` : ""}${name ? ` met ${name}` : ""}`;
    case "merged":
      return `Samengevoegd met ${detail || "een andere lead"}`;
    case "sent":
      return `${detail} verstuurd${name ? ` namens ${name}` : ""}`;
  }
};

type LeadTimelineProps = {
  leadId: string;
  /** Of the level that follows the heading above it. */
  heading?: "h2" | "h3";
};

export function LeadTimeline({ leadId, heading: Heading = "h3" }: LeadTimelineProps) {
  const timeline = useTimeline(leadId);
  return (
    <section aria-label="Tijdlijn">
      <Heading className="mb-2 font-medium text-[0.8125rem]">Tijdlijn</Heading>
      <QueryStates query={timeline} errorTitle="De tijdlijn kon niet worden geladen" skeleton={<LinesSkeleton />}>
        {(entries) => (
          <ol className="flex flex-col gap-2 border-l pl-4">
            {entries.map((entry) => (
              <li key={entry.id} className="text-[0.8125rem]">
                <p>{timelineText(entry)}</p>
                {(entry.kind === "replied" || entry.kind === "written") && entry.detail && (
                  <blockquote className="line-clamp-3 break-words text-muted-foreground">“{entry.detail}”</blockquote>
                )}
                {(entry.plannedAt ?? entry.waitsFor) && (
                  <p className="text-muted-foreground text-xs">{sendPlanText(entry)}</p>
                )}
                <time dateTime={entry.at} className="text-muted-foreground text-xs tabular-nums">
                  {formatDateMaybeTime(entry.at)}
                </time>
              </li>
            ))}
          </ol>
        )}
      </QueryStates>
    </section>
  );
}
