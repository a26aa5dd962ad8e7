import type { SyncStatus, TableProgress } from "#contract/airtable.ts";
import { formatDateTime } from "#lib/dates.ts";
import { TABLE_NAMES } from "#lib/sync-progress.ts";
import { Badge } from "#ui/badge.tsx";
import { cn } from "#ui/cn.ts";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "#ui/table.tsx";
import { RunProgress } from "./run-progress.tsx";
import { isUnderWay, requestsText } from "./run-texts.ts";
import { SyncTrouble } from "./sync-trouble.tsx";

type TableStatus = SyncStatus["tables"][number];

/** Nothing is the rule: it is there in a table, and left out where every row is a card. */
const Figure = ({ label, value = 0 }: { label: string; value: number | undefined }) => (
  <TableCell label={label} className={cn(value === 0 && "text-muted-foreground @max-2xl:hidden")}>
    {value.toLocaleString("nl-NL")}
  </TableCell>
);

/** Table by table what there is, what waits, and what the last run did. */
export const TableOverview = ({ status }: { status: SyncStatus }) => (
  <div className="flex flex-col gap-4">
    <SyncTrouble status={status} />
    {status.lastRun && isUnderWay(status.lastRun) && <RunProgress run={status.lastRun} />}
    <Table aria-label="Tabellen">
      <TableHeader>
        <TableRow>
          <TableHead>Tabel</TableHead>
          <TableHead>Rijen</TableHead>
          <TableHead>Nog te versturen</TableHead>
          <TableHead>Gelezen</TableHead>
          <TableHead>Gewijzigd</TableHead>
          <TableHead>Verstuurd</TableHead>
          <TableHead>Conflicten</TableHead>
          <TableHead>Fouten</TableHead>
          <TableHead>Helemaal gelezen op</TableHead>
        </TableRow>
      </TableHeader>
      <TableBody>
        {status.tables.map((table) => (
          <Line
            key={table.table}
            table={table}
            progress={status.lastRun?.tables.find((own) => own.table === table.table)}
          />
        ))}
      </TableBody>
    </Table>
    <p className="text-muted-foreground text-xs">
      Gelezen tot en met Fouten gaat over de laatste run, die {requestsText(status.requestsLastRun)} kostte; deze maand
      zijn het er {status.requestsThisMonth.toLocaleString("nl-NL")}.{" "}
      {status.hasChangeFeed
        ? "Wat in Airtable verandert, komt uit het wijzigingslog van Airtable."
        : "Het toegangstoken mag het wijzigingslog van Airtable niet lezen (webhook:manage); wat verandert wordt daarom opgezocht, en wat is verwijderd wordt pas na enkele uren gezien."}
    </p>
  </div>
);

const Line = ({ table, progress }: { table: TableStatus; progress: TableProgress | undefined }) => (
  <TableRow>
    <TableCell className="font-medium">
      <span className="flex flex-wrap items-center gap-2">
        {TABLE_NAMES[table.table]}
        {table.suspendedReason && <Badge tone="warning">Overgeslagen</Badge>}
      </span>
    </TableCell>
    <TableCell label="Rijen">{table.rows.toLocaleString("nl-NL")}</TableCell>
    <Figure label="Nog te versturen" value={table.pending} />
    <Figure label="Gelezen" value={progress?.seen} />
    <Figure label="Gewijzigd" value={progress?.changed} />
    <Figure label="Verstuurd" value={progress?.pushed} />
    <Figure label="Conflicten" value={progress?.conflicts} />
    <Figure label="Fouten" value={progress?.errors} />
    <TableCell label="Helemaal gelezen op">{formatDateTime(table.lastReadAt) || "–"}</TableCell>
  </TableRow>
);
