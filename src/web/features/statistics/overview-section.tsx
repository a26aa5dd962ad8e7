import { Activity, CircleCheck, CirclePause, Clock, Send, UserCheck, UserPlus, Workflow } from "lucide-react";
import { formatDateTime } from "#lib/dates/dates.ts";
import { QueryStates } from "#lib/lists/query-states.tsx";
import { StatCard, StatCardSkeleton, type StatTone } from "#ui/chart/stat-card.tsx";
import { Section } from "#ui/page/page-header.tsx";
import { FIVE_COLUMNS, FOUR_COLUMNS } from "./stat-grid.ts";
import {
  parsePersonStats,
  useMessageStats,
  usePersonInvitations,
  useQueueCounts,
  useWorkflowStats,
} from "./statistics.api.ts";

/** LinkedIn treats an account that sends more than 20 invitations a day as a bot; fewer than 10 give too few results. */
export const todayTone = (sent: number): StatTone => {
  if (sent < 10) return "warning";
  return sent <= 20 ? "success" : "danger";
};

/** An empty queue leaves nobody to invite. */
export const queueTone = (queued: number): StatTone => {
  if (queued <= 25) return "danger";
  return queued <= 50 ? "warning" : "success";
};

/** The queue is filled from the invitations on hold. */
export const holdTone = (onHold: number): StatTone => (onHold <= 50 ? "danger" : "warning");

const TONE_TEXTS: Record<StatTone, string | undefined> = {
  neutral: undefined,
  info: undefined,
  success: "goed",
  warning: "let op",
  danger: "actie nodig",
};

const toneText = (tone: StatTone): string | undefined => TONE_TEXTS[tone];

export const OverviewSection = () => (
  <Section title="Overzicht">
    <WorkflowAndQueueCards />
    <PersonCards />
  </Section>
);

function WorkflowAndQueueCards() {
  const queue = useQueueCounts();
  return (
    <QueryStates
      query={useWorkflowStats()}
      errorTitle="De workflows konden niet worden geladen"
      skeleton={<StatCardSkeleton count={5} className={FIVE_COLUMNS} />}
    >
      {({ totalWorkflows, successfulRuns, lastActivity }) => (
        <dl className={FIVE_COLUMNS}>
          <StatCard label="Workflows" icon={Workflow} value={totalWorkflows} />
          <StatCard label="Geslaagde starts" icon={CircleCheck} value={successfulRuns} />
          <StatCard
            label="Laatste activiteit"
            icon={Activity}
            value={
              <span className="block text-sm leading-5">{formatDateTime(lastActivity) || "Nog niet gestart"}</span>
            }
          />
          <StatCard label="Berichten in de wachtrij" icon={Clock} value={queue.data?.queueCount ?? "–"} />
          <StatCard label="Klaar om te versturen" icon={Send} value={queue.data?.readyToSendCount ?? "–"} />
        </dl>
      )}
    </QueryStates>
  );
}

/** The invitations of the company's statistics person, coloured by their thresholds. */
function PersonCards() {
  const stats = useMessageStats().data;
  const name = stats ? parsePersonStats(stats).name : "";
  return (
    <QueryStates
      query={usePersonInvitations()}
      errorTitle="De uitnodigingen konden niet worden geladen"
      skeleton={<StatCardSkeleton count={4} className={FOUR_COLUMNS} />}
    >
      {(counts) => {
        const today = todayTone(counts.sentToday);
        const queue = queueTone(counts.queued);
        const hold = holdTone(counts.onHold);
        return (
          <dl className={FOUR_COLUMNS}>
            <StatCard
              label={`Invitations ${name} vandaag`}
              icon={UserPlus}
              value={counts.sentToday}
              tone={today}
              toneText={toneText(today)}
            />
            <StatCard
              label={`Invitations ${name} in de wachtrij`}
              icon={Clock}
              value={counts.queued}
              tone={queue}
              toneText={toneText(queue)}
            />
            <StatCard
              label={`Invitations ${name} on hold`}
              icon={CirclePause}
              value={counts.onHold}
              tone={hold}
              toneText={toneText(hold)}
            />
            <StatCard label={`Invitations ${name} geaccepteerd`} icon={UserCheck} value={counts.accepted} tone="info" />
          </dl>
        );
      }}
    </QueryStates>
  );
}
