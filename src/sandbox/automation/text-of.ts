import type { Base } from "../airtable/model/base.ts";
import type { AirtableRecord } from "../airtable/model/table.ts";

/** The text of a cell by the name of its field; empty when there is none, or no such field any more. */
export function textOf(base: Base, tableName: string, record: AirtableRecord, fieldName: string): string {
  const field = base.table(tableName)?.field(fieldName);
  const value = field && record.cells[field.id];
  return typeof value === "string" ? value : "";
}
