import { Link } from "@tanstack/react-router";
import { ChartNoAxesColumn, Download } from "lucide-react";
import { useState } from "react";
import type { ResultsOverview, ResultsQuery } from "#contract/statistics.ts";
import { downloadCsv } from "#lib/browser/csv.ts";
import { QueryStates } from "#lib/lists/query-states.tsx";
import { Button } from "#ui/button/button.tsx";
import { HelpButton } from "#ui/button/tooltip-button.tsx";
import { StatCard, StatCardSkeleton } from "#ui/chart/stat-card.tsx";
import { cn } from "#ui/cn.ts";
import { Empty } from "#ui/feedback/empty.tsx";
import { Skeleton } from "#ui/feedback/loading.tsx";
import { Card } from "#ui/page/card.tsx";
import { Section } from "#ui/page/page-header.tsx";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "#ui/page/tabs.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "#ui/table/responsive-table.tsx";
import { Funnel } from "./funnel.tsx";
import { PromptResultsTable, toPromptCsvRows } from "./prompt-results.tsx";
import { DEFAULT_QUERY } from "./result-period.tsx";
import {
  type Difference,
  type Direction,
  isComparable,
  MEASURES,
  periodText,
  RESULT_VIEWS,
  type ResultRow,
  type ResultView,
  type TimeUnit,
  timeUnit,
  toCsvRows,
  toResultRows,
} from "./results-measures.ts";
import { THREE_COLUMNS } from "./stat-grid.ts";
import { useResults } from "./statistics.api.ts";

export function ResultsSection({ query: period }: { query: Partial<ResultsQuery> }) {
  const query = useResults(period);
  return (
    <Section title="Resultaten" description={query.data && <Periods results={query.data} />}>
      <QueryStates query={query} errorTitle="De resultaten konden niet worden geladen" skeleton={<ResultsSkeleton />}>
        {(results) => (
          <div className={cn("flex flex-col gap-3 transition-opacity", query.isPlaceholderData && "opacity-60")}>
            {isEmpty(results) ? (
              <NoResults
                isShortPeriod={period.period !== undefined || (period.days ?? Infinity) < DEFAULT_QUERY.days}
              />
            ) : (
              <>
                <Funnel results={results} />
                <Measures results={results} />
                <Breakdown results={results} />
              </>
            )}
          </div>
        )}
      </QueryStates>
    </Section>
  );
}

/** Also in the period before it: otherwise a number that fell to zero is a result. */
const isEmpty = ({ total, outcomes, byPrompt }: ResultsOverview): boolean =>
  byPrompt.length === 0 &&
  [total.current, total.previous].every(
    ({ invited, accepted, sent, replied }) => !(invited + accepted + sent + replied),
  ) &&
  [outcomes.current, outcomes.previous].every(({ meetings, clients }) => !(meetings + clients));

/** One empty state in place of bars, numbers and a table without a value. */
const NoResults = ({ isShortPeriod }: { isShortPeriod: boolean }) => (
  <Card className="print:hidden">
    <Empty
      icon={ChartNoAxesColumn}
      title="Geen resultaten"
      text="In deze periode is er niets verstuurd."
      className="py-10"
      action={
        <Button asChild variant="outline" size="sm">
          {isShortPeriod ? (
            <Link to="/acties" search={{ periode: "84" }}>
              Laatste 12 weken bekijken
            </Link>
          ) : (
            <Link to="/all-leads">Leads uitnodigen</Link>
          )}
        </Button>
      }
    />
  </Card>
);

/** As high as the funnel, the three numbers and a short table. */
const ResultsSkeleton = () => (
  <div className="flex flex-col gap-3">
    <Skeleton className="h-60 rounded-md sm:h-40" />
    <StatCardSkeleton count={3} className={THREE_COLUMNS} />
    <Skeleton className="h-72 rounded-md" />
  </div>
);

/** The period and the one that it is compared with. A line never breaks within a period. */
const Periods = ({ results: { current, previous, isRunning } }: { results: ResultsOverview }) => (
  <>
    <span className="whitespace-nowrap">{periodText(current)}</span>
    {isRunning && " (loopt nog)"}, vergeleken met <span className="whitespace-nowrap">{periodText(previous)}</span>.{" "}
    {isRunning
      ? "Er kunnen nog acceptaties en reacties bij komen."
      : "Op wat in deze periode is verstuurd, kan nog een reactie komen."}
  </>
);

const Measures = ({ results }: { results: ResultsOverview }) => (
  // On a phone the number stands beside its name.
  <dl
    className={cn(
      THREE_COLUMNS,
      "max-sm:[&>*]:grid max-sm:[&>*]:grid-cols-[1fr_auto] max-sm:[&>*]:items-baseline max-sm:[&>*]:gap-y-0.5 max-sm:[&>*]:px-4 max-sm:[&>*]:py-2.5 max-sm:[&_dd]:last:col-span-2",
    )}
  >
    {MEASURES.map((measure) => {
      const { total, isRunning } = results;
      const { name, definition, text, basis } = measure;
      const unit = timeUnit(results);
      const difference = measure.difference(total, unit);
      return (
        <StatCard
          key={name}
          label={name}
          help={<HelpButton subject={name} text={definition} />}
          value={text(total.current, unit)}
          note={
            <>
              {basis(total.current)}
              {difference && (
                <>
                  {" · "}
                  <DifferenceText difference={difference} isNeutral={!isComparable(measure, total, isRunning)} /> (was{" "}
                  {text(total.previous, unit)})
                </>
              )}
            </>
          }
        />
      );
    })}
  </dl>
);

const VIEW_NAMES: readonly ResultView[] = ["manager", "branche", "prompt", "periode"];

function Breakdown({ results }: { results: ResultsOverview }) {
  const [view, setView] = useState<ResultView>("manager");
  const choose = (name: string) => setView(VIEW_NAMES.find((viewName) => viewName === name) ?? "manager");
  const { label, column, empty } = RESULT_VIEWS[view];
  const unit = timeUnit(results);
  const rows = view === "prompt" ? [] : toResultRows(results, view);
  const isEmpty = view === "prompt" ? results.byPrompt.length === 0 : rows.length === 0;
  const download = () =>
    downloadCsv(fileName, view === "prompt" ? toPromptCsvRows(results.byPrompt) : toCsvRows(rows, column, unit));
  const fileName = `resultaten-${label.toLowerCase().replaceAll(" ", "-")}-${results.current.to}`;
  return (
    <Card className="px-4 py-2 sm:px-5 print:hidden">
      <Tabs value={view} onValueChange={choose}>
        <div className="flex flex-wrap items-center justify-between gap-2">
          <TabsList aria-label="Uitsplitsing" className="border-b-0">
            {VIEW_NAMES.map((name) => (
              <TabsTrigger key={name} value={name}>
                {RESULT_VIEWS[name].label}
              </TabsTrigger>
            ))}
          </TabsList>
          <Button
            variant="ghost"
            size="sm"
            className="px-2 text-muted-foreground"
            disabled={isEmpty}
            aria-label={`Download als CSV: resultaten ${label.toLowerCase()}`}
            onClick={download}
          >
            <Download />
            Download als CSV
          </Button>
        </div>
        <TabsContent value={view} className="pt-2 pb-2">
          {isEmpty && <Empty title="Geen resultaten" text={empty} className="py-8" />}
          {!isEmpty && view === "prompt" && <PromptResultsTable rows={results.byPrompt} />}
          {!isEmpty && view !== "prompt" && (
            <ResultsTable label={`Resultaten ${label.toLowerCase()}`} column={column} rows={rows} unit={unit} />
          )}
        </TabsContent>
      </Tabs>
    </Card>
  );
}

type ResultsTableProps = { label: string; column: string; rows: readonly ResultRow[]; unit: TimeUnit };

const ResultsTable = ({ label, column, rows, unit }: ResultsTableProps) => (
  <Table aria-label={label} className="tabular-nums [--table-top:0px]">
    <TableHeader>
      <TableRow>
        <TableHead className="bg-transparent">{column}</TableHead>
        {MEASURES.map(({ name }) => (
          <TableHead key={name} className="bg-transparent">
            {name}
          </TableHead>
        ))}
        {rows.some(({ outcomes }) => outcomes) &&
          ["Meetings", "Klanten"].map((name) => (
            <TableHead key={name} className="bg-transparent">
              {name}
            </TableHead>
          ))}
      </TableRow>
    </TableHeader>
    <TableBody>
      {rows.map(({ key, name, outcomes, isRunning, ...compared }) => (
        <TableRow key={key}>
          <TableCell>
            <p className="font-medium">{name}</p>
          </TableCell>
          {MEASURES.map((measure) => {
            const difference = measure.difference(compared, unit);
            const value = measure.value(compared.current);
            return (
              <TableCell key={measure.name} label={measure.name}>
                <div>
                  <span className={cn("mr-2", value === null && "text-muted-foreground")}>
                    {measure.text(compared.current, unit)}
                  </span>
                  {difference && (
                    <DifferenceText
                      difference={difference}
                      isNeutral={!isComparable(measure, compared, isRunning)}
                      className="text-xs"
                    />
                  )}
                  {value !== null && <p className="text-muted-foreground text-xs">{measure.basis(compared.current)}</p>}
                </div>
              </TableCell>
            );
          })}
          {outcomes && (
            <>
              <TableCell label="Meetings">
                <CountWithPrevious current={outcomes.current.meetings} previous={outcomes.previous.meetings} />
              </TableCell>
              <TableCell label="Klanten">
                <CountWithPrevious current={outcomes.current.clients} previous={outcomes.previous.clients} />
              </TableCell>
            </>
          )}
        </TableRow>
      ))}
    </TableBody>
  </Table>
);

const CountWithPrevious = ({ current, previous }: { current: number; previous: number }) => (
  <div className="tabular-nums">
    {current.toLocaleString("nl-NL")}
    <p className="text-muted-foreground text-xs">was {previous.toLocaleString("nl-NL")}</p>
  </div>
);

const DIRECTION_COLOURS: Record<Direction, string> = {
  better: "text-success",
  worse: "text-danger",
  same: "text-muted-foreground",
};
const DIRECTION_LABELS: Record<Direction, string> = { better: "beter dan", worse: "slechter dan", same: "gelijk aan" };

type DifferenceTextProps = { difference: Difference; isNeutral: boolean; className?: string };

/** Difference with the previous period. The meaning of the colour is also given as text for screen readers. */
const DifferenceText = ({ difference: { text, direction }, isNeutral, className }: DifferenceTextProps) => (
  <span className={cn("whitespace-nowrap font-medium", DIRECTION_COLOURS[isNeutral ? "same" : direction], className)}>
    {text}
    <span className="sr-only">
      {" "}
      {isNeutral ? "(nog niet te vergelijken met" : `(${DIRECTION_LABELS[direction]}`} de vorige periode)
    </span>
  </span>
);
