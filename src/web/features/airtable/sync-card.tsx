import { ListChecks, RefreshCw } from "lucide-react";
import type { SyncStatus } from "#contract/airtable.ts";
import { type SyncSettings, useAirtableSync } from "#lib/airtable-sync.ts";
import { Loaded } from "#lib/loaded.tsx";
import { SYNC_FAILURES } from "#lib/sync-texts.ts";
import { Button } from "#ui/button.tsx";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "#ui/card.tsx";
import { LinesSkeleton } from "#ui/lines-skeleton.tsx";
import { useDialogSubject } from "#ui/use-dialog-subject.ts";
import { useSyncStatus } from "./airtable.api.ts";
import { RunProgress } from "./run-progress.tsx";
import { isUnderWay } from "./run-texts.ts";
import { SyncDialog, type SyncTab } from "./sync-dialog.tsx";
import { SyncFacts } from "./sync-facts.tsx";
import { SyncTrouble } from "./sync-trouble.tsx";

const SYNC: SyncSettings = { ...SYNC_FAILURES, done: { title: "Sync Voltooid" } };

/** How the company stands with Airtable, for those who run it. */
export function SyncCard() {
  const status = useSyncStatus();
  const { start, isSyncing } = useAirtableSync(SYNC);
  const dialog = useDialogSubject<SyncTab>();
  return (
    <Card className="min-w-0">
      <CardHeader className="flex-row flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div>
          <CardTitle>Synchronisatie</CardTitle>
          <CardDescription>Leads, berichten en meetings blijven gelijk met Airtable</CardDescription>
        </div>
        {status.data?.connected && (
          <div className="flex flex-wrap gap-2">
            <Button variant="outline" size="sm" onClick={() => dialog.show("tables")}>
              <ListChecks />
              Details
            </Button>
            <Button variant="outline" size="sm" busy={isSyncing} busyLabel="Sync Airtable" onClick={start}>
              <RefreshCw />
              Sync Airtable
            </Button>
          </div>
        )}
      </CardHeader>
      <CardContent>
        <Loaded query={status} problem="De synchronisatie kon niet worden geladen" skeleton={<LinesSkeleton />}>
          {(shown) => (shown.connected ? <Connected status={shown} onOpen={dialog.show} /> : <NotConnected />)}
        </Loaded>
      </CardContent>
      {status.data && dialog.subject && (
        <SyncDialog open={dialog.open} onClose={dialog.close} status={status.data} firstTab={dialog.subject} />
      )}
    </Card>
  );
}

type ConnectedProps = { status: SyncStatus; onOpen: (tab: SyncTab) => void };

const Connected = ({ status, onOpen }: ConnectedProps) => (
  <div className="flex flex-col gap-4">
    <SyncTrouble status={status} />
    {status.lastRun && isUnderWay(status.lastRun) && <RunProgress run={status.lastRun} />}
    <SyncFacts status={status} onOpen={onOpen} />
  </div>
);

const NotConnected = () => (
  <p className="text-muted-foreground">
    Airtable is nog niet ingesteld voor dit bedrijf. Een platformbeheerder vult in het admin panel de base-id en een
    toegangstoken in; daarna begint de eerste synchronisatie vanzelf.
  </p>
);
