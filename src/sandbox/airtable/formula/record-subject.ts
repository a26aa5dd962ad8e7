import { formatCell } from "../cells/show-cell.ts";
import type { Base } from "../model/base.ts";
import { type AirtableRecord, type Field, isMoment, linkedIds, type Table, toSecond } from "../model/table.ts";

import type { FormulaContext, Value } from "./value.ts";

/** Evaluates a formula for one record after another. */
export function createRecordContext(
  base: Base,
  table: Table,
  now: number,
): { subject: FormulaContext; lookAt(record: AirtableRecord): void } {
  let record: AirtableRecord = { id: "", createdAt: 0, modifiedAt: 0, cells: {} };
  const subject: FormulaContext = {
    field: (name) => {
      const field = table.field(name);
      return field ? fieldValue(base, field, record, now) : null;
    },
    recordId: () => record.id,
    createdTime: () => new Date(toSecond(record.createdAt)),
    lastModifiedTime: (names) => new Date(toSecond(modifiedAt(table, record, names))),
    now: () => new Date(now),
  };
  return {
    subject,
    lookAt: (next) => {
      record = next;
    },
  };
}

function modifiedAt(table: Table, record: AirtableRecord, fieldNames: string[]): number {
  if (fieldNames.length === 0) return record.modifiedAt;
  const times = fieldNames.map((name) => record.touched?.[table.field(name)?.id ?? ""] ?? record.createdAt);
  return Math.max(...times);
}

function fieldValue(base: Base, field: Field, record: AirtableRecord, now: number): Value {
  const value = formatCell({ base, origin: "", now }, field, record);
  if (value === undefined) return null;
  if (isMoment(field)) return new Date(value as string);
  if (field.type === "multipleRecordLinks") return namesOf(base, field, record);
  if (field.type === "multipleAttachments") return (value as { filename: string }[]).map(({ filename }) => filename);
  return value as Value;
}

/** A formula sees the names of linked records, never their ids. */
function namesOf(base: Base, field: Field, record: AirtableRecord): Value[] {
  const table = base.table(field.options.linkedTableId ?? "");
  return linkedIds(record.cells[field.id]).map((id) => {
    const name = table?.record(id)?.cells[table.primaryFieldId];
    return typeof name === "string" || typeof name === "number" ? name : null;
  });
}
