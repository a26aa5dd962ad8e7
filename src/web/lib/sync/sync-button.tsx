import { RefreshCw } from "lucide-react";
import { Suspense } from "react";
import { Button } from "#ui/button/button.tsx";
import { lazyComponent } from "#ui/lazy-component.tsx";
import { useShortcuts } from "../browser/shortcuts.ts";
import { type SyncSettings, useAirtableSync, useSyncRun } from "./airtable-sync.ts";

const RunProgress = lazyComponent(() => import("./run-progress.tsx"), "RunProgress");

type SyncButtonProps = { label: string; sync: SyncSettings };

/** Starts a sync run and shows its progress. */
export function SyncButton({ label, sync }: SyncButtonProps) {
  const { start, isSyncing } = useAirtableSync(sync);
  useShortcuts([{ label, group: "Acties", keywords: "airtable verversen synchroniseren vernieuwen", run: start }]);
  return (
    <>
      {isSyncing && <SyncProgress />}
      <Button variant="outline" busy={isSyncing} busyLabel={label} onClick={start}>
        <RefreshCw />
        {label}
      </Button>
    </>
  );
}

const NOT_STARTED = { tables: [], total: null, secondsLeft: null, message: null };

function SyncProgress() {
  const run = useSyncRun() ?? NOT_STARTED;
  return (
    <Suspense>
      <RunProgress run={run} className="w-full sm:w-64" />
    </Suspense>
  );
}
