import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { PartyPopper } from "lucide-react";
import { queueRoutes } from "#contract/queue.ts";
import { callPage } from "#lib/api/api.ts";
import { Button } from "#ui/button/button.tsx";
import { Empty } from "#ui/feedback/empty.tsx";

const countText = (count: number, one: string, more: string) =>
  `${count === 0 ? "geen" : count.toLocaleString("nl-NL")} ${count === 1 ? one : more}`;

/** Nothing is left to review: what goes out tomorrow, and what was put off. */
export function DoneForToday({ snoozedCount }: { snoozedCount: number }) {
  const tomorrow = useQuery({
    queryKey: ["queue", "queued-total", "tomorrow"],
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
            `Morgen ${tomorrow === 1 ? "gaat" : "gaan"} er ${countText(tomorrow, "bericht", "berichten")} uit. `}
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
