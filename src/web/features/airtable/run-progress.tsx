import type { SyncRun } from "#contract/airtable.ts";
import { describeProgress } from "#lib/sync-progress.ts";
import { Progress } from "#ui/progress.tsx";

/** How far a run is; its message is why it stands still, when it does. */
export function RunProgress({ run }: { run: SyncRun }) {
  const { label, seen, detail } = describeProgress(run);
  return <Progress label={label} value={seen} max={null} detail={run.message ?? detail} />;
}
