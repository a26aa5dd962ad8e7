import { ChartColumn, Download, Table2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "../button/button.tsx";
import { Card, CardContent, CardHeader, CardTitle } from "../page/card.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "../table/responsive-table.tsx";
import { type Bar, BarChart } from "./bar-chart.tsx";

type ChartCardProps = {
  title: string;
  /** Below the title: the total, for example. */
  note?: ReactNode;
  /** Beside the title: the month, for example. */
  controls?: ReactNode;
  bars: readonly Bar[];
  labelEvery: number;
  /** The column headers of the table. */
  columns: readonly [string, string];
  onDownload: () => void;
};

/** A chart that can be switched to a table and downloaded as CSV. */
export function ChartCard({ title, note, controls, bars, labelEvery, columns, onDownload }: ChartCardProps) {
  const [asTable, setAsTable] = useState(false);
  return (
    <Card className="flex min-w-0 flex-col print:break-inside-avoid">
      <CardHeader className="flex-row flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <CardTitle level="h3">{title}</CardTitle>
          {note && <p className="text-muted-foreground text-sm tabular-nums">{note}</p>}
        </div>
        {controls && <div className="print:hidden">{controls}</div>}
      </CardHeader>
      <CardContent className="flex-1">
        {asTable ? (
          <BarTable title={title} bars={bars} columns={columns} />
        ) : (
          <BarChart label={title} bars={bars} labelEvery={labelEvery} />
        )}
        <div className="mt-2 -mb-2 -ml-2 flex flex-wrap gap-1 print:hidden">
          <Button
            variant="ghost"
            size="sm"
            className="px-2 text-muted-foreground"
            aria-label={`${asTable ? "Toon als grafiek" : "Toon als tabel"}: ${title}`}
            onClick={() => setAsTable(!asTable)}
          >
            {asTable ? <ChartColumn /> : <Table2 />}
            {asTable ? "Toon als grafiek" : "Toon als tabel"}
          </Button>
          <Button
            variant="ghost"
            size="sm"
            className="px-2 text-muted-foreground"
            aria-label={`Download als CSV: ${title}`}
            onClick={onDownload}
          >
            <Download />
            Download als CSV
          </Button>
        </div>
      </CardContent>
    </Card>
  );
}

const BarTable = ({ title, bars, columns }: Pick<ChartCardProps, "title" | "bars" | "columns">) => (
  <Table responsive={false} aria-label={title} className="tabular-nums">
    <TableHeader>
      <TableRow>
        <TableHead className="bg-transparent">{columns[0]}</TableHead>
        <TableHead className="bg-transparent text-right">{columns[1]}</TableHead>
      </TableRow>
    </TableHeader>
    <TableBody>
      {bars
        .filter(({ isToCome }) => !isToCome)
        .map((bar) => (
          <TableRow key={bar.title}>
            <TableCell className="h-8 py-1">{bar.title}</TableCell>
            <TableCell className="h-8 py-1 text-right">{bar.value.toLocaleString("nl-NL")}</TableCell>
          </TableRow>
        ))}
    </TableBody>
  </Table>
);
