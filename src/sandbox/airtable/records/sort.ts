import { unknownField } from "../airtable-error.ts";
import { type Showing, showCell } from "../cells/show-cell.ts";
import { type Field, isMoment } from "../model/field.ts";
import type { AirtableRecord } from "../model/record.ts";
import type { Table } from "../model/table.ts";

type SortOrder = { field: string; direction: "asc" | "desc" };

const ACCENTS = /\p{M}/gu;

export function sortRecords(
  showing: Showing,
  table: Table,
  orders: SortOrder[],
  records: AirtableRecord[],
): AirtableRecord[] {
  const keys = orders.map(({ field: name, direction }) => {
    const field = table.field(name);
    if (!field) throw unknownField(name);
    return { read: (record: AirtableRecord) => sortKey(showing, field, record), sign: direction === "desc" ? -1 : 1 };
  });
  const rows = records.map((record) => ({ record, values: keys.map(({ read }) => read(record)) }));
  rows.sort((one, other) => {
    for (const [index, { sign }] of keys.entries()) {
      const difference = compareKeys(one.values[index], other.values[index]);
      if (difference !== 0) return sign * difference;
    }
    return 0;
  });
  return rows.map(({ record }) => record);
}

type Key = string | number | undefined;

function sortKey(showing: Showing, field: Field, record: AirtableRecord): Key {
  const value = showCell(showing, field, record);
  if (value === undefined || typeof value === "number") return value;
  // Choices go by their place in the list that people made, not by their letters.
  if (field.type === "singleSelect") return field.options.choices?.findIndex(({ name }) => name === value);
  if (field.type === "checkbox") return 1;
  if (isMoment(field)) return Date.parse(value as string);
  const text = typeof value === "string" ? value : JSON.stringify(value);
  // Letters without case and accents: to compare 50,000 texts by the rules of a language takes seconds.
  return text.normalize("NFD").replace(ACCENTS, "").toLowerCase();
}

function compareKeys(one: Key, other: Key): number {
  if (one === undefined || other === undefined) return one === other ? 0 : one === undefined ? -1 : 1;
  if (typeof one === "number" && typeof other === "number") return one - other;
  return one < other ? -1 : one > other ? 1 : 0;
}
