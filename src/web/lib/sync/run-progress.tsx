import type { SyncRun, TableProgress } from "#contract/airtable.ts";
import { TABLE_NAMES } from "#contract/synced-tables.ts";
import { Progress } from "#ui/feedback/progress.tsx";

type Figure = Exclude<keyof TableProgress, "table">;

const sum = (tables: readonly TableProgress[], figure: Figure): number =>
  tables.reduce((total, table) => total + table[figure], 0);

const countTexts = (count: number, one: string, more: string): string[] =>
  count === 0 ? [] : [`${count.toLocaleString("nl-NL")} ${count === 1 ? one : more}`];

/** The texts and the value of the progress bar of a sync run. */
export const describeProgress = ({ tables }: Pick<SyncRun, "tables">) => {
  const latest = tables.findLast(({ seen, pushed }) => seen + pushed > 0);
  return {
    label: latest ? `${TABLE_NAMES[latest.table]} synchroniseren` : "Synchroniseren met Airtable",
    seen: sum(tables, "seen"),
    detail: [
      ...countTexts(sum(tables, "changed"), "gewijzigd", "gewijzigd"),
      ...countTexts(sum(tables, "pushed"), "verstuurd", "verstuurd"),
      ...countTexts(sum(tables, "conflicts"), "conflict", "conflicten"),
      ...countTexts(sum(tables, "errors"), "fout", "fouten"),
    ].join(" · "),
  };
};

/** Such as "nog 3 minuten"; null when it is not known. */
export const timeLeftText = (seconds: number | null): string | null => {
  if (seconds === null) return null;
  if (seconds < 60) return "nog minder dan een minuut";
  const minutes = Math.round(seconds / 60);
  return minutes === 1 ? "nog 1 minuut" : `nog ${minutes} minuten`;
};

const durationText = (seconds: number): string => {
  if (seconds < 60) return seconds === 1 ? "1 seconde" : `${seconds} seconden`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 120) return minutes === 1 ? "1 minuut" : `${minutes} minuten`;
  return `${Math.floor(minutes / 60)} uur en ${minutes % 60} min`;
};

/** What is known of a run without a total, which Airtable does not tell; null before its first record. */
export const paceText = (seen: number, elapsedSeconds: number | null): string | null => {
  if (seen === 0 || elapsedSeconds === null || elapsedSeconds < 1) return null;
  const perSecond = seen / elapsedSeconds;
  const pace =
    perSecond < 1
      ? `${Math.max(1, Math.round(perSecond * 60))} per minuut`
      : `${Math.round(perSecond).toLocaleString("nl-NL")} per seconde`;
  return `${seen.toLocaleString("nl-NL")} gelezen in ${durationText(elapsedSeconds)}, ongeveer ${pace} · totaal niet bekend`;
};

type RunProgressProps = {
  run: Pick<SyncRun, "tables" | "total" | "secondsLeft" | "elapsedSeconds" | "message">;
  className?: string;
};

/** Progress of a running sync; the message of the run says why it is waiting. */
export function RunProgress({ run, className }: RunProgressProps) {
  const { label, seen, detail } = describeProgress(run);
  const time = run.total === null ? paceText(seen, run.elapsedSeconds) : timeLeftText(run.secondsLeft);
  return (
    <Progress
      label={label}
      value={seen}
      max={run.total}
      detail={run.message ?? [detail, time].filter(Boolean).join(" · ")}
      {...(className && { className })}
    />
  );
}
