import { cn } from "#ui/cn.ts";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "#ui/table.tsx";
import { DifferenceText } from "./difference-text.tsx";
import type { ResultRow } from "./results-rows.ts";
import { MEASURES } from "./results-text.ts";

type ResultsTableProps = { label: string; column: string; rows: readonly ResultRow[] };

export const ResultsTable = ({ label, column, rows }: ResultsTableProps) => (
  <Table aria-label={label} className="[--table-top:0px]">
    <TableHeader>
      <TableRow>
        <TableHead className="bg-transparent">{column}</TableHead>
        {MEASURES.map(({ name }) => (
          <TableHead key={name} className="bg-transparent">
            {name}
          </TableHead>
        ))}
      </TableRow>
    </TableHeader>
    <TableBody>
      {rows.map(({ key, name, detail, ...compared }) => (
        <TableRow key={key}>
          <TableCell>
            <div className="min-w-0">
              <p className="font-medium">{name}</p>
              {detail && <p className="text-muted-foreground text-xs">{detail}</p>}
            </div>
          </TableCell>
          {MEASURES.map((measure) => {
            const difference = measure.difference(compared);
            const value = measure.value(compared.current);
            return (
              <TableCell key={measure.name} label={measure.name}>
                <div>
                  <span className={cn("mr-2", value === null && "text-muted-foreground")}>
                    {measure.text(compared.current)}
                  </span>
                  {difference && <DifferenceText difference={difference} className="text-xs" />}
                  {value !== null && <p className="text-muted-foreground text-xs">{measure.basis(compared.current)}</p>}
                </div>
              </TableCell>
            );
          })}
        </TableRow>
      ))}
    </TableBody>
  </Table>
);
