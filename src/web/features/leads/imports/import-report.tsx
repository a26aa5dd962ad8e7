import { Link } from "@tanstack/react-router";
import { Download } from "lucide-react";
import { type LeadImport, leadImportsRoutes } from "#contract/lead-imports.ts";
import { urlOf } from "#lib/api/api.ts";
import { NextPageStatus, QueryStates } from "#lib/lists/query-states.tsx";
import { Button } from "#ui/button/button.tsx";
import { Badge } from "#ui/content/badge.tsx";
import { LinesSkeleton } from "#ui/feedback/loading.tsx";
import { Progress } from "#ui/feedback/progress.tsx";
import { Card, CardContent, CardFooter, CardHeader, CardTitle } from "#ui/page/card.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "#ui/table/responsive-table.tsx";
import { formatNumber, resultText, STATUS_BADGES, VERDICT_BADGES } from "./import-texts.ts";
import { isInProgress, useSkippedRows, useStopImport } from "./imports.api.ts";

type ImportReportProps = { leadImport: LeadImport; onChooseAnotherFile: () => void };

/** Progress of a running import, and the report afterwards. */
export function ImportReport({ leadImport, onChooseAnotherFile }: ImportReportProps) {
  const inProgress = isInProgress(leadImport);
  const stop = useStopImport(leadImport.id);
  const skipped = leadImport.duplicateRows + leadImport.rejectedRows;
  return (
    <Card>
      <CardHeader className="flex-row flex-wrap items-center justify-between gap-2">
        <CardTitle className="min-w-0 break-words">{leadImport.fileName}</CardTitle>
        <Badge tone={STATUS_BADGES[leadImport.status].tone}>{STATUS_BADGES[leadImport.status].label}</Badge>
      </CardHeader>
      <CardContent className="flex flex-col gap-5">
        {inProgress ? (
          <>
            <Progress
              label="Rijen verwerkt"
              value={leadImport.processedRows}
              max={leadImport.totalRows}
              detail={resultText(leadImport)}
            />
            <p className="text-muted-foreground text-[0.8125rem]">
              Je kunt dit scherm verlaten; het importeren gaat door en staat hier bij de eerdere imports.
            </p>
          </>
        ) : (
          <div role="status">
            <ImportCounts leadImport={leadImport} />
          </div>
        )}
        {leadImport.problem && <p className="text-[0.8125rem] text-warning">{leadImport.problem}</p>}
        {!inProgress && skipped > 0 && <SkippedRows leadImport={leadImport} total={skipped} />}
      </CardContent>
      <CardFooter className="justify-end">
        {inProgress ? (
          <Button variant="outline" busy={stop.isPending} busyLabel="Stoppen..." onClick={() => stop.mutate(undefined)}>
            Importeren stoppen
          </Button>
        ) : (
          <Button asChild variant="outline">
            <Link to="/all-leads">Leads bekijken</Link>
          </Button>
        )}
        <Button variant={inProgress ? "ghost" : "primary"} onClick={onChooseAnotherFile}>
          Ander bestand
        </Button>
      </CardFooter>
    </Card>
  );
}

const ImportCounts = ({
  leadImport: { addedRows, duplicateRows, rejectedRows, processedRows, totalRows },
}: {
  leadImport: LeadImport;
}) => (
  <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
    <ImportCount
      label="Rijen verwerkt"
      text={
        processedRows === totalRows
          ? formatNumber(processedRows)
          : `${formatNumber(processedRows)} van ${formatNumber(totalRows)}`
      }
    />
    <ImportCount label="Toegevoegd" text={formatNumber(addedRows)} />
    <ImportCount label="Dubbel" text={formatNumber(duplicateRows)} />
    <ImportCount label="Niet bruikbaar" text={formatNumber(rejectedRows)} />
  </dl>
);

const ImportCount = ({ label, text }: { label: string; text: string }) => (
  <div>
    <dt className="text-muted-foreground text-xs">{label}</dt>
    <dd className="font-semibold text-lg tabular-nums">{text}</dd>
  </div>
);

function SkippedRows({ leadImport, total }: { leadImport: LeadImport; total: number }) {
  const { query, items, loadMore } = useSkippedRows(leadImport.id);
  return (
    <section aria-label="Overgeslagen rijen" className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-medium text-[0.8125rem]">Overgeslagen rijen ({formatNumber(total)})</h3>
        <Button asChild variant="outline" size="sm">
          <a href={urlOf(leadImportsRoutes.skippedRowsFile, { id: leadImport.id })} download>
            <Download />
            Downloaden als CSV
          </a>
        </Button>
      </div>
      <QueryStates
        query={query}
        errorTitle="De overgeslagen rijen konden niet worden geladen"
        skeleton={<LinesSkeleton />}
      >
        {() => (
          <Table aria-label="Overgeslagen rijen">
            <TableHeader>
              <TableRow>
                <TableHead>Rij</TableHead>
                <TableHead>Naam</TableHead>
                <TableHead>Soort</TableHead>
                <TableHead>Reden</TableHead>
              </TableRow>
            </TableHeader>
            <TableBody>
              {items.map(({ id, row, personLabel, kind, reason }) => (
                <TableRow key={id}>
                  <TableCell label="Rij">{row}</TableCell>
                  <TableCell label="Naam">{personLabel}</TableCell>
                  <TableCell label="Soort">
                    <Badge tone={VERDICT_BADGES[kind].tone}>{VERDICT_BADGES[kind].label}</Badge>
                  </TableCell>
                  <TableCell label="Reden">{reason}</TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        )}
      </QueryStates>
      {query.isFetchNextPageError ? (
        <NextPageStatus query={query} errorText="De volgende rijen konden niet worden geladen." />
      ) : (
        query.hasNextPage && (
          <Button
            variant="outline"
            size="sm"
            className="self-center"
            busy={query.isFetchingNextPage}
            busyLabel="Laden..."
            onClick={loadMore}
          >
            Meer tonen
          </Button>
        )
      )}
    </section>
  );
}
