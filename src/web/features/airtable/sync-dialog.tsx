import type { SyncStatus } from "#contract/airtable.ts";
import { Badge } from "#ui/badge.tsx";
import { DialogContent } from "#ui/dialog.tsx";
import { Dialog } from "#ui/dialog-state.tsx";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "#ui/tabs.tsx";
import { ConflictList } from "./conflict-list.tsx";
import { ErasureList } from "./erasure-list.tsx";
import { ParkedList } from "./parked-list.tsx";
import { TableOverview } from "./table-overview.tsx";

export type SyncTab = "tables" | "conflicts" | "parked" | "erasures";

type SyncDialogProps = { open: boolean; onClose: () => void; status: SyncStatus; firstTab: SyncTab };

export const SyncDialog = ({ open, onClose, status, firstTab }: SyncDialogProps) => (
  <Dialog open={open} onOpenChange={(next) => !next && onClose()}>
    <DialogContent title="Synchronisatie met Airtable" size="full" bodyClassName="pt-2">
      <Tabs defaultValue={firstTab}>
        <TabsList>
          <TabsTrigger value="tables">Tabellen</TabsTrigger>
          <TabsTrigger value="conflicts">
            Conflicten
            <Count of={status.totalConflicts} tone="warning" />
          </TabsTrigger>
          <TabsTrigger value="parked">
            Geparkeerd
            <Count of={status.totalParked} tone="danger" />
          </TabsTrigger>
          <TabsTrigger value="erasures">
            Te wissen
            <Count of={status.totalErasures} tone="danger" />
          </TabsTrigger>
        </TabsList>
        <TabsContent value="tables">
          <TableOverview status={status} />
        </TabsContent>
        <TabsContent value="conflicts">
          <ConflictList conflicts={status.conflicts} total={status.totalConflicts} />
        </TabsContent>
        <TabsContent value="parked">
          <ParkedList records={status.parked} total={status.totalParked} />
        </TabsContent>
        <TabsContent value="erasures">
          <ErasureList erasures={status.erasures} total={status.totalErasures} />
        </TabsContent>
      </Tabs>
    </DialogContent>
  </Dialog>
);

const Count = ({ of, tone }: { of: number; tone: "warning" | "danger" }) =>
  of > 0 && <Badge tone={tone}>{of.toLocaleString("nl-NL")}</Badge>;
