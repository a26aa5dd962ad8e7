import { z } from "zod";
import { syncedTable, TABLE_NAMES } from "./synced-tables.ts";

/** How many rows of a table a comparison with Airtable has changed, added and deleted. */
export const tableRepairs = z.object({
  table: syncedTable,
  changed: z.number(),
  added: z.number(),
  deleted: z.number(),
});
export type TableRepairs = z.infer<typeof tableRepairs>;

const inWords = new Intl.ListFormat("nl");

const countsText = ({ changed, added, deleted }: TableRepairs): string =>
  inWords.format([
    ...(changed > 0 ? [`${changed.toLocaleString("nl-NL")} gewijzigd`] : []),
    ...(added > 0 ? [`${added.toLocaleString("nl-NL")} toegevoegd`] : []),
    ...(deleted > 0 ? [`${deleted.toLocaleString("nl-NL")} verwijderd`] : []),
  ]);

/** Such as "Leads (1 gewijzigd en 2 toegevoegd) en Prompts (1 verwijderd)". */
export const repairsText = (repairs: readonly TableRepairs[]): string =>
  inWords.format(repairs.map((table) => `${TABLE_NAMES[table.table]} (${countsText(table)})`));
