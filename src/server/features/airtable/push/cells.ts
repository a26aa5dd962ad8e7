import type { SyncedTable } from "#contract/airtable.ts";
import type { Value } from "../mapping/kinds.ts";
import type { Layout } from "../mapping/layout.ts";
import { fieldsOf, tableMap } from "../mapping/mapping.ts";
import type { Row } from "../store/rows.queries.ts";

/** Cells by the ids of their fields. */
export type Cells = Record<string, unknown>;

/** Why a value cannot be written there. */
const explain = (table: SyncedTable, field: string, value: Value): string =>
  `Airtable kent de keuze "${String(value)}" niet in het veld "${tableMap(table).fields[field]?.theirs}". Voeg die keuze daar toe.`;

/** The changed fields of a record, as cells; and what their fields cannot hold, with the reason. */
export const writeCells = (
  { table, fields }: Layout,
  values: Readonly<Record<string, Value>>,
): { cells: Cells; refused: Record<string, string> } => {
  const cells: Cells = {};
  const refused: Record<string, string> = {};
  for (const [name, value] of Object.entries(values)) {
    const field = fields[name];
    const map = tableMap(table).fields[name];
    if (!field || !map) continue;
    const cell = map.kind.write(value, field);
    if (cell === undefined) refused[name] = explain(table, name, value);
    else cells[field.id] = cell;
  }
  return { cells, refused };
};

/** A whole row as a new record. What Airtable works out itself is left to it; a class it does not know is left out. */
export const writeRow = (
  layout: Layout,
  row: Row,
  recordIdOf: (table: SyncedTable, localId: string) => string | undefined,
): { cells: Cells; waitsFor: SyncedTable | undefined } => {
  const cells: Cells = { [layout.appId.id]: row.id };
  let waitsFor: SyncedTable | undefined;
  for (const [name, { kind, to }] of fieldsOf(layout.table)) {
    const field = layout.fields[name];
    const value = kind.fromRow(row[name]);
    if (!field || value === null || value === "" || !kind.writes.includes(field.type)) continue;
    const target = to && recordIdOf(to, String(value));
    if (to && !target) waitsFor = to;
    const cell = kind.write(target ?? value, field);
    if (cell !== undefined) cells[field.id] = cell;
  }
  return { cells, waitsFor };
};
