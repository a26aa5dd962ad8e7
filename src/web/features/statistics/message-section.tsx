import { ClipboardCheck, Clock, Send, Sparkles } from "lucide-react";
import { QueryStates } from "#lib/lists/query-states.tsx";
import { FigureCard, FigureSkeleton } from "#ui/chart/figure-card.tsx";
import { Section } from "#ui/page/page-header.tsx";
import { FOUR_COLUMNS } from "./figure-grid.ts";
import { readPersonStats, useMessageStats, useSentPerDay } from "./statistics.api.ts";
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
    skeleton={<FigureSkeleton count={4} className={FOUR_COLUMNS} />}
  >
    {(stats) => {
      const { name, toApprove } = readPersonStats(stats);
      return (
        <dl className={FOUR_COLUMNS}>
          <FigureCard label="Ice breakers vandaag gemaakt" icon={Sparkles} value={stats.icebreakersCreatedToday} />
          <FigureCard label={`Ice breakers goed te keuren ${name}`} icon={ClipboardCheck} value={toApprove} />
          <FigureCard label="Berichten vandaag verzonden" icon={Send} value={stats.messagesSentToday} />
          <FigureCard label="Berichten vandaag in de wachtrij" icon={Clock} value={stats.messagesQueuedToday} />
        </dl>
      );
    }}
  </QueryStates>
);

const SentPerDay = () => (
  <StatisticsChart
    query={useSentPerDay()}
    title="messages send"
    fileName="verzonden-berichten-per-dag"
    columns={["Dag", "Verzonden"]}
    labelEvery={3}
    toBars={({ chartData }) => toDayBars(chartData)}
    toNote={({ totalSent }) => `${totalSent.toLocaleString("nl-NL")} verzonden in de laatste 30 dagen`}
  />
);
