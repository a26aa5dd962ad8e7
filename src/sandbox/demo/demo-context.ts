import type { Base } from "../airtable/model/base.ts";
import { type IdKind, newId } from "../airtable/model/ids.ts";
import { type AirtableRecord, type Cells, type CellValue, linkedIds } from "../airtable/model/table.ts";
import type { Calendar } from "./calendar.ts";
import type { DemoCompany } from "./company.ts";
import type { Random } from "./random.ts";

/** The input of every function that fills a table. */
export type DemoContext = { base: Base; company: DemoCompany; calendar: Calendar; random: Random };

export const idFor = ({ random }: DemoContext, kind: IdKind) => newId(kind, random.below);

export const isoText = (moment: number) => new Date(moment).toISOString();

/** A random time within working hours, never in the future: early today it may fall in the night. */
export function workMoment({ calendar, random }: DemoContext, days: number): number {
  const latest = days === 0 ? Math.min(17.5, calendar.hour) : 17.5;
  const earliest = latest > 9.5 ? 8.25 : latest / 2;
  return Math.min(calendar.at(days, earliest + random.next() * (latest - earliest)), calendar.now - 60_000);
}

type NewRecord = {
  id: string;
  createdAt: number;
  modifiedAt?: number;
  fields: Record<string, CellValue | null | undefined>;
};

/** Adds a record to a new base without a transaction: it has no webhooks yet. */
export function addRecord(base: Base, tableName: string, { id, createdAt, modifiedAt, fields }: NewRecord): void {
  const table = base.table(tableName);
  if (!table) throw new Error(`The base has no table ${tableName}.`);
  const cells: Cells = {};
  for (const name in fields) {
    const [value, field] = [fields[name], table.field(name)];
    if (!field) throw new Error(`Table ${tableName} has no field ${name}.`);
    if (value === null || value === undefined || value === "") continue;
    cells[field.id] = value;
    const { linkedTableId, inverseLinkFieldId } = field.options;
    if (!linkedTableId || !inverseLinkFieldId) continue;
    for (const target of linkedIds(value)) {
      const linked = base.table(linkedTableId)?.record(target);
      if (linked) addLink(linked, inverseLinkFieldId, id);
    }
  }
  table.add({ id, createdAt, modifiedAt: Math.max(modifiedAt ?? createdAt, createdAt), cells });
}

function addLink({ cells }: AirtableRecord, fieldId: string, id: string): void {
  cells[fieldId] = [...linkedIds(cells[fieldId]), id];
}
