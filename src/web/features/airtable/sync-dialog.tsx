import type { SyncStatus, TableProgress } from "#contract/airtable.ts";
import { TABLE_NAMES } from "#contract/synced-tables.ts";
import { formatDateTime } from "#lib/dates/dates.ts";
import { RunProgress } from "#lib/sync/run-progress.tsx";
import { cn } from "#ui/cn.ts";
import { Badge } from "#ui/content/badge.tsx";
import { Dialog, DialogContent } from "#ui/dialog/dialog.tsx";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "#ui/page/tabs.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "#ui/table/responsive-table.tsx";
import { ConflictList } from "./conflict-list.tsx";
import { ErasureList } from "./erasure-list.tsx";
import { ParkedList } from "./parked-list.tsx";
import { isRunActive, requestsText, SyncProblems } from "./sync-run.tsx";

export type SyncTab = "tables" | "conflicts" | "parked" | "erasures";

type SyncDialogProps = {
  open: boolean;
  onClose: () => void;
  status: SyncStatus;
  initialTab: SyncTab;
  onMap: () => void;
};

export const SyncDialog = ({ open, onClose, status, initialTab, onMap }: SyncDialogProps) => (
  <Dialog open={open} onOpenChange={(next) => !next && onClose()}>
    <DialogContent title="Synchronisatie met Airtable" size="full" bodyClassName="pt-2">
      <Tabs defaultValue={initialTab}>
        <TabsList>
          <TabsTrigger value="tables">Tabellen</TabsTrigger>
          <TabsTrigger value="conflicts">
            Conflicten
            <CountBadge count={status.totalConflicts} tone="warning" />
          </TabsTrigger>
          <TabsTrigger value="parked">
            Geparkeerd
            <CountBadge count={status.totalParked} tone="danger" />
          </TabsTrigger>
          <TabsTrigger value="erasures">
            Te wissen
            <CountBadge count={status.totalErasures} tone="danger" />
          </TabsTrigger>
        </TabsList>
        <TabsContent value="tables">
          <TableOverview status={status} />
        </TabsContent>
        <TabsContent value="conflicts">
          <ConflictList />
        </TabsContent>
        <TabsContent value="parked">
          <ParkedList status={status} onMap={onMap} />
        </TabsContent>
        <TabsContent value="erasures">
          <ErasureList erasures={status.erasures} total={status.totalErasures} />
        </TabsContent>
      </Tabs>
    </DialogContent>
  </Dialog>
);

const CountBadge = ({ count, tone }: { count: number; tone: "warning" | "danger" }) =>
  count > 0 && <Badge tone={tone}>{count.toLocaleString("nl-NL")}</Badge>;

type TableStatus = SyncStatus["tables"][number];

/** Zero is the normal value: a dash in the table, and nothing on narrow screens, where each row is a card. */
const CountCell = ({ label, value = 0 }: { label: string; value: number | undefined }) => (
  <TableCell label={label} className={cn("@2xl:text-right", value === 0 && "text-muted-foreground @max-2xl:hidden")}>
    {value === 0 ? "–" : value.toLocaleString("nl-NL")}
  </TableCell>
);

/** Per table: rows, pending changes and the counts of the last sync run. */
const TableOverview = ({ status }: { status: SyncStatus }) => (
  <div className="flex flex-col gap-4">
    <SyncProblems status={status} />
    {status.lastRun && isRunActive(status.lastRun) && <RunProgress run={status.lastRun} />}
    <Table aria-label="Tabellen" className="tabular-nums">
      <TableHeader>
        <TableRow>
          <TableHead>Tabel</TableHead>
          <TableHead className="text-right">Rijen</TableHead>
          <TableHead className="text-right">Nog te versturen</TableHead>
          <TableHead className="text-right">Gelezen</TableHead>
          <TableHead className="text-right">Gewijzigd</TableHead>
          <TableHead className="text-right">Verstuurd</TableHead>
          <TableHead className="text-right">Conflicten</TableHead>
          <TableHead className="text-right">Fouten</TableHead>
          <TableHead className="@2xl:pl-8">Helemaal gelezen op</TableHead>
        </TableRow>
      </TableHeader>
      <TableBody>
        {status.tables.map((table) => (
          <TableStatusRow
            key={table.table}
            table={table}
            progress={status.lastRun?.tables.find((entry) => entry.table === table.table)}
          />
        ))}
      </TableBody>
    </Table>
    {status.tables.some(({ isLeftOut }) => isLeftOut) && (
      <p className="text-muted-foreground text-xs">
        Van een tabel die niet is gekoppeld, blijft alles alleen hier. Koppel je hem later bij Airtable onder Velden
        koppelen, dan gaan de wijzigingen van nu alsnog mee.
      </p>
    )}
    <p className="text-muted-foreground text-xs">
      De kolommen van Gelezen tot en met Fouten gaan over de laatste synchronisatie. Die kostte{" "}
      {requestsText(status.requestsLastRun)}; deze maand zijn het er {status.requestsThisMonth.toLocaleString("nl-NL")}.{" "}
      {status.hasChangeFeed
        ? `Wat in Airtable verandert, komt uit het wijzigingslog van Airtable; ${describeFeed(status)}`
        : "Het toegangstoken mag het wijzigingslog van Airtable niet lezen (webhook:manage); wat verandert wordt daarom opgezocht, en wat is verwijderd wordt pas na enkele uren gezien."}
    </p>
  </div>
);

/** How the change feed is read; the end of a sentence. */
const describeFeed = ({ hasNotifications, areNotificationsMissing, pollSeconds }: SyncStatus): string => {
  if (hasNotifications) return "Airtable meldt elke wijziging meteen.";
  const polled = `dat wordt elke ${pollSeconds} seconden gelezen zolang iemand een scherm open heeft`;
  return areNotificationsMissing ? `${polled}, omdat de meldingen van Airtable hier niet aankomen.` : `${polled}.`;
};

const TableStatusRow = ({ table, progress }: { table: TableStatus; progress: TableProgress | undefined }) => (
  <TableRow>
    <TableCell className="font-medium">
      <span className="flex flex-wrap items-center gap-2">
        {TABLE_NAMES[table.table]}
        {table.suspendedReason && <Badge tone="warning">Overgeslagen</Badge>}
        {table.isLeftOut && <Badge tone="neutral">Niet gekoppeld</Badge>}
      </span>
    </TableCell>
    <TableCell label="Rijen" className="@2xl:text-right">
      {table.rows.toLocaleString("nl-NL")}
    </TableCell>
    <CountCell label="Nog te versturen" value={table.pending} />
    <CountCell label="Gelezen" value={progress?.seen} />
    <CountCell label="Gewijzigd" value={progress?.changed} />
    <CountCell label="Verstuurd" value={progress?.pushed} />
    <CountCell label="Conflicten" value={progress?.conflicts} />
    <CountCell label="Fouten" value={progress?.errors} />
    <TableCell label="Helemaal gelezen op" className="@2xl:pl-8">
      {formatDateTime(table.lastReadAt) || "–"}
    </TableCell>
  </TableRow>
);
