import type { SyncedTable, SyncRun, TableProgress } from "#contract/airtable.ts";

export const TABLE_NAMES: Record<SyncedTable, string> = {
  leads: "Leads",
  messages: "Berichten",
  adjustments: "Aanpassingen",
  queue: "Wachtrij",
  meetings: "Meetings",
  prompts: "Prompts",
  invitations: "Uitnodigingen",
};

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
