import type { Field } from "../model/field.ts";
import { type AirtableRecord, secondText } from "../model/record.ts";
import { type Showing, showCell } from "./show-cell.ts";

export type ShownRecord = { id: string; createdTime: string; fields: Record<string, unknown> };

export function showRecord(
  showing: Showing,
  fields: readonly Field[],
  record: AirtableRecord,
  byFieldId: boolean,
): ShownRecord {
  const shown: Record<string, unknown> = {};
  for (const field of fields) {
    const value = showCell(showing, field, record);
    if (value !== undefined) shown[byFieldId ? field.id : field.name] = value;
  }
  return { id: record.id, createdTime: secondText(record.createdAt), fields: shown };
}
