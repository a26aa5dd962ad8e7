import { ClipboardCheck, Clock, Send, Sparkles } from "lucide-react";
import { Loaded } from "#lib/loaded.tsx";
import { FigureCard, FigureSkeleton } from "#ui/figure-card.tsx";
import { Section } from "#ui/section.tsx";
import { dayBars } from "./chart-bars.ts";
import { FOUR } from "./figure-grid.ts";
import { findPerson } from "./person.ts";
import { useMessageStats, useSentPerDay } from "./statistics.api.ts";
import { StatisticsChart } from "./statistics-chart.tsx";

export const MessageSection = () => (
  <Section title="Message Statistics">
    <MessageCounters />
    <SentPerDay />
  </Section>
);

const MessageCounters = () => (
  <Loaded
    query={useMessageStats()}
    problem="De berichten konden niet worden geladen"
    skeleton={<FigureSkeleton count={4} className={FOUR} />}
  >
    {(stats) => {
      const { name, toApprove } = findPerson(stats);
      return (
        <dl className={FOUR}>
          <FigureCard label="Ice breakers vandaag gemaakt" icon={Sparkles} value={stats.icebreakersCreatedToday} />
          <FigureCard label={`Ice breakers goed te keuren ${name}`} icon={ClipboardCheck} value={toApprove} />
          <FigureCard label="Berichten vandaag verzonden" icon={Send} value={stats.messagesSentToday} />
          <FigureCard label="Berichten vandaag in de wachtrij" icon={Clock} value={stats.messagesQueuedToday} />
        </dl>
      );
    }}
  </Loaded>
);

const SentPerDay = () => (
  <StatisticsChart
    query={useSentPerDay()}
    title="messages send"
    fileName="verzonden-berichten-per-dag"
    columns={["Dag", "Verzonden"]}
    labelEvery={3}
    barsOf={({ chartData }) => dayBars(chartData)}
    noteOf={({ totalSent }) => `${totalSent.toLocaleString("nl-NL")} verzonden in de laatste 30 dagen`}
  />
);
