import { RefreshCw } from "lucide-react";
import { type SyncRun, TABLE_NAMES, type TableProgress } from "#contract/airtable.ts";
import { Button } from "#ui/button/button.tsx";
import { Progress } from "#ui/feedback/progress.tsx";
import { useShortcuts } from "../browser/shortcuts.ts";
import { type SyncSettings, useAirtableSync, useSyncRun } from "./airtable-sync.ts";

type Figure = Exclude<keyof TableProgress, "table">;

const sum = (tables: readonly TableProgress[], figure: Figure): number =>
  tables.reduce((total, table) => total + table[figure], 0);

const counted = (count: number, one: string, more: string): string[] =>
  count === 0 ? [] : [`${count.toLocaleString("nl-NL")} ${count === 1 ? one : more}`];

/** The texts of the progress bar of a sync run. */
export const describeProgress = ({ tables }: Pick<SyncRun, "tables">) => {
  const latest = tables.findLast(({ seen, pushed }) => seen + pushed > 0);
  return {
    label: latest ? `${TABLE_NAMES[latest.table]} synchroniseren` : "Synchroniseren met Airtable",
    seen: sum(tables, "seen"),
    detail: [
      ...counted(sum(tables, "changed"), "gewijzigd", "gewijzigd"),
      ...counted(sum(tables, "pushed"), "verstuurd", "verstuurd"),
      ...counted(sum(tables, "conflicts"), "conflict", "conflicten"),
      ...counted(sum(tables, "errors"), "fout", "fouten"),
    ].join(" · "),
  };
};

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

function SyncProgress() {
  const run = useSyncRun();
  const { label, seen, detail } = describeProgress(run ?? { tables: [] });
  return <Progress label={label} value={seen} max={run?.total ?? null} detail={detail} className="w-full sm:w-64" />;
}
