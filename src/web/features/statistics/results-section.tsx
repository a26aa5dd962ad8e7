import { Download } from "lucide-react";
import { useState } from "react";
import { RESULT_DAYS, type ResultDays, type ResultsOverview } from "#contract/statistics.ts";
import { useAddressFilters } from "#lib/address-filters.ts";
import { oneOf } from "#lib/address-readers.ts";
import { downloadCsv } from "#lib/csv.ts";
import { Loaded } from "#lib/loaded.tsx";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { cn } from "#ui/cn.ts";
import { Empty } from "#ui/empty.tsx";
import { FigureCard, FigureSkeleton } from "#ui/figure-card.tsx";
import { HelpButton } from "#ui/help-button.tsx";
import { Section } from "#ui/section.tsx";
import { Select } from "#ui/select.tsx";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "#ui/tabs.tsx";
import { DifferenceText } from "./difference-text.tsx";
import { THREE } from "./figure-grid.ts";
import { csvOf, type ResultView, rowsOf, spanText, VIEWS } from "./results-rows.ts";
import { ResultsTable } from "./results-table.tsx";
import { MEASURES } from "./results-text.ts";
import { useResults } from "./statistics.api.ts";

const PERIODS = { "7": "Laatste 7 dagen", "28": "Laatste 4 weken", "84": "Laatste 12 weken" } as const;
type PeriodText = keyof typeof PERIODS;
const CHOICES = RESULT_DAYS.map((days) => {
  const value: PeriodText = `${days}`;
  return { value, label: PERIODS[value] };
});
const DEFAULT: PeriodText = "28";

const filters = { periode: oneOf(CHOICES.map(({ value }) => value)) };

const daysOf = (periode: PeriodText): ResultDays => RESULT_DAYS.find((days) => String(days) === periode) ?? 28;

export function ResultsSection() {
  const [{ periode = DEFAULT }, setFilters] = useAddressFilters(filters, { keepScroll: true });
  const query = useResults(daysOf(periode));
  return (
    <Section
      title="Resultaten"
      description={query.data && describe(query.data)}
      actions={
        <Select
          aria-label="Periode van de resultaten"
          options={CHOICES}
          value={periode}
          onValueChange={(chosen) => setFilters({ periode: chosen === DEFAULT ? undefined : chosen })}
          className="w-44 print:hidden"
        />
      }
    >
      <Loaded
        query={query}
        problem="De resultaten konden niet worden geladen"
        skeleton={<FigureSkeleton count={3} className={THREE} />}
      >
        {(results) => (
          <div className={cn("flex flex-col gap-3 transition-opacity", query.isPlaceholderData && "opacity-60")}>
            <Measures results={results} />
            <Breakdown results={results} />
          </div>
        )}
      </Loaded>
    </Section>
  );
}

const describe = ({ current, previous }: ResultsOverview): string =>
  `${spanText(current)}, vergeleken met ${spanText(previous)}`;

const Measures = ({ results: { total } }: { results: ResultsOverview }) => (
  <dl className={THREE}>
    {MEASURES.map(({ name, definition, text, basis, difference }) => {
      const changed = difference(total);
      return (
        <FigureCard
          key={name}
          label={name}
          help={<HelpButton subject={name} text={definition} />}
          value={text(total.current)}
          note={
            <>
              {basis(total.current)}
              {changed && (
                <>
                  {" · "}
                  <DifferenceText difference={changed} /> (was {text(total.previous)})
                </>
              )}
            </>
          }
        />
      );
    })}
  </dl>
);

const VIEW_NAMES: readonly ResultView[] = ["manager", "prompt", "periode"];

function Breakdown({ results }: { results: ResultsOverview }) {
  const [view, setView] = useState<ResultView>("manager");
  const choose = (name: string) => setView(VIEW_NAMES.find((known) => known === name) ?? "manager");
  const { label, column, empty } = VIEWS[view];
  const rows = rowsOf(results, view);
  const fileName = `resultaten-${label.toLowerCase().replaceAll(" ", "-")}-${results.current.to}`;
  return (
    <Card className="px-4 py-2 sm:px-5 print:hidden">
      <Tabs value={view} onValueChange={choose}>
        <div className="flex flex-wrap items-center justify-between gap-2">
          <TabsList aria-label="Uitsplitsing" className="border-b-0">
            {VIEW_NAMES.map((name) => (
              <TabsTrigger key={name} value={name}>
                {VIEWS[name].label}
              </TabsTrigger>
            ))}
          </TabsList>
          <Button
            variant="ghost"
            size="sm"
            className="px-2 text-muted-foreground"
            disabled={rows.length === 0}
            aria-label={`Download als CSV: resultaten ${label.toLowerCase()}`}
            onClick={() => downloadCsv(fileName, csvOf(rows, column))}
          >
            <Download />
            Download als CSV
          </Button>
        </div>
        <TabsContent value={view} className="pt-2 pb-2">
          {rows.length === 0 ? (
            <Empty title="Geen resultaten" text={empty} className="py-8" />
          ) : (
            <ResultsTable label={`Resultaten ${label.toLowerCase()}`} column={column} rows={rows} />
          )}
        </TabsContent>
      </Tabs>
    </Card>
  );
}
