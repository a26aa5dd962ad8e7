import { repairsText, type TableRepairs } from "#contract/sync-repairs.ts";
import { SYNCED_TABLES } from "#contract/synced-tables.ts";
import { isProblem } from "../client/airtable-problem.ts";
import { tableMapping } from "../mapping/mapping.ts";
import { layoutOf, type SyncTurn } from "./sync-turn.ts";
import { describeUnread } from "./unread-tables.ts";

const inWords = new Intl.ListFormat("nl");

const skippedFields = (turn: SyncTurn): string[] => {
  const problems = SYNCED_TABLES.flatMap((table) => layoutOf(turn, table)?.problems ?? []);
  if (problems.length === 0) return [];
  const names = inWords.format(problems.map(({ detail: { table, field } }) => `${field} in ${table}`));
  return [`${problems.length} ${problems.length === 1 ? "veld" : "velden"} overgeslagen (${names})`];
};

/** What the run left out, as texts for users. */
const leftOut = (turn: SyncTurn, errors: number): string[] => {
  const suspended = SYNCED_TABLES.filter(
    (table) => !layoutOf(turn, table) && !isProblem(turn.layout[table], "table_left_out"),
  );
  const names = inWords.format(suspended.map((table) => tableMapping(table).airtableName));
  return [
    ...(suspended.length > 0
      ? [`${suspended.length} ${suspended.length === 1 ? "tabel" : "tabellen"} overgeslagen (${names})`]
      : []),
    ...skippedFields(turn),
    ...describeUnread(turn),
    ...(errors > 0 ? [`${errors} met een fout`] : []),
    ...turn.remarks,
  ];
};

/** The run's outcome and its message for users. */
export const summarise = (turn: SyncTurn): { status: "succeeded" | "partial"; message: string } => {
  const all = [...turn.progress.values()];
  const sum = (name: "changed" | "pushed" | "conflicts" | "errors") =>
    all.reduce((total, counts) => total + counts[name], 0);
  const done = [
    `${sum("changed")} gewijzigd`,
    `${sum("pushed")} verstuurd`,
    ...(sum("conflicts") > 0 ? [`${sum("conflicts")} conflicten`] : []),
  ].join(", ");
  const remarks = leftOut(turn, sum("errors"));
  if (remarks.length === 0) return { status: "succeeded", message: `Synchronisatie voltooid: ${done}.` };
  return {
    status: "partial",
    message: `Synchronisatie voltooid met opmerkingen: ${remarks.join(", ").replace(/\.$/, "")}. Verder: ${done}.`,
  };
};

/** Of a table that could not be read, a part may have been compared before. */
export const comparisonText = (repairs: readonly TableRepairs[], unread: readonly string[]): string => {
  const repaired = repairs.length === 0 ? "niets hersteld" : `hersteld: ${repairsText(repairs)}`;
  if (unread.length === 0) return `De vergelijking met Airtable heeft ${repaired}.`;
  return `De vergelijking met Airtable is niet volledig: ${inWords.format(unread)} ${unread.length === 1 ? "is" : "zijn"} niet helemaal vergeleken. Ze heeft ${repaired}.`;
};
