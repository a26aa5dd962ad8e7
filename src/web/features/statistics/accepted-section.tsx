import { Section } from "#ui/section.tsx";
import { dayBars } from "./chart-bars.ts";
import { monthName, monthText } from "./months.ts";
import { useAcceptedPerDay } from "./statistics.api.ts";
import { StatisticsChart } from "./statistics-chart.tsx";
import { useMonth } from "./use-month.ts";

/** The invitations once more, by what came of them; of the month that is chosen above. */
export const AcceptedSection = () => (
  <Section title="LinkedIn Invitations geaccepteerd">
    <AcceptedPerDay />
  </Section>
);

function AcceptedPerDay() {
  const { month } = useMonth();
  return (
    <StatisticsChart
      query={useAcceptedPerDay(month)}
      title="Geaccepteerde uitnodigingen per dag"
      fileName={`acceptaties-per-dag-${monthText(month)}`}
      columns={["Dag", "Geaccepteerd"]}
      labelEvery={5}
      barsOf={({ chartData }) => dayBars(chartData)}
      noteOf={({ totalAccepted }) => `${totalAccepted.toLocaleString("nl-NL")} geaccepteerd in ${monthName(month)}`}
    />
  );
}
