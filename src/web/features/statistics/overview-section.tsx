import { Activity, CircleCheck, CirclePause, Clock, Send, UserCheck, UserPlus, Workflow } from "lucide-react";
import { formatDateTime } from "#lib/dates/dates.ts";
import { QueryStates } from "#lib/lists/query-states.tsx";
import { FigureCard, FigureSkeleton, type FigureTone } from "#ui/chart/figure-card.tsx";
import { Section } from "#ui/page/page-header.tsx";
import { FIVE_COLUMNS, FOUR_COLUMNS } from "./figure-grid.ts";
import {
  readPersonStats,
  useMessageStats,
  usePersonInvitations,
  useQueueCounts,
  useWorkflowStats,
} from "./statistics.api.ts";

/** LinkedIn takes more than 20 invitations a day for automation; fewer than 10 give too few results. */
export const todayTone = (sent: number): FigureTone => {
  if (sent < 10) return "warning";
  return sent <= 20 ? "success" : "danger";
};

/** An empty queue leaves nobody to invite. */
export const queueTone = (queued: number): FigureTone => {
  if (queued <= 25) return "danger";
  return queued <= 50 ? "warning" : "success";
};

/** The queue is filled from the invitations on hold. */
export const holdTone = (onHold: number): FigureTone => (onHold <= 50 ? "danger" : "warning");

const TONE_TEXTS: Record<FigureTone, string | undefined> = {
  neutral: undefined,
  info: undefined,
  success: "goed",
  warning: "let op",
  danger: "actie nodig",
};

const toneText = (tone: FigureTone): string | undefined => TONE_TEXTS[tone];

export const OverviewSection = () => (
  <Section title="Overzicht">
    <StatCards />
    <PersonCards />
  </Section>
);

function StatCards() {
  const queue = useQueueCounts();
  return (
    <QueryStates
      query={useWorkflowStats()}
      errorTitle="De workflows konden niet worden geladen"
      skeleton={<FigureSkeleton count={5} className={FIVE_COLUMNS} />}
    >
      {({ totalWorkflows, successfulRuns, lastActivity }) => (
        <dl className={FIVE_COLUMNS}>
          <FigureCard label="Workflows" icon={Workflow} value={totalWorkflows} />
          <FigureCard label="Geslaagde starts" icon={CircleCheck} value={successfulRuns} />
          <FigureCard
            label="Laatste activiteit"
            icon={Activity}
            value={
              <span className="block text-sm leading-5">{formatDateTime(lastActivity) || "Nog niet gestart"}</span>
            }
          />
          <FigureCard label="Berichten in de wachtrij" icon={Clock} value={queue.data?.queueCount ?? "–"} />
          <FigureCard label="Klaar om te verzenden" icon={Send} value={queue.data?.readyToSendCount ?? "–"} />
        </dl>
      )}
    </QueryStates>
  );
}

/** The figures of the statistics person, coloured by their thresholds. */
function PersonCards() {
  const stats = useMessageStats().data;
  const name = stats ? readPersonStats(stats).name : "";
  return (
    <QueryStates
      query={usePersonInvitations()}
      errorTitle="De uitnodigingen konden niet worden geladen"
      skeleton={<FigureSkeleton count={4} className={FOUR_COLUMNS} />}
    >
      {(counts) => {
        const today = todayTone(counts.frankInvitationsToday);
        const queue = queueTone(counts.frankInvitationsQueue);
        const hold = holdTone(counts.frankInvitationsHold);
        return (
          <dl className={FOUR_COLUMNS}>
            <FigureCard
              label={`Invitations ${name} vandaag`}
              icon={UserPlus}
              value={counts.frankInvitationsToday}
              tone={today}
              toneText={toneText(today)}
            />
            <FigureCard
              label={`Invitations ${name} in de wachtrij`}
              icon={Clock}
              value={counts.frankInvitationsQueue}
              tone={queue}
              toneText={toneText(queue)}
            />
            <FigureCard
              label={`Invitations ${name} on hold`}
              icon={CirclePause}
              value={counts.frankInvitationsHold}
              tone={hold}
              toneText={toneText(hold)}
            />
            <FigureCard
              label={`Invitations ${name} geaccepteerd`}
              icon={UserCheck}
              value={counts.frankInvitationsAccepted}
              tone="info"
            />
          </dl>
        );
      }}
    </QueryStates>
  );
}
