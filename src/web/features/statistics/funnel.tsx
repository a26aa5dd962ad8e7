import type { ResultsOverview } from "#contract/statistics.ts";
import { Card } from "#ui/page/card.tsx";
import { rateText } from "./results-measures.ts";

type Step = {
  name: string;
  current: number;
  previous: number;
  /** What the number is a share of, and what is still open. */
  share?: { rate: number | null; wholeText: string; open: string };
};

const count = (value: number): string => value.toLocaleString("nl-NL");

const toSteps = ({ total, outcomes }: ResultsOverview): Step[] => {
  const { current, previous } = total;
  return [
    { name: "Uitgenodigd", current: current.invited, previous: previous.invited },
    {
      name: "Geaccepteerd",
      current: current.accepted,
      previous: previous.accepted,
      share: {
        rate: current.acceptanceRate,
        wholeText: `van ${count(current.invited)} uitnodigingen`,
        open: `${count(current.invited - current.accepted)} nog open`,
      },
    },
    {
      name: "Beantwoord",
      current: current.replied,
      previous: previous.replied,
      share: {
        rate: current.replyRate,
        wholeText: `van ${count(current.sent)} berichten`,
        open: `${count(current.sent - current.replied)} nog open`,
      },
    },
    { name: "Meetings", current: outcomes.current.meetings, previous: outcomes.previous.meetings },
    { name: "Klanten", current: outcomes.current.clients, previous: outcomes.previous.clients },
  ];
};

/** From invitation to client. What has no outcome yet is shown as open, not as lost. */
export const Funnel = ({ results }: { results: ResultsOverview }) => {
  const steps = toSteps(results);
  const max = Math.max(1, ...steps.map(({ current }) => current));
  return (
    <Card className="px-4 py-3 sm:px-5 print:hidden">
      <ol aria-label="Van uitnodiging tot klant" className="flex flex-col gap-2.5">
        {steps.map(({ name, current, previous, share }) => (
          <li
            key={name}
            className="grid grid-cols-[6.5rem_3.5rem_1fr] items-center gap-x-3 gap-y-1 text-[0.8125rem] sm:grid-cols-[7rem_4rem_minmax(6rem,1fr)_minmax(0,22rem)]"
          >
            <span className="font-medium">{name}</span>
            <span className="text-right font-semibold tabular-nums">{count(current)}</span>
            <svg aria-hidden className="h-2 w-full" preserveAspectRatio="none">
              <rect width="100%" height="100%" rx="4" className="fill-muted" />
              <rect width={`${(current / max) * 100}%`} height="100%" rx="4" className="fill-primary" />
            </svg>
            <span className="text-muted-foreground text-xs tabular-nums max-sm:col-span-full">
              {share && share.rate !== null && `${rateText(share.rate)} ${share.wholeText}, ${share.open} · `}was{" "}
              {count(previous)}
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
};
