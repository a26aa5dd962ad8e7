import { CirclePause, Clock, Send, UserCheck } from "lucide-react";
import { Loaded } from "#lib/loaded.tsx";
import { FigureCard, FigureSkeleton } from "#ui/figure-card.tsx";
import { Section } from "#ui/section.tsx";
import { dayBars, hourBars } from "./chart-bars.ts";
import { FOUR } from "./figure-grid.ts";
import { MonthNavigation } from "./month-navigation.tsx";
import { monthName, monthText } from "./months.ts";
import { useInvitationStats, useInvitedPerDay, useInvitedPerHour } from "./statistics.api.ts";
import { StatisticsChart } from "./statistics-chart.tsx";
import { useMonth } from "./use-month.ts";

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
  <Loaded
    query={useInvitationStats()}
    problem="De uitnodigingen konden niet worden geladen"
    skeleton={<FigureSkeleton count={4} className={FOUR} />}
  >
    {(stats) => (
      <dl className={FOUR}>
        <FigureCard label="Vandaag verstuurd" icon={Send} value={stats.invitationsSentToday} />
        <FigureCard label="In de wachtrij" icon={Clock} value={stats.invitationsInQueue} />
        <FigureCard label="On hold" icon={CirclePause} value={stats.invitationsOnHold} />
        <FigureCard
          label="Geaccepteerd"
          icon={UserCheck}
          value={stats.invitationsAccepted}
          note={`van ${stats.totalInvitationsSent.toLocaleString("nl-NL")} verstuurd`}
        />
      </dl>
    )}
  </Loaded>
);

function InvitedPerDay() {
  const navigation = useMonth();
  return (
    <StatisticsChart
      query={useInvitedPerDay(navigation.month)}
      title="Verstuurde uitnodigingen per dag"
      fileName={`uitnodigingen-per-dag-${monthText(navigation.month)}`}
      columns={["Dag", "Verstuurd"]}
      labelEvery={5}
      controls={<MonthNavigation {...navigation} />}
      barsOf={({ chartData }) => dayBars(chartData)}
      noteOf={({ totalSent }) => `${totalSent.toLocaleString("nl-NL")} verstuurd in ${monthName(navigation.month)}`}
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
      barsOf={({ chartData }) => hourBars(chartData)}
      noteOf={({ totalSentToday }) => `${totalSentToday.toLocaleString("nl-NL")} verstuurd vandaag`}
    />
  );
}
