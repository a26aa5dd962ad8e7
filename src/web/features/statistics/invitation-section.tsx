import { CirclePause, Clock, Send, UserCheck } from "lucide-react";
import { useToday } from "#lib/dates/dates.ts";
import { QueryStates } from "#lib/lists/query-states.tsx";
import { StatCard, StatCardSkeleton } from "#ui/chart/stat-card.tsx";
import { Section } from "#ui/page/page-header.tsx";
import { MonthNavigation, monthInText, toMonthParam, useMonth } from "./month-navigation.tsx";
import { FOUR_COLUMNS } from "./stat-grid.ts";
import { useAcceptedPerDay, useInvitationStats, useInvitedPerDay, useInvitedPerHour } from "./statistics.api.ts";
import { StatisticsChart, toDayBars, toHourBars } from "./statistics-chart.tsx";

export const InvitationSection = () => (
  <Section title="LinkedIn Invitations">
    <InvitationCounters />
    <div className="grid gap-4 xl:grid-cols-[3fr_2fr] print:grid-cols-[3fr_2fr] print:gap-2">
      <InvitedPerDay />
      <InvitedPerHour />
    </div>
  </Section>
);

const InvitationCounters = () => (
  <QueryStates
    query={useInvitationStats()}
    errorTitle="De uitnodigingen konden niet worden geladen"
    skeleton={<StatCardSkeleton count={4} className={FOUR_COLUMNS} />}
  >
    {(stats) => (
      <dl className={FOUR_COLUMNS}>
        <StatCard label="Vandaag verstuurd" icon={Send} value={stats.invitationsSentToday} />
        <StatCard label="In de wachtrij" icon={Clock} value={stats.invitationsInQueue} />
        <StatCard label="On hold" icon={CirclePause} value={stats.invitationsOnHold} />
        <StatCard
          label="Geaccepteerd"
          icon={UserCheck}
          value={stats.invitationsAccepted}
          note={`van ${stats.totalInvitationsSent.toLocaleString("nl-NL")} verstuurd`}
        />
      </dl>
    )}
  </QueryStates>
);

function InvitedPerDay() {
  const navigation = useMonth();
  const today = useToday();
  return (
    <StatisticsChart
      query={useInvitedPerDay(navigation.month)}
      title="Verstuurde uitnodigingen per dag"
      fileName={`uitnodigingen-per-dag-${toMonthParam(navigation.month)}`}
      columns={["Dag", "Verstuurd"]}
      labelEvery={5}
      controls={<MonthNavigation {...navigation} />}
      toBars={({ chartData }) => toDayBars(chartData, today)}
      toNote={({ totalSent }) => `${totalSent.toLocaleString("nl-NL")} verstuurd in ${monthInText(navigation.month)}`}
    />
  );
}

function InvitedPerHour() {
  return (
    <StatisticsChart
      query={useInvitedPerHour()}
      title="Verstuurde uitnodigingen vandaag per uur"
      fileName="uitnodigingen-vandaag-per-uur"
      columns={["Uur", "Verstuurd"]}
      labelEvery={3}
      toBars={({ chartData }) => toHourBars(chartData)}
      toNote={({ totalSentToday }) => `${totalSentToday.toLocaleString("nl-NL")} verstuurd vandaag`}
    />
  );
}

/** Accepted invitations, of the month that is selected in `InvitationSection`. */
export const AcceptedSection = () => (
  <Section title="LinkedIn Invitations geaccepteerd">
    <AcceptedPerDay />
  </Section>
);

function AcceptedPerDay() {
  const { month } = useMonth();
  const today = useToday();
  return (
    <StatisticsChart
      query={useAcceptedPerDay(month)}
      title="Geaccepteerde uitnodigingen per dag"
      fileName={`acceptaties-per-dag-${toMonthParam(month)}`}
      columns={["Dag", "Geaccepteerd"]}
      labelEvery={5}
      toBars={({ chartData }) => toDayBars(chartData, today)}
      toNote={({ totalAccepted }) => `${totalAccepted.toLocaleString("nl-NL")} geaccepteerd in ${monthInText(month)}`}
    />
  );
}
