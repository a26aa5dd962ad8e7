import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { PartyPopper } from "lucide-react";
import { queueRoutes } from "#contract/queue.ts";
import { callPage } from "#lib/api/api.ts";
import { useToday } from "#lib/dates/dates.ts";
import { Button } from "#ui/button/button.tsx";
import { Empty } from "#ui/feedback/empty.tsx";
import { NoMatches } from "#ui/feedback/no-matches.tsx";

const countText = (count: number, one: string, more: string) =>
  `${count === 0 ? "geen" : count.toLocaleString("nl-NL")} ${count === 1 ? one : more}`;

/** Nothing is left to review: what is queued for tomorrow (limits and pauses may still move it), and what was put off. */
export function DoneForToday({ snoozedCount }: { snoozedCount: number }) {
  const tomorrow = useQuery({
    queryKey: ["queue", "queued-total", "tomorrow", useToday()],
    queryFn: async ({ signal }) =>
      (await callPage(queueRoutes.queued, { query: { due: "tomorrow", limit: 1 }, signal })).total,
  }).data;
  return (
    <Empty
      icon={PartyPopper}
      title="Klaar voor vandaag"
      text={
        <>
          {tomorrow !== undefined &&
            `In de wachtrij ${tomorrow === 1 ? "staat" : "staan"} ${countText(tomorrow, "bericht", "berichten")} voor morgen. `}
          {snoozedCount > 0 && `Uitgesteld: ${countText(snoozedCount, "bericht", "berichten")}. `}
          Nieuwe berichten verschijnen hier vanzelf.
        </>
      }
      action={
        <Button asChild variant="outline" size="sm">
          <Link to="/messages-queued" search={{ datum: "tomorrow" }}>
            Bekijk de wachtrij van morgen
          </Link>
        </Button>
      }
    />
  );
}

export const NoMatchingMessages = ({ onClearFilters }: { onClearFilters: () => void }) => (
  <NoMatches
    title="Geen berichten gevonden"
    text="Met deze filters is er niets. Zoek op een andere naam of een ander bedrijf."
    onClearFilters={onClearFilters}
  />
);
