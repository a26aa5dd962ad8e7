import type { ResultsOverview } from "#contract/statistics.ts";
import { cn } from "#ui/cn.ts";
import { Card } from "#ui/page/card.tsx";
import { rateText } from "./results-measures.ts";

type Step = {
  name: string;
  current: number;
  previous: number;
  /** What the number is a share of. */
  share?: string | undefined;
  /** What became of the rest, or what the step counts when that differs from the steps above. */
  note?: string | undefined;
  /** It counts something else than the steps above. */
  isApart?: boolean;
};

const count = (value: number): string => value.toLocaleString("nl-NL");
const countOf = (value: number, one: string, several: string): string =>
  `${count(value)} ${value === 1 ? one : several}`;

const shareOf = (rate: number | null, whole: string): string | undefined =>
  rate === null ? undefined : `${rateText(rate)} van ${whole}, `;

const restOf = (rate: number | null, open: number, ended = 0): string | undefined =>
  rate === null
    ? undefined
    : `${ended > 0 ? `${count(ended)} niet geaccepteerd, ` : ""}${count(Math.max(0, open - ended))} nog open`;

const toSteps = ({ total: { current, previous }, endedInvitations, outcomes }: ResultsOverview): Step[] => [
  {
    name: "Uitgenodigd",
    current: current.invited,
    previous: previous.invited,
  },
  {
    name: "Geaccepteerd",
    current: current.accepted,
    previous: previous.accepted,
    share: shareOf(current.acceptanceRate, countOf(current.invited, "uitnodiging", "uitnodigingen")),
    note: restOf(current.acceptanceRate, current.invited - current.accepted, endedInvitations),
  },
  {
    name: "Beantwoord",
    current: current.replied,
    previous: previous.replied,
    share: shareOf(current.replyRate, countOf(current.sent, "bericht", "berichten")),
    note: restOf(current.replyRate, current.sent - current.replied),
  },
  // Meetings and clients of the period, also those that no message of the period led to: no share of a step above.
  {
    name: "Meetings",
    current: outcomes.current.meetings,
    previous: outcomes.previous.meetings,
    note: "gehouden in deze periode, los van de uitnodigingen",
    isApart: true,
  },
  {
    name: "Klanten",
    current: outcomes.current.clients,
    previous: outcomes.previous.clients,
    note: "klant geworden in deze periode, los van de uitnodigingen",
  },
];

/** From invitation to client. What has no outcome yet is shown as open, not as lost. */
export const Funnel = ({ results }: { results: ResultsOverview }) => {
  const steps = toSteps(results);
  // One scale for all bars: a shorter bar is a smaller number.
  const largest = Math.max(1, ...steps.map(({ current }) => current));
  return (
    <Card className="px-4 py-3 sm:px-5 print:px-2 print:py-1.5">
      <ol aria-label="Van uitnodiging tot klant" className="flex flex-col gap-2.5 print:gap-1">
        {steps.map(({ name, current, previous, share, note, isApart }) => (
          <li
            key={name}
            className={cn(
              "grid grid-cols-[6.5rem_3.5rem_1fr] items-center gap-x-3 gap-y-1 text-[0.8125rem] sm:grid-cols-[7rem_4rem_minmax(6rem,1fr)_minmax(0,26rem)] print:text-xs",
              isApart && "border-t pt-2.5 print:pt-1",
            )}
          >
            <span className="font-medium">{name}</span>
            <span className="text-right font-semibold tabular-nums">{count(current)}</span>
            <svg aria-hidden className="h-2 w-full" preserveAspectRatio="none">
              <rect width="100%" height="100%" rx="4" className="fill-muted" />
              <rect width={`${(current / largest) * 100}%`} height="100%" rx="4" className="fill-primary" />
            </svg>
            <span className="text-muted-foreground text-xs tabular-nums max-sm:col-span-full">
              {/* On a phone the numbers below the funnel say it. */}
              {share && <span className="max-sm:hidden">{share}</span>}
              {note && `${note} · `}was {count(previous)}
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
};
