import { ListChecks, Pause, Play, RefreshCw } from "lucide-react";
import { Suspense } from "react";
import type { SetupStep, SyncPause, SyncStatus } from "#contract/airtable.ts";
import { formatDateTime } from "#lib/dates/dates.ts";
import { QueryStates } from "#lib/lists/query-states.tsx";
import { SYNC_FAILURES, type SyncOptions, useAirtableSync } from "#lib/sync/airtable-sync.ts";
import { RunProgress } from "#lib/sync/run-progress.tsx";
import { Button } from "#ui/button/button.tsx";
import { useDialogSubject } from "#ui/dialog/dialog.tsx";
import { LinesSkeleton } from "#ui/feedback/loading.tsx";
import { lazyComponent, ShortcutBlocker } from "#ui/lazy-component.tsx";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "#ui/page/card.tsx";
import { useResumeSync, useSyncStatus } from "./airtable.api.ts";
import { HeldDeletionNotices } from "./held-deletions.tsx";
import type { SyncTab } from "./sync-dialog.tsx";
import { SyncFacts, type SyncFactsProps } from "./sync-facts.tsx";
import { isRunActive, Notice, SyncProblems } from "./sync-run.tsx";

const SYNC_OPTIONS: SyncOptions = { ...SYNC_FAILURES, done: { title: "Sync Voltooid" } };

/** Status of the synchronisation with Airtable, for company admins. */
export function SyncCard() {
  const status = useSyncStatus();
  const { start, isSyncing } = useAirtableSync(SYNC_OPTIONS);
  const detailsDialog = useDialogSubject<SyncTab>();
  const settingsDialog = useDialogSubject<"pause" | "budget">();
  const setupDialog = useDialogSubject<SetupStep>();
  return (
    <Card className="min-w-0">
      <CardHeader className="flex-row flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div>
          <CardTitle>Synchronisatie</CardTitle>
          <CardDescription className="text-xs">
            Leads, berichten en meetings blijven gelijk met Airtable
          </CardDescription>
        </div>
        {status.data?.connected && (
          <SyncActions
            paused={status.data.paused}
            isSyncing={isSyncing}
            onShowDetails={() => detailsDialog.show("tables")}
            onPause={() => settingsDialog.show("pause")}
            onSync={start}
          />
        )}
      </CardHeader>
      <CardContent>
        <QueryStates query={status} errorTitle="De synchronisatie kon niet worden geladen" skeleton={<LinesSkeleton />}>
          {(loaded) =>
            loaded.connected ? (
              <Connected
                status={loaded}
                onOpen={detailsDialog.show}
                onSetUp={setupDialog.show}
                onChangeBudget={() => settingsDialog.show("budget")}
              />
            ) : (
              <NotConnected onSetUp={setupDialog.show} />
            )
          }
        </QueryStates>
      </CardContent>
      <SyncDialogs status={status.data} details={detailsDialog} settings={settingsDialog} setup={setupDialog} />
    </Card>
  );
}

type SyncActionsProps = {
  paused: SyncPause | null;
  isSyncing: boolean;
  onShowDetails: () => void;
  onPause: () => void;
  onSync: () => void;
};

const SyncActions = ({ paused, isSyncing, onShowDetails, onPause, onSync }: SyncActionsProps) => (
  <div className="flex flex-wrap gap-2">
    <Button variant="outline" size="sm" onClick={onShowDetails}>
      <ListChecks />
      Details
    </Button>
    {!paused && (
      <Button variant="outline" size="sm" onClick={onPause}>
        <Pause />
        Pauzeren
      </Button>
    )}
    {/* A disabled button gets no pointer events, so that it cannot show a title itself. */}
    <span title={paused ? `Gepauzeerd: ${paused.reason}` : undefined}>
      <Button
        variant="outline"
        size="sm"
        busy={isSyncing}
        busyLabel="Sync Airtable"
        disabled={paused !== null}
        onClick={onSync}
      >
        <RefreshCw />
        Sync Airtable
      </Button>
    </span>
  </div>
);

type DialogOf<Subject> = ReturnType<typeof useDialogSubject<Subject>>;

type SyncDialogsProps = {
  /** Undefined while loading. */
  status: SyncStatus | undefined;
  details: DialogOf<SyncTab>;
  settings: DialogOf<"pause" | "budget">;
  setup: DialogOf<SetupStep>;
};

function SyncDialogs({ status, details, settings, setup }: SyncDialogsProps) {
  const openMapping = () => {
    details.close();
    setup.show("mapping");
  };
  return (
    <Suspense fallback={<ShortcutBlocker />}>
      {settings.subject === "pause" && <PauseDialog open={settings.open} onClose={settings.close} />}
      {status && settings.subject === "budget" && (
        <BudgetDialog open={settings.open} onClose={settings.close} budget={status.monthlyBudget} />
      )}
      {status && details.subject && (
        <SyncDialog
          open={details.open}
          onClose={details.close}
          status={status}
          initialTab={details.subject}
          onMap={openMapping}
        />
      )}
      {setup.subject && (
        <SetupDialog
          step={setup.subject}
          open={setup.open}
          onClose={setup.close}
          onConnected={() => setup.show("mapping")}
        />
      )}
    </Suspense>
  );
}

const SyncDialog = lazyComponent(() => import("./sync-dialog.tsx"), "SyncDialog");
const SetupDialog = lazyComponent(() => import("./setup-dialog.tsx"), "SetupDialog");
const loadDialogs = () => import("./sync-settings-dialogs.tsx");
const PauseDialog = lazyComponent(loadDialogs, "PauseDialog");
const BudgetDialog = lazyComponent(loadDialogs, "BudgetDialog");

const Connected = ({ status, ...actions }: SyncFactsProps) => (
  <div className="flex flex-col gap-4">
    {status.paused && <PauseNotice pause={status.paused} />}
    <HeldDeletionNotices held={status.heldDeletions} />
    <SyncProblems status={status} />
    {status.lastRun && isRunActive(status.lastRun) && <RunProgress run={status.lastRun} />}
    <SyncFacts status={status} {...actions} />
  </div>
);

/** A second pause changes the reason and its author, not the time. */
function PauseNotice({ pause: { by, since, reason } }: { pause: SyncPause }) {
  const resume = useResumeSync();
  return (
    <Notice tone="warning" title={`Gepauzeerd sinds ${formatDateTime(since)}`}>
      <span className="block">
        {by}: {reason}
      </span>
      <span className="block">
        Wijzigingen van hier wachten en uit Airtable komt niets binnen. Alleen DO NOT SEND en Velden koppelen gebruiken
        Airtable nog.
      </span>
      <Button className="mt-2" size="sm" busy={resume.isPending} onClick={() => resume.mutate()}>
        <Play />
        Hervatten
      </Button>
    </Notice>
  );
}

const NotConnected = ({ onSetUp }: Pick<SyncFactsProps, "onSetUp">) => (
  <>
    <p className="text-muted-foreground">
      Airtable is nog niet ingesteld voor dit bedrijf. Vul een toegangstoken in en kies je base; geef daarna met Velden
      koppelen aan welk veld waarbij hoort. De eerste synchronisatie begint dan vanzelf.
    </p>
    <Button className="mt-3" variant="outline" size="sm" onClick={() => onSetUp("connection")}>
      Airtable instellen
    </Button>
  </>
);
