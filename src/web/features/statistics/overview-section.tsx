import { Activity, CircleCheck, CirclePause, Clock, Send, UserCheck, UserPlus, Workflow } from "lucide-react";
import { formatDateTime } from "#lib/dates.ts";
import { Loaded } from "#lib/loaded.tsx";
import { FigureCard, FigureSkeleton } from "#ui/figure-card.tsx";
import { Section } from "#ui/section.tsx";
import { FIVE, FOUR } from "./figure-grid.ts";
import { findPerson } from "./person.ts";
import { useMessageStats, usePersonInvitations, useQueueCounts, useWorkflowStats } from "./statistics.api.ts";
import { holdTone, queueTone, todayTone, toneText } from "./thresholds.ts";

export const OverviewSection = () => (
  <Section title="Overzicht">
    <StatCards />
    <PersonCards />
  </Section>
);

function StatCards() {
  const queue = useQueueCounts();
  return (
    <Loaded
      query={useWorkflowStats()}
      problem="De workflows konden niet worden geladen"
      skeleton={<FigureSkeleton count={5} className={FIVE} />}
    >
      {({ totalWorkflows, successfulRuns, lastActivity }) => (
        <dl className={FIVE}>
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
    </Loaded>
  );
}

/** Coloured by what they call for. */
function PersonCards() {
  const stats = useMessageStats().data;
  const name = stats ? findPerson(stats).name : "";
  return (
    <Loaded
      query={usePersonInvitations()}
      problem="De uitnodigingen konden niet worden geladen"
      skeleton={<FigureSkeleton count={4} className={FOUR} />}
    >
      {(counts) => {
        const today = todayTone(counts.frankInvitationsToday);
        const queue = queueTone(counts.frankInvitationsQueue);
        const hold = holdTone(counts.frankInvitationsHold);
        return (
          <dl className={FOUR}>
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
    </Loaded>
  );
}
