import { formatDateTime } from "#lib/dates.ts";
import { Loaded } from "#lib/loaded.tsx";
import { LinesSkeleton } from "#ui/lines-skeleton.tsx";
import { useTimeline } from "../leads.api.ts";
import { timelineText } from "../timeline-line.ts";

/** What happened to a lead, the latest first. */
export function LeadTimeline({ leadId }: { leadId: string }) {
  const timeline = useTimeline(leadId);
  return (
    <section aria-label="Tijdlijn">
      <h3 className="mb-2 font-medium text-[0.8125rem]">Tijdlijn</h3>
      <Loaded query={timeline} problem="De tijdlijn kon niet worden geladen" skeleton={<LinesSkeleton />}>
        {(entries) => (
          <ol className="flex flex-col gap-2 border-l pl-4">
            {entries.map((entry) => (
              <li key={entry.id} className="text-[0.8125rem]">
                <p>{timelineText(entry)}</p>
                <time dateTime={entry.at} className="text-muted-foreground text-xs tabular-nums">
                  {formatDateTime(entry.at)}
                </time>
              </li>
            ))}
          </ol>
        )}
      </Loaded>
    </section>
  );
}
