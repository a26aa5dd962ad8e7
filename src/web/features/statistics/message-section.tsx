import { ClipboardCheck, Clock, Send, Sparkles } from "lucide-react";
import { useToday } from "#lib/dates/dates.ts";
import { QueryStates } from "#lib/lists/query-states.tsx";
import { StatCard, StatCardSkeleton } from "#ui/chart/stat-card.tsx";
import { Section } from "#ui/page/page-header.tsx";
import { FOUR_COLUMNS } from "./stat-grid.ts";
import { parsePersonStats, useMessageStats, useSentPerDay } from "./statistics.api.ts";
import { StatisticsChart, toDayBars } from "./statistics-chart.tsx";

export const MessageSection = () => (
  <Section title="Message Statistics">
    <MessageCounters />
    <SentPerDay />
  </Section>
);

const MessageCounters = () => (
  <QueryStates
    query={useMessageStats()}
    errorTitle="De berichten konden niet worden geladen"
    skeleton={<StatCardSkeleton count={4} className={FOUR_COLUMNS} />}
  >
    {(stats) => {
      const { name, toApprove } = parsePersonStats(stats);
      return (
        <dl className={FOUR_COLUMNS}>
          <StatCard label="Ice breakers vandaag gemaakt" icon={Sparkles} value={stats.icebreakersCreatedToday} />
          <StatCard label={`Ice breakers goed te keuren ${name}`} icon={ClipboardCheck} value={toApprove} />
          <StatCard label="Berichten vandaag verstuurd" icon={Send} value={stats.messagesSentToday} />
          <StatCard label="Berichten vandaag in de wachtrij" icon={Clock} value={stats.messagesQueuedToday} />
        </dl>
      );
    }}
  </QueryStates>
);

function SentPerDay() {
  const today = useToday();
  return (
    <StatisticsChart
      query={useSentPerDay()}
      title="messages send"
      fileName="verstuurde-berichten-per-dag"
      columns={["Dag", "Verstuurd"]}
      labelEvery={3}
      toBars={({ chartData }) => toDayBars(chartData, today)}
      toNote={({ totalSent }) => `${totalSent.toLocaleString("nl-NL")} verstuurd in de laatste 30 dagen`}
    />
  );
}
