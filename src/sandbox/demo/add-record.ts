import type { Base } from "../airtable/model/base.ts";
import { type AirtableRecord, type Cells, type CellValue, linkedIds } from "../airtable/model/table.ts";

export type NewRecord = {
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
