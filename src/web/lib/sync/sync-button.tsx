import { RefreshCw } from "lucide-react";
import { Button } from "#ui/button/button.tsx";
import { Progress } from "#ui/feedback/progress.tsx";
import { type SyncSettings, useAirtableSync, useSyncRun } from "./airtable-sync.ts";
import { describeProgress } from "./sync-progress.ts";

type SyncButtonProps = { label: string; sync: SyncSettings };

/** Starts a sync run and shows its progress. */
export function SyncButton({ label, sync }: SyncButtonProps) {
  const { start, isSyncing } = useAirtableSync(sync);
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

function SyncProgress() {
  const run = useSyncRun();
  const { label, seen, detail } = describeProgress(run ?? { tables: [] });
  return <Progress label={label} value={seen} max={null} detail={detail} className="w-full sm:w-64" />;
}
