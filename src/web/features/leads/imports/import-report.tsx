import { Link } from "@tanstack/react-router";
import { Download } from "lucide-react";
import { type LeadImport, leadImportsRoutes } from "#contract/lead-imports.ts";
import { addressOf } from "#lib/api.ts";
import { Loaded } from "#lib/loaded.tsx";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Card, CardContent, CardFooter, CardHeader, CardTitle } from "#ui/card.tsx";
import { LinesSkeleton } from "#ui/lines-skeleton.tsx";
import { Progress } from "#ui/progress.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "#ui/table.tsx";
import { formatNumber, outcomeText, STATUS, VERDICT } from "./import-texts.ts";
import { isUnderWay, useImportProblems, useStop } from "./imports.api.ts";

type ImportReportProps = { file: LeadImport; onLeave: () => void };

/** How far it is, and afterwards what became of it. */
export function ImportReport({ file, onLeave }: ImportReportProps) {
  const underWay = isUnderWay(file);
  const stop = useStop(file.id);
  const skipped = file.duplicates + file.refused;
  return (
    <Card>
      <CardHeader className="flex-row flex-wrap items-center justify-between gap-2">
        <CardTitle className="min-w-0 break-words">{file.fileName}</CardTitle>
        <Badge tone={STATUS[file.status].tone}>{STATUS[file.status].label}</Badge>
      </CardHeader>
      <CardContent className="flex flex-col gap-5">
        {underWay ? (
          <>
            <Progress label="Rijen verwerkt" value={file.done} max={file.total} detail={outcomeText(file)} />
            <p className="text-muted-foreground text-[0.8125rem]">
              Je kunt dit scherm verlaten; het importeren gaat door en staat hier bij de eerdere imports.
            </p>
          </>
        ) : (
          <div role="status">
            <Figures file={file} />
          </div>
        )}
        {file.problem && <p className="text-[0.8125rem] text-warning">{file.problem}</p>}
        {!underWay && skipped > 0 && <Skipped file={file} total={skipped} />}
      </CardContent>
      <CardFooter className="justify-end">
        {underWay ? (
          <Button variant="outline" busy={stop.isPending} busyLabel="Stoppen..." onClick={() => stop.mutate(undefined)}>
            Importeren stoppen
          </Button>
        ) : (
          <Button asChild variant="outline">
            <Link to="/all-leads">Leads bekijken</Link>
          </Button>
        )}
        <Button variant={underWay ? "ghost" : "primary"} onClick={onLeave}>
          Ander bestand
        </Button>
      </CardFooter>
    </Card>
  );
}

const Figures = ({ file: { added, duplicates, refused, done, total } }: { file: LeadImport }) => (
  <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
    <Figure
      label="Rijen verwerkt"
      text={done === total ? formatNumber(done) : `${formatNumber(done)} van ${formatNumber(total)}`}
    />
    <Figure label="Toegevoegd" text={formatNumber(added)} />
    <Figure label="Dubbel" text={formatNumber(duplicates)} />
    <Figure label="Niet bruikbaar" text={formatNumber(refused)} />
  </dl>
);

const Figure = ({ label, text }: { label: string; text: string }) => (
  <div>
    <dt className="text-muted-foreground text-xs">{label}</dt>
    <dd className="font-semibold text-lg tabular-nums">{text}</dd>
  </div>
);

function Skipped({ file, total }: { file: LeadImport; total: number }) {
  const { query, items, hasMore, loadMore } = useImportProblems(file.id);
  return (
    <section aria-label="Overgeslagen rijen" className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-medium text-[0.8125rem]">Overgeslagen rijen ({formatNumber(total)})</h3>
        <Button asChild variant="outline" size="sm">
          <a href={addressOf(leadImportsRoutes.problemsFile, { id: file.id })} download>
            <Download />
            Downloaden als CSV
          </a>
        </Button>
      </div>
      <Loaded query={query} problem="De overgeslagen rijen konden niet worden geladen" skeleton={<LinesSkeleton />}>
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
              {items.map(({ id, row, shown, kind, reason }) => (
                <TableRow key={id}>
                  <TableCell label="Rij">{row}</TableCell>
                  <TableCell label="Naam">{shown}</TableCell>
                  <TableCell label="Soort">
                    <Badge tone={VERDICT[kind].tone}>{VERDICT[kind].label}</Badge>
                  </TableCell>
                  <TableCell label="Reden">{reason}</TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        )}
      </Loaded>
      {hasMore && (
        <Button variant="outline" size="sm" className="self-center" onClick={loadMore}>
          Meer tonen
        </Button>
      )}
    </section>
  );
}
