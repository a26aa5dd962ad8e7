import type { Base } from "../model/base.ts";
import type { Field } from "../model/field.ts";
import { type CellValue, linkedIds } from "../model/record.ts";

/** A cell as the change feed tells it: choices and links there are objects, unlike in the records API. */
export function feedCell(base: Base, field: Field, value: CellValue | null): unknown {
  if (value === null) return null;
  if (field.type === "singleSelect") return choiceOf(field, value);
  if (field.type === "multipleSelects") return linkedIds(value).map((name) => choiceOf(field, name));
  if (field.type === "multipleRecordLinks") {
    return linkedIds(value).map((id) => ({ id, name: nameOf(base, field, id) }));
  }
  return value;
}

function choiceOf(field: Field, name: CellValue): unknown {
  return field.options.choices?.find((choice) => choice.name === name) ?? { name };
}

function nameOf(base: Base, field: Field, id: string): string {
  const table = base.table(field.options.linkedTableId ?? "");
  const name = table?.record(id)?.cells[table.primaryFieldId];
  return typeof name === "string" ? name : "Unnamed record";
}
