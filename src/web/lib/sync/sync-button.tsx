import { RefreshCw } from "lucide-react";
import { Suspense } from "react";
import { Button } from "#ui/button/button.tsx";
import { cn } from "#ui/cn.ts";
import { lazyComponent } from "#ui/lazy-component.tsx";
import { useShortcuts } from "../browser/shortcuts.ts";
import { type SyncOptions, useAirtableSync, useSyncRun } from "./airtable-sync.ts";

const RunProgress = lazyComponent(() => import("./run-progress.tsx"), "RunProgress");

type SyncButtonProps = {
  label: string;
  sync: SyncOptions;
  /** On a phone it has an icon only. */
  isIconOnPhone?: boolean;
};

/** Starts a sync run and shows its progress. */
export function SyncButton({ label, sync, isIconOnPhone = false }: SyncButtonProps) {
  const { start, isSyncing } = useAirtableSync(sync);
  useShortcuts([{ label, group: "Acties", keywords: "airtable verversen synchroniseren vernieuwen", run: start }]);
  const text = isIconOnPhone ? <span className="max-sm:sr-only">{label}</span> : label;
  return (
    <>
      {isSyncing && <SyncProgress />}
      <Button
        variant="outline"
        busy={isSyncing}
        busyLabel={text}
        onClick={start}
        className={cn(isIconOnPhone && "max-sm:w-9 max-sm:gap-0 max-sm:px-0")}
      >
        <RefreshCw />
        {text}
      </Button>
    </>
  );
}

const NOT_STARTED = { tables: [], total: null, secondsLeft: null, elapsedSeconds: null, message: null };

function SyncProgress() {
  const run = useSyncRun() ?? NOT_STARTED;
  return (
    <Suspense>
      <RunProgress run={run} className="w-full sm:w-64" />
    </Suspense>
  );
}
